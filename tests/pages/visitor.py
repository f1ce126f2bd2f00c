"""A visitor of the app: opens pages by their address, moves controls, reads what is there."""

import json
from functools import cached_property
from pathlib import Path
from urllib.parse import parse_qsl

import pandas as pd
import pyarrow as pa
from charts import spec
from streamlit.testing.v1 import AppTest

from embedcore.ui.text import Text
from embedcore.ui.tour import HOME, TOUR

ROOT = Path(__file__).resolve().parents[2]
PAGES = tuple(page.name for page in TOUR if page.name != HOME)
WIDGETS = (
    "slider",
    "select_slider",
    "number_input",
    "text_input",
    "text_area",
    "button_group",
    "selectbox",
    "toggle",
)
ALERTS = ("error", "warning", "info")


class Visit:
    """One browser tab. ``tab`` is the AppTest beneath; every run must end without an exception."""

    def __init__(self, page: str, language: str | None = "en", **parameters: str) -> None:
        self.tab = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=180)
        if language:
            parameters = {"lang": language, **parameters}
        self.go(page, **parameters)

    def go(self, page: str, **parameters: str) -> "Visit":
        """Open an address."""
        self.page = page
        self.tab.query_params = parameters
        if page != HOME:
            self.tab.switch_page(f"pages/{page}.py")
        elif hasattr(self, "url"):
            self.tab.switch_page("streamlit_app.py")
        return self.run()

    def follow(self, page: str) -> "Visit":
        """Click on the page's link in the menu."""
        address = {HOME: ""}.get(page, page)
        link = next(link for link in self.tab.sidebar.page_link if link.proto.page == address)
        return self.go(page, **dict(parse_qsl(link.proto.query_string, keep_blank_values=True)))

    def run(self) -> "Visit":
        self.tab.run()
        assert not self.tab.exception, [problem.message for problem in self.tab.exception]
        assert not [chart.open_axes for chart in self.charts if chart.open_axes]
        self.url = dict(self.tab.query_params)
        self.language = self.tab.session_state["near_and_far.language"]
        self.text = Text(self.page, self.language)
        return self

    # Controls

    def widget(self, key: str):
        return next(w for w in self.widgets if w.key == f"{self.page}.{key}")

    @property
    def widgets(self) -> list:
        """All controls of the page, the language switch aside."""
        every = [widget for kind in WIDGETS for widget in self.tab.get(kind)]
        return [widget for widget in every if (widget.key or "").startswith(f"{self.page}.")]

    @property
    def values(self) -> dict:
        return {w.key.removeprefix(f"{self.page}."): w.value for w in self.widgets}

    def look_closer(self, *names: str) -> "Visit":
        """Open expanders below the pictures: these, or all."""
        tables = [key for key in self.text.keys if key.startswith("numbers.")]
        every = ["maths", "code", *(key.removeprefix("numbers.") for key in tables)]
        for name in names or every:
            self.tab.session_state[f"{self.page}.closer.{name}"] = True
        return self.run()

    def set(self, key: str, value: object) -> "Visit":
        return self.set_all({key: value})

    def set_all(self, values: dict[str, object]) -> "Visit":
        """Move several controls, and run the page once, if any."""
        for key, value in values.items():
            self.widget(key).set_value(value)
        return self.run() if values else self

    def reset(self) -> "Visit":
        self.tab.button(key=f"{self.page}.reset").click()
        return self.run()

    def choose_language(self, language: str) -> "Visit":
        self.tab.button_group(key="near_and_far.language_widget").set_value(language)
        return self.run()

    # What is there

    def says(self, key: str, **values: object) -> bool:
        """Whether the sentence of this key stands on the page, filled with these values."""
        return any(self.text(key, **values) in said for said in self.said)

    @property
    def said(self) -> list[str]:
        kinds = ("markdown", "caption", *ALERTS)
        return [element.value for kind in kinds for element in self.tab.get(kind)]

    @property
    def warnings(self) -> list[str]:
        return [warning.value for warning in self.tab.warning]

    @property
    def refused_links(self) -> list[str]:
        """What the page says of a link with something that it could not use."""
        return [warning.value for warning in self.tab.warning if warning.icon == "🔗"]

    @property
    def errors(self) -> list[str]:
        return [error.value for error in self.tab.error]

    @property
    def metrics(self) -> dict[str, str]:
        return {metric.label: metric.value for metric in self.tab.metric}

    @property
    def tables(self) -> list[pd.DataFrame]:
        return [table.value for table in self.tab.dataframe]

    @property
    def charts(self) -> list["Chart"]:
        return [Chart(element.proto) for element in self.tab.get("vega_lite_chart")]

    def chart(self, key: str, nth: int = 0, **values: object) -> "Chart":
        """The chart whose description is the sentence of this key, filled with these values."""
        alt = self.text(key, **values)
        found = [chart for chart in self.charts if chart.alt == alt]
        assert found, f"no chart is described as {alt!r}, but: {[c.alt for c in self.charts]}"
        return found[nth]


class Chart:
    """A chart as it reaches the browser."""

    def __init__(self, proto) -> None:
        self.spec = json.loads(proto.spec)
        self.alt = proto.alt
        self._shared = proto.data.data  # of all layers, as Streamlit sends it

    @cached_property
    def layers(self) -> list[dict]:
        return spec.layers(self.spec)

    def rows(self, *marks: str, having: str = "") -> pd.DataFrame:
        """The data of the first layer that ``tables`` finds."""
        return self.tables(*marks, having=having)[0]

    def tables(self, *marks: str, having: str = "") -> list[pd.DataFrame]:
        """The data of each layer with one of these marks or names, and a column ``having``."""
        found = map(self._data, spec.layers(self.spec, *marks))
        return [table for table in found if not having or having in table]

    def _data(self, layer: dict) -> pd.DataFrame:
        if "data" in layer:
            return pd.DataFrame(spec.rows(self.spec, layer))
        return pa.ipc.open_stream(self._shared).read_pandas()

    @property
    def open_axes(self) -> list[str]:
        """Axes of amounts that take their ends from the data, which Streamlit sends later.

        Until it comes the browser's console has a warning for each.
        """
        if not self._shared:
            return []
        found = []
        for axis in "xy":
            layers = [layer for layer in self.layers if axis in layer.get("encoding", {})]
            ended = [layer["encoding"][axis].get("scale") or {} for layer in layers]
            late = [layer["encoding"][axis] for layer in layers if "data" not in layer]
            amounts = [one["field"] for one in late if one.get("type") == "quantitative"]
            if amounts and not any("domain" in scale for scale in ended):
                found.append(amounts[0])
        return found

    def square(self) -> "pd.DataFrame":
        """A heatmap's values as the matrix ``[row, column]`` that they draw."""
        return self.rows().pivot(index="row", columns="column", values="value")

    def axis(self, channel: str) -> list[str]:
        """The tokens on an axis, from first to last."""
        encoding = self.layers[0]["encoding"][channel]
        name = encoding["axis"]["labelExpr"].removesuffix("[datum.value]")
        names = next(one["value"] for one in self.spec["params"] if one["name"] == name)
        return [names[position] for position in encoding["scale"]["domain"]]
