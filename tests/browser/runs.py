"""The runs of its script that a page asks its server for, as told by the page's web socket.

Streamlit's front end says only whether a run is going on *now*: before the server has begun, and
through a run too short to be painted, it looks as it does at rest. So the messages themselves are
read. The page asks (``rerun_script``); the server says that it begins (``new_session``) and that
it has ended (``script_finished``).
"""

from playwright.sync_api import Page, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


class Runs:
    """Listens to a page from its first address on.

    A part of a page (a fragment) that runs again by itself, as one that waits for UMAP does, is
    left out on both sides. Two requests before the server begins may become one run or two, and
    the server does not say which: a test that must know awaits each run before it asks for the
    next.
    """

    def __init__(self, page: Page) -> None:
        self.asked = 0  # how often, since the visitor came
        self._answered = True  # the last request, with the beginning of a run
        self._running = False
        page.on("websocket", self._listen)

    @property
    def over(self) -> bool:
        """Whether all that was asked for has been answered, and to its end."""
        return self._answered and not self._running

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: bytes) -> None:
        message = BackMsg.FromString(frame)
        if message.WhichOneof("type") == "rerun_script" and not message.rerun_script.is_auto_rerun:
            self.asked += 1
            self._answered = False

    def _received(self, frame: bytes) -> None:
        message = ForwardMsg.FromString(frame)
        kind = message.WhichOneof("type")
        whole = not message.metadata.run.fragment_ids
        if kind == "new_session":  # of a part: then the page's own run has ended
            self._running = whole
            self._answered |= whole
        elif kind == "script_finished" and whole:
            self._running = False
            if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                self._answered = False  # another run follows
