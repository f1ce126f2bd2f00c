"""What the visitor has set, kept across pages and in the address bar.

Streamlit forgets a widget's value when its page is left, and its own binding of widgets to the
URL loses values between pages and on the browser's Back button. So the values live here: in the
session, one set a page, and in the URL, where only what differs from the default is written. The
address bar is the share link.

A run of a page may find three opinions about a setting: the widget's, the URL's, and the one kept
from the last run. The widget wins if it has just been moved (the URL of that moment may be old);
else a URL that we did not write ourselves wins (a shared link, or Back); else the kept one. Behind
a slow link a click, too, may come with a URL from before our last: so a run that was asked for by a
button, an expander or the choice of a language finds no news in its URL. What a URL leaves out is
the default on the page that the visitor is on, and the kept value on a page that the visitor comes
back to.
"""

import re
from collections.abc import Callable, Iterable

import streamlit as st

LANGUAGE = "lang"
_KEPT = "near_and_far.kept"  # {page: {key: value}}
_WRITTEN = "near_and_far.written"  # {page: the URL parameters we wrote last}
_DEFAULTS = "near_and_far.defaults"  # {page: {key: default}}
_SHOWN = "near_and_far.shown"  # {page: the keys of the controls in sight}
_NOTES = "near_and_far.notes"  # {page: {key: what was set aside}}
_LAST_PAGE = "near_and_far.last_page"
_CLICKED = "near_and_far.clicked"  # by what is no setting, since the last run
_OTHERS = "near_and_far.others"  # {page: {key: whether}} of its buttons and expanders

# What other programs add to a link that is passed on. It means nothing here, and is nobody's fault.
_TRACKING = re.compile(
    r"utm_.+|hsa_.+|share_?.*|_ga|_gl|_hsenc|_hsmi|mkt_tok|mc_[ce]id|igshi?d?|si|spm(_id_from)?"
    r"|(fb|g|dc|tt|tw|y|ms|li_fat_|bd_v)(clid|clkid|id)|[gw]braid|ref(_src|_url|errer)?"
    r"|from|isappinstalled|scene|clicktime|enterid|srcid|sharer_.+|nsukey|vd_source|source|_branch.+",
    re.IGNORECASE,
)


def _of_page(name: str, page: str) -> dict:
    return st.session_state.setdefault(name, {}).setdefault(page, {})


class Settings:
    """The settings of one page during one run."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.kept = _of_page(_KEPT, page)
        self.notes = _of_page(_NOTES, page)
        self._defaults = _of_page(_DEFAULTS, page)
        # Filled as the controls are made, so that a section can show the link to what is open.
        self._seen: set[str] = set()
        st.session_state.setdefault(_SHOWN, {})[page] = self._seen
        written = st.session_state.setdefault(_WRITTEN, {}).get(page)
        self.url = {k: v for k, v in st.query_params.to_dict().items() if k != LANGUAGE}
        moved = any(
            st.session_state.get(self.widget_key(key), value) != value
            for key, value in self.kept.items()
        )
        clicked = self._clicked_elsewhere()
        self._url_is_news = self.url != written and not moved and not clicked
        self._url_is_whole = self._url_is_news and st.session_state.get(_LAST_PAGE) == page
        st.session_state[_LAST_PAGE] = page
        if moved or self._url_is_news:
            self.notes.clear()

    def _clicked_elsewhere(self) -> bool:
        """Whether this run was asked for by a widget that is no setting of the page."""
        clicked = st.session_state.pop(_CLICKED, False)
        now = {  # of each button and expander, whether it is pressed or open
            key: value
            for key, value in st.session_state.items()
            if isinstance(value, bool)
            and key.startswith(f"{self.page}.")
            and key.partition(".")[2] not in self.kept
        }
        before = _of_page(_OTHERS, self.page)
        # A button that was pressed is False again in the next run, and nobody clicked.
        may = {key: value for key, value in now.items() if value or ".closer." in key}
        clicked |= any(value != before.get(key, value) for key, value in may.items())
        st.session_state[_OTHERS][self.page] = now
        return clicked

    def widget_key(self, key: str) -> str:
        """The key of the widget: its page is in it, as a widget belongs to one page."""
        return f"{self.page}.{key}"

    def prepare(
        self,
        key: str,
        default: object,
        parse: Callable[[object], object],
        follows: bool = False,
    ) -> str:
        """Give the widget its value before it is made, and return the widget's key.

        ``parse(raw)`` turns a value from the URL, the widget or the last run into a usable one,
        or raises ``ValueError``: then the default is used, and a note says what the URL asked for.
        One that ``follows`` takes a new default, as of another language, while it has the old one.
        """
        self._seen.add(key)
        last_default = self._defaults.get(key, default)
        self._defaults[key] = default
        widget_key = self.widget_key(key)
        from_url = self._url_is_news and key in self.url
        if from_url:
            raw = self.url[key]
        elif self._url_is_whole:
            raw = default
        else:
            raw = st.session_state.get(widget_key, self.kept.get(key, default))
            if follows and raw == last_default:
                raw = default
        try:
            value = parse(raw)
        except ValueError:
            value = default
            if from_url:  # a kept value may just have lost its sense: a token of other groups
                self.notes[key] = str(raw)
        if st.session_state.get(widget_key) != value:
            st.session_state[widget_key] = value
        return widget_key

    def differs(self, key: str) -> bool:
        """Whether it is not at its default by now, or a link asked in vain for something else."""
        if key in self.notes:
            return True
        if self._url_is_news:
            return key in self.url
        return self.kept.get(key) != self._defaults.get(key)

    def keep(self, key: str, value: object) -> None:
        """Remember what the widget answered."""
        self.kept[key] = value

    def finish(self) -> None:
        """Note the unknown parameters and write the URL, if it says something else."""
        if self._url_is_news:
            unknown = {k: v for k, v in self.url.items() if k not in self._seen}
            self.notes.update({k: v for k, v in unknown.items() if not _TRACKING.fullmatch(k)})
        parameters = url_parameters(self.page)
        st.session_state[_WRITTEN][self.page] = parameters
        if self.url != parameters:
            shown = st.query_params.to_dict()
            language = {LANGUAGE: shown[LANGUAGE]} if LANGUAGE in shown else {}
            st.query_params.from_dict(language | parameters)

    def forget(self, keys: Iterable[str]) -> None:
        """Let ``keys`` have their defaults again (a callback)."""
        self.notes.clear()
        for key in list(keys):
            self.kept.pop(key, None)
            st.session_state.pop(self.widget_key(key), None)


def note_click() -> None:
    """In the callback of a widget that belongs to no page: this run's URL may be an old one."""
    st.session_state[_CLICKED] = True


def url_parameters(page: str) -> dict[str, str]:
    """What a link to ``page`` must carry to open it as this visitor left it.

    The settings of a section that was not open are left out: they are kept, but not to be seen.
    """
    kept, defaults = _of_page(_KEPT, page), _of_page(_DEFAULTS, page)
    shown = st.session_state.get(_SHOWN, {}).get(page, ())
    parameters = {key: as_parameter(v) for key, v in kept.items() if v != defaults.get(key)}
    return {key: value for key, value in parameters.items() if key in shown}


def as_parameter(value: object) -> str:
    """A setting as it stands in the URL: untranslated, so that a link works in both languages."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)
