"""One spelling for one word, however it was typed: for looking words up and for reading a text.

The same word can be written in several ways that look alike or nearly so: é as one code point or
as e with a mark (macOS writes file names so), ｃａｔ in the full width of a Chinese keyboard, ｶﾞ in
the half width of old Japanese systems, cat with an invisible character that was copied with it.
"""

import unicodedata

import regex

# Zero-width and other characters that are made to show nothing: joiners, variation selectors, the
# soft hyphen, the byte order mark (Unicode's Default_Ignorable_Code_Point).
_INVISIBLE = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_WIDE_OR_NARROW = regex.compile(r"[\uff00-\uffef]+")  # the block of full and half width forms
# Scripts that are written without spaces and that only a dictionary can cut into words: those of
# Unicode's line-breaking class SA (Thai, Lao, Khmer, Burmese …), Javanese and Balinese.
UNCUT = r"[\p{Line_Break=SA}\p{Script=Javanese}\p{Script=Balinese}]"
_UNCUT_RUN = regex.compile(rf"{UNCUT}+", regex.VERSION1)
FEW_UNCUT = 0.02  # of a text's characters: so few are a quotation, no text in such a script


def normal_form(text: str) -> str:
    """``text`` composed (NFC), in usual width, and without characters that show nothing.

    >>> normal_form("cafe\\u0301"), normal_form("\\ufeffｃａｔ\\u200b"), normal_form("ｶﾞー")
    ('café', 'cat', 'ガー')
    """
    if text.isascii():
        return text
    usual = _WIDE_OR_NARROW.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", usual))


def looks_the_same(first: str, second: str) -> bool:
    """Whether two spellings differ at most in what cannot be seen.

    >>> looks_the_same("cafe\\u0301", "café\\u200b"), looks_the_same("ｃａｔ", "cat")
    (True, False)
    """
    one, other = (
        unicodedata.normalize("NFC", _INVISIBLE.sub("", text)) for text in (first, second)
    )
    return one == other


def is_uncut(text: str) -> bool:
    """Whether ``text`` is, in part, in a script that has no spaces between words: Thai, Khmer …

    >>> is_uncut("ภาษาไทยไม่มีช่องว่าง"), is_uncut("我爱北京"), is_uncut("plain text")
    (True, False, False)
    """
    if text.isascii():
        return False
    return sum(len(run) for run in _UNCUT_RUN.findall(text)) > FEW_UNCUT * len(text)
