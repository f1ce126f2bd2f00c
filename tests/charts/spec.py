"""Reads a chart's specification: its layers by their marks, and the data that they draw."""


def layers(spec: dict, *marks: str) -> list[dict]:
    """The layers with one of these marks, or of these names, in their order; all without any."""
    every = spec.get("layer", [spec])
    wanted = {*marks}
    return [one for one in every if not marks or wanted & {mark_of(one), one.get("name")}]


def mark_of(layer: dict) -> str:
    """What a layer is drawn with: line, bar, text …"""
    mark = layer["mark"]
    return mark["type"] if isinstance(mark, dict) else mark


def rows(spec: dict, layer: dict | str | None = None) -> list[dict]:
    """The data of a layer, or of the first with this mark; what all share without either.

    It stands in the layer, or in the chart where layers share it; there, or under a name.
    """
    if isinstance(layer, str):
        layer = layers(spec, layer)[0]
    data = (layer or {}).get("data") or spec["data"]
    return data["values"] if "values" in data else spec["datasets"][data["name"]]
