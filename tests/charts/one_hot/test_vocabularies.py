"""What one-hot vectors take in each of the named vocabularies."""

from embedcore.charts.one_hot.vocabularies import vocabulary_bars

from ..spec import rows


def test_the_chosen_vocabulary_stands_out():
    written = {"names": ["a", "b"], "written": ["108 B", "260 B"], "bytes_title": "bytes"}
    spec = vocabulary_bars([27, 65], [108, 260], chosen=65, **written)
    drawn = rows(spec.to_dict())
    assert [(row["name"], row["bytes"], row["chosen"]) for row in drawn] == [
        ("a", 108, False),
        ("b", 260, True),
    ]
