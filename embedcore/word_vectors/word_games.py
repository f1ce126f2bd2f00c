"""Games with word vectors: the odd one out, and a walk from one word to another by neighbours.

The walk goes through the graph in which each word points to the words nearest to it, by cosine.
Any two words of such a graph are a few steps apart, related or not: the way says more than its
length.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from embedcore.geometry import unit_rows
from embedcore.progress import Progress
from embedcore.word_vectors.axes import directions
from embedcore.words import WordVectors

BLOCK = 256  # rows whose cosines with all others are in memory at once

# Four words each, of which the last is meant not to belong: written before any was tried.
ODD_SETS = {
    "glove": (
        ("breakfast", "lunch", "dinner", "bicycle"),
        ("breakfast", "lunch", "dinner", "cereal"),
        ("cat", "dog", "rabbit", "table"),
        ("paris", "london", "berlin", "banana"),
        ("red", "blue", "green", "seven"),
        ("violin", "piano", "guitar", "hammer"),
        ("monday", "friday", "sunday", "april"),
        ("france", "germany", "japan", "tokyo"),
        ("apple", "banana", "cherry", "carrot"),
        ("car", "bus", "train", "pedestrian"),
        ("shark", "dolphin", "salmon", "eagle"),
        ("whale", "dolphin", "seal", "shark"),
        ("mercury", "venus", "mars", "moon"),
        ("nurse", "doctor", "surgeon", "patient"),
        ("two", "four", "six", "seven"),
        ("happy", "glad", "joyful", "sad"),
        ("iron", "copper", "gold", "wood"),
        ("python", "java", "perl", "cobra"),
    ),
    "chinese": (
        ("早餐", "午餐", "晚餐", "自行车"),
        ("猫", "狗", "兔子", "桌子"),
        ("北京", "上海", "广州", "香蕉"),
        ("红色", "蓝色", "绿色", "七月"),
        ("钢琴", "小提琴", "吉他", "锤子"),
        ("星期一", "星期五", "星期日", "四月"),
        ("法国", "德国", "日本", "东京"),
        ("苹果", "香蕉", "葡萄", "胡萝卜"),
        ("汽车", "火车", "飞机", "行人"),
        ("鲨鱼", "海豚", "鲸鱼", "老鹰"),
        ("鲸鱼", "海豚", "海豹", "鲨鱼"),
        ("水星", "金星", "火星", "月亮"),
        ("医生", "护士", "外科医生", "病人"),
        ("快乐", "高兴", "开心", "悲伤"),
        ("钢铁", "黄金", "白银", "木头"),
        ("李白", "杜甫", "王维", "曹雪芹"),
        ("春天", "夏天", "秋天", "星期天"),
        ("数学", "物理", "化学", "篮球"),
    ),
}


def mean_cosines(table: WordVectors, words: Sequence[str]) -> np.ndarray:
    """The mean cosine of each of ``words`` (at least 2) with the others ``[n]``.

    The lowest is the odd one out. It is also the one that gensim's ``doesnt_match`` names: the
    cosine with the mean of all directions has the same order.
    """
    rows = directions(table, words)
    return ((rows @ rows.T).sum(axis=1) - (rows**2).sum(axis=1)) / (len(words) - 1)


def odd_one_out(table: WordVectors, words: Sequence[str]) -> str:
    """The word that is least like the others; of equals the first."""
    return words[int(mean_cosines(table, words).argmin())]


class Graph(NamedTuple):
    """Of each of n words the ``k`` nearest of the n, nearest first."""

    near: np.ndarray  # int32 [n, k], rows of the table
    cosines: np.ndarray  # float32 [n, k]


class Walks(NamedTuple):
    """The shortest walks from one word to all others of a graph."""

    steps: np.ndarray  # int [n], 0 for the start and -1 where no walk leads
    came_from: np.ndarray  # int [n], the word before; -1 for the start and where no walk leads


def nearest_graph(vectors: np.ndarray, k: int, progress: Progress | None = None) -> Graph:
    """The graph of the rows ``[n, d]``; a row is not its own neighbour; of zeros, it has cosine 0.

    ``progress(done, n)`` is called after each ``BLOCK`` rows. ``k`` is cut to n - 1.
    """
    rows = torch.from_numpy(unit_rows(vectors))
    n = len(rows)
    k = min(k, n - 1)
    graph = Graph(np.empty((n, k), dtype=np.int32), np.empty((n, k), dtype=np.float32))
    for start in range(0, n, BLOCK):
        cosines = rows[start : start + BLOCK] @ rows.T  # (block, n)
        own = torch.arange(len(cosines))
        cosines[own, own + start] = -torch.inf
        best = cosines.topk(k, dim=1)  # several times as quick as numpy's argpartition
        graph.near[start : start + BLOCK] = best.indices
        graph.cosines[start : start + BLOCK] = best.values
        if progress:
            progress(min(start + BLOCK, n), n)
    return graph


def walks_from(graph: Graph, start: int, k: int) -> Walks:
    """The walks with the fewest steps, each to one of the ``k`` nearest of the word before.

    Of several with as few steps, the one whose cosines have the highest sum.
    """
    n = len(graph.near)
    steps, came_from = np.full(n, -1), np.full(n, -1)
    sums = np.zeros(n)
    steps[start] = 0
    here, step = np.array([start]), 0
    while len(here):
        step += 1
        there = graph.near[here, :k].ravel()
        before = np.repeat(here, graph.near[:, :k].shape[1])
        reached = sums[before] + graph.cosines[here, :k].ravel()
        new = steps[there] < 0
        order = np.argsort(reached[new], kind="stable")  # the best is written last, and stays
        there, before, reached = (values[new][order] for values in (there, before, reached))
        came_from[there], sums[there], steps[there] = before, reached, step
        here = np.unique(there)
    return Walks(steps, came_from)


def path_to(walks: Walks, goal: int) -> list[int]:
    """The rows of the walk from its start to ``goal``, both included; empty if there is none."""
    if walks.steps[goal] < 0:
        return []
    path = [goal]
    while walks.steps[path[-1]]:
        path.append(int(walks.came_from[path[-1]]))
    return path[::-1]
