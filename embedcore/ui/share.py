"""The share link: the page's address with what the visitor has set."""

from urllib.parse import urlencode

from embedcore.ui.settings import LANGUAGE

CLOUD_FRAME = "/~/+"  # Streamlit Community Cloud shows an app in a frame at this path


def share_link(address: str, language: str, parameters: dict[str, str]) -> str:
    """The link to the page at ``address`` as the visitor has set it."""
    whole = urlencode({LANGUAGE: language, **parameters})
    return f"{address.replace(CLOUD_FRAME, '', 1)}?{whole}"
