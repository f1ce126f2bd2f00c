"""Two tables small enough for a page test: the words of our list, and some more.

The Chinese one is the English one turned into more dimensions, with noise on it.
"""

import numpy as np

from embedcore.languages.translations import our_pairs
from embedcore.words import WordVectors

OTHERS = 40


def small_tables():
    """``glove [538, 50]`` and ``chinese [538, 60]``."""
    generator = np.random.default_rng(0)
    pairs = our_pairs()
    count = len(pairs) + OTHERS
    english = generator.standard_normal((count, 50)) * np.linspace(2, 0.5, 50)
    axes = np.linalg.qr(generator.standard_normal((60, 60)))[0][:50]
    chinese = english @ axes + 0.5 * generator.standard_normal((count, 60))
    words = {
        "glove": [p.english for p in pairs] + [f"filler{i}" for i in range(OTHERS)],
        "chinese": [p.chinese for p in pairs] + [f"填充{i}" for i in range(OTHERS)],
    }
    vectors = {"glove": english + 3, "chinese": chinese}
    return {
        name: WordVectors(name, tuple(words[name]), vectors[name].astype(np.float32))
        for name in words
    }
