"""The controls of a page: Streamlit's widgets, with settings that survive and URLs that restore.

Each takes its label from the page's words (``controls.<key>.label``, and ``.help`` if there is
one), and says below itself what it could not use.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial

import streamlit as st

from embedcore.tokens import repair
from embedcore.ui.settings import Settings, as_parameter
from embedcore.ui.text import Text, literal

MOST_NAMED = 5  # unknown parameters of a link, in the message about them


class Controls:
    """One call a control, in the order in which they stand; then ``finish()``."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self._top = st.container()
        self.settings = Settings(text.page)

    def worded(self, text: Text) -> "Controls":
        """The same settings under the labels of another page's words."""
        other = copy(self)
        other.text = text
        return other

    def slider(self, key: str, lowest: int, highest: int, default: int, step: int = 1) -> int:
        """A whole number on a slider."""
        widget_key = self.settings.prepare(key, default, _whole_number(lowest, highest, step))
        value = st.slider(
            self._label(key), lowest, highest, step=step, key=widget_key, help=self._help(key)
        )
        return self._done(key, value)

    def stops(self, key: str, options: Sequence[int], default: int, follows: bool = False) -> int:
        """A whole number on a slider with named stops, for values too far apart for even steps.

        One that ``follows`` takes a new default while it has the old one.
        """
        widget_key = self.settings.prepare(key, default, _one_of(options), follows)
        value = st.select_slider(
            self._label(key),
            options,
            format_func=lambda option: f"{option:,}",
            key=widget_key,
            help=self._help(key),
        )
        return self._done(key, value)

    def whole(self, key: str, lowest: int, highest: int, default: int) -> int:
        """A whole number typed in a field."""
        widget_key = self.settings.prepare(key, default, _whole_number(lowest, highest, 1))
        value = st.number_input(
            self._label(key), lowest, highest, step=1, key=widget_key, help=self._help(key)
        )
        return self._done(key, value)

    def number(self, key: str, lowest: float, highest: float, default: float) -> float:
        """A number typed in a field; its buttons move by a tenth of the default."""
        widget_key = self.settings.prepare(key, default, _number(lowest, highest))
        value = st.number_input(
            self._label(key),
            lowest,
            highest,
            step=default / 10,
            format="%g",
            key=widget_key,
            help=self._help(key),
        )
        return self._done(key, value)

    def words(self, key: str, default: str, longest: int) -> str:
        """A line of text, cut to ``longest`` characters; says so when it cuts or repairs."""
        return self._typed(st.text_input, key, default, longest)

    def lines(self, key: str, default: str, longest: int, height: int) -> str:
        """Several lines of text in a field ``height`` pixels high, else as ``words``."""
        return self._typed(partial(st.text_area, height=height), key, default, longest)

    def _typed(self, field: Callable[..., str], key: str, default: str, longest: int) -> str:
        said = []

        def clean(raw: str) -> str:
            if len(raw) > longest:
                said.append(self.text("controls.cut", count=len(raw), longest=longest))
            if repair(raw) != raw:
                said.append(self.text("controls.repaired"))
            return repair(raw[:longest])

        widget_key = self.settings.prepare(key, default, clean, follows=True)
        value = field(self._label(key), key=widget_key, help=self._help(key))
        for sentence in said:
            st.warning(sentence, icon="✂️")
        return self._done(key, value)

    def choice(
        self,
        key: str,
        options: Sequence[str],
        default: str,
        label: Callable[[str], str] = str,
        follows: bool = False,
    ) -> str:
        """One of a few words side by side; ``label`` may translate, the URL keeps the option.

        One that ``follows`` takes a new default, as of another language, while it has the old one.
        """
        widget_key = self.settings.prepare(key, default, _one_of(options), follows)
        value = st.segmented_control(
            self._label(key),
            options,
            required=True,
            format_func=label,
            key=widget_key,
            help=self._help(key),
            width="stretch",
        )
        return self._done(key, value)

    def peek(self, key: str, options: Sequence[str], default: str) -> str:
        """What a ``select`` of these options, made later in the same run, will answer."""
        return st.session_state[self.settings.prepare(key, default, _one_of(options))]

    def select(
        self,
        key: str,
        options: Sequence[str],
        default: str,
        resets: Sequence[str] = (),
        label: Callable[[str], str] = str,
        follows: bool = False,
    ) -> str:
        """One of many words, in a list; a new choice gives the ``resets`` their new defaults.

        ``follows`` is as in ``choice``.
        """
        widget_key = self.settings.prepare(key, default, _one_of(options), follows)
        value = st.selectbox(
            self._label(key),
            options,
            format_func=label,
            key=widget_key,
            help=self._help(key),
            on_change=self.settings.forget,
            args=(resets,),
        )
        return self._done(key, value)

    def toggle(self, key: str, default: bool) -> bool:
        """Yes or no."""
        widget_key = self.settings.prepare(key, default, _yes_or_no)
        value = st.toggle(self._label(key), key=widget_key, help=self._help(key))
        return self._done(key, value)

    def changed(self, keys: Iterable[str]) -> bool:
        """Whether any of these is known to differ from its default, here or in the link."""
        return any(self.settings.differs(key) for key in keys)

    def reset_button(self) -> None:
        """Back to the defaults of this page."""
        st.button(
            self.text("controls.reset"),
            key=self.settings.widget_key("reset"),
            on_click=self.settings.forget,
            args=(self.settings.kept,),  # controls below the button, too
            icon=":material/restart_alt:",
        )

    def finish(self) -> None:
        """After the last control: write the share link, say which of its parameters are unknown."""
        self.settings.finish()
        unknown = [name for name in self.settings.notes if name not in self.settings.kept]
        if unknown:
            names = ", ".join(literal(name[:40]) for name in unknown[:MOST_NAMED])
            key = "controls.unknown" if len(unknown) <= MOST_NAMED else "controls.unknown_many"
            said = self.text(key, names=names, more=len(unknown) - MOST_NAMED)
            self._top.warning(said, icon="🔗")

    def _label(self, key: str) -> str:
        return self.text(f"controls.{key}.label")

    def _help(self, key: str) -> str | None:
        key = f"controls.{key}.help"
        return self.text(key) if self.text.has(key) else None

    def _done(self, key: str, value):
        self.settings.keep(key, value)
        if key in self.settings.notes:
            raw, used = self.settings.notes[key], as_parameter(value)
            values = {"name": literal(key), "raw": literal(raw[:40]), "used": literal(used)}
            st.warning(self.text("controls.set_aside", **values), icon="🔗")
        return value


def _whole_number(lowest: int, highest: int, step: int) -> Callable[[object], int]:
    def parse(raw: object) -> int:
        value = int(raw)
        if not lowest <= value <= highest or (value - lowest) % step:
            raise ValueError
        return value

    return parse


def _number(lowest: float, highest: float) -> Callable[[object], float]:
    def parse(raw: object) -> float:
        value = float(raw)
        if not (math.isfinite(value) and lowest <= value <= highest):
            raise ValueError
        return value

    return parse


def _one_of(options: Sequence) -> Callable[[object], object]:
    by_name = {as_parameter(option): option for option in options}

    def parse(raw: object) -> object:
        if as_parameter(raw) not in by_name:
            raise ValueError
        return by_name[as_parameter(raw)]

    return parse


def _yes_or_no(raw: object) -> bool:
    if str(raw).lower() not in ("true", "false"):
        raise ValueError
    return str(raw).lower() == "true"
