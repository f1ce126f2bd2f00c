"""Arithmetic with words, against a brute-force reference, gensim, and geometry done by hand."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedcore import analogies, packages
from embedcore.analogies import Sum, accuracy, place, plane, point, winners
from embedcore.analogy_questions import Section, known_questions, load_sections
from embedcore.errors import MissingPackageError
from embedcore.packages import package_file
from embedcore.words import WordVectors, load

KING = Sum("king", "man", "woman")


def small_table():
    """Royalty is the second number, woman the first, and the third sets queen off the plane."""
    rows = [[0, 3, 0], [0, 1, 0], [0.5, 1, 0], [0.5, 3, 1], [3, 0, 0]]
    names = "king", "man", "woman", "queen", "apple"
    return WordVectors("small", names, np.array(rows, dtype=np.float32))


def brute_force(vectors, question, leave_out):
    """The row whose cosine is highest, one row after the other, in plain Python."""
    a, b, c, _ = question
    target = [float(y) - float(x) + float(z) for x, y, z in zip(*vectors[[a, b, c]], strict=True)]
    best, highest = None, -math.inf
    for row, vector in enumerate(vectors.tolist()):
        if leave_out and row in (a, b, c):
            continue
        dot = sum(x * y for x, y in zip(target, vector, strict=True))
        cosine = dot / (math.hypot(*vector) or math.inf)
        if cosine > highest:
            best, highest = row, cosine
    return best


@settings(max_examples=40)
@given(st.integers(4, 30), st.integers(2, 6), st.integers(0, 2**32 - 1))
def test_winners_are_those_of_brute_force(n, d, seed):
    generator = np.random.default_rng(seed)
    vectors = generator.standard_normal((n, d))
    questions = generator.integers(n, size=(7, 4))  # the same word may come twice
    found = winners(vectors, questions)
    for leave_out, won in ((True, found.inputs_out), (False, found.inputs_in)):
        assert won.tolist() == [brute_force(vectors, q, leave_out) for q in questions.tolist()]
    assert accuracy(vectors, questions).tolist() == (found.inputs_out == questions[:, 3]).tolist()


def test_a_question_that_is_right_with_the_inputs_in_is_right_without_them():
    generator = np.random.default_rng(5)
    vectors, questions = generator.standard_normal((60, 3)), generator.integers(60, size=(2_000, 4))
    found = winners(vectors, questions)
    fair = (questions[:, :3] != questions[:, 3:]).all(axis=1)
    right_in = (found.inputs_in == questions[:, 3]) & fair
    assert right_in.sum() > 5
    assert (found.inputs_out == questions[:, 3])[right_in].all()


def test_how_many_questions_go_at_a_time_does_not_matter(monkeypatch):
    generator = np.random.default_rng(7)
    vectors, questions = generator.standard_normal((40, 5)), generator.integers(40, size=(20, 4))
    whole = winners(vectors, questions)
    monkeypatch.setattr(analogies, "BLOCK", 3)
    np.testing.assert_array_equal(winners(vectors, questions), whole)


def test_no_question_a_row_of_zeros_and_progress():
    vectors = np.array([[1, 0], [0, 1], [0, 0], [1, 1]], dtype=np.float32)
    assert accuracy(vectors, np.empty((0, 4), int)).shape == (0,)
    assert winners(vectors, [[0, 1, 0, 1]]).inputs_out.tolist() == [3]  # zeros: cosine 0
    seen = []
    winners(vectors, np.zeros((300, 4), int), lambda done, total: seen.append((done, total)))
    assert seen == [(128, 300), (256, 300), (300, 300)]


def test_the_sum_and_the_place_of_a_word():
    table = small_table()
    np.testing.assert_allclose(point(table, KING), [0.5, 3, 0])
    assert [word for word, _ in table.ranked(point(table, KING), 2, KING)] == ["queen", "apple"]
    assert place(table, KING, "queen") == 1
    assert place(table, KING, "apple") == 2
    assert table.ranked(point(table, KING), 1)[0][0] == "king"
    with pytest.raises(KeyError, match="qqqqq"):
        point(table, Sum("king", "qqqqq", "woman"))


def test_the_parallelogram_by_hand():
    table = small_table()
    found = plane(table.rows(KING), table.rows(["queen", "king", "apple"]))
    np.testing.assert_allclose(found.corners, [[0, 2], [0, 0], [0.5, 0], [0.5, 2]], atol=1e-7)
    np.testing.assert_allclose(found.others, [[0.5, 2], [0, 2], [3, -1]], atol=1e-7)
    np.testing.assert_allclose(found.distances, [1, 0, 0], atol=1e-7)


@settings(max_examples=40)
@given(st.integers(2, 40), st.integers(0, 2**32 - 1), st.floats(1e-3, 1e3))
def test_the_plane_keeps_every_distance_between_its_corners(d, seed, scale):
    generator = np.random.default_rng(seed)
    corners, others = (generator.standard_normal((k, d)) * scale for k in (3, 5))
    found = plane(corners, others)
    start, minus, plus = corners
    four = np.stack([start, minus, plus, start - minus + plus])
    whole = np.linalg.norm(four[:, None] - four, axis=-1)
    flat = np.linalg.norm(found.corners[:, None] - found.corners, axis=-1)
    np.testing.assert_allclose(flat, whole, atol=1e-9 * scale)
    # Pythagoras: a distance to another point is that to its foot, and that from the foot to it.
    far = np.linalg.norm(others[:, None] - four, axis=-1)
    near = np.linalg.norm(found.others[:, None] - found.corners, axis=-1)
    np.testing.assert_allclose(np.hypot(near, found.distances[:, None]), far, atol=1e-9 * scale)
    assert found.corners[0, 1] > 0
    assert found.corners[1].tolist() == [0, 0]


@pytest.mark.parametrize("rows", [(0, 0, 1), (0, 1, 1), (0, 1, 0), (2, 2, 2), (1, 3, 4)])
def test_three_words_on_a_line_have_no_plane(rows):
    points = np.array([[1, 2, 3], [2, 2, 2], [0, 1, 5], [4, 2, 0], [3, 2, 1]], dtype=np.float32)
    assert plane(points[list(rows)], points) is None


# The Google set and GloVe


def test_the_set_has_its_published_size():
    sections = load_sections()
    counts = [len(section.questions) for section in sections]
    assert counts[:5] == [506, 4524, 866, 2467, 506]
    assert sum(counts) == 19_544
    assert sections[4].name == "family"
    assert sections[0].questions[0] == ("athens", "greece", "baghdad", "iraq")
    assert {len(question) for section in sections for question in section.questions} == {4}


def test_questions_with_a_missing_word_are_counted_and_left_out():
    table = small_table()
    kinds = (
        Section("one", (("man", "king", "woman", "queen"), ("man", "king", "boy", "prince"))),
        Section("two", (("pear", "king", "man", "queen"),)),
    )
    known = known_questions(table, kinds)
    assert known.names == ("one", "two")
    assert known.rows.tolist() == [[1, 0, 2, 3]]
    assert known.section.tolist() == [0]
    assert known.asked.tolist() == [2, 1]
    assert known_questions(table, kinds[1:]).rows.shape == (0, 4)


def test_glove_answers_as_brute_force_says():
    """Fifty of the real questions, each against all 50,000 words, in double precision."""
    table = load("glove")
    known = known_questions(table, load_sections())
    assert (len(known.rows), known.asked.sum() - len(known.rows)) == (17_407, 2_137)
    some = known.rows[:: len(known.rows) // 50]
    found = winners(table.vectors, some)
    vectors = table.vectors.astype(np.float64)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for number, (a, b, c, _) in enumerate(some):
        cosines = unit @ (vectors[b] - vectors[a] + vectors[c])
        order = np.argsort(-cosines)[:4]
        assert found.inputs_in[number] == order[0]
        assert found.inputs_out[number] == next(r for r in order if r not in (a, b, c))


def test_glove_fails_at_opposites_and_knows_capitals():
    table = load("glove")
    by_name = {section.name: section for section in load_sections()}
    kinds = [by_name[name] for name in ("gram2-opposite", "capital-common-countries")]
    opposites, capitals = (known_questions(table, (kind,)).rows for kind in kinds)
    assert accuracy(table.vectors, opposites).mean() == pytest.approx(0.11, abs=0.005)
    assert accuracy(table.vectors, capitals).mean() == pytest.approx(0.80, abs=0.005)


def test_gensim_counts_the_same(tmp_path):
    """It brings every vector to length 1 first, so it is given such a table."""
    models = pytest.importorskip("gensim.models")
    table = load("glove")
    words = table.words[:3_000]
    vectors = table.vectors[:3_000] / table.lengths[:3_000, None]
    keyed = models.KeyedVectors(vectors.shape[1])
    keyed.add_vectors(words, vectors)
    path = package_file("gensim", "gensim/test/test_data/questions-words.txt")
    small = tmp_path / "questions.txt"
    small.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    _, theirs = keyed.evaluate_word_analogies(str(small))
    known = known_questions(WordVectors("small", words, vectors), load_sections())
    right = accuracy(vectors, known.rows)
    for number, section in enumerate(theirs[:-1]):
        ours = right[known.section == number]
        assert ours.sum() == len(section["correct"]), section["section"]
        assert len(ours) == len(section["correct"]) + len(section["incorrect"])
    assert right.sum() > 300


def test_without_gensim_the_set_is_missing(monkeypatch):
    monkeypatch.setattr(packages, "files", lambda package: [])
    package_file.cache_clear()
    with pytest.raises(MissingPackageError, match="gensim"):
        load_sections()
    package_file.cache_clear()
