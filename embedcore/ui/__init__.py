"""What the pages share in Streamlit: the frame, the controls, the words, the cache.

Whichever page a server shows first, it imports this first: the process gets its settings here.
"""

from embedcore.process import one_thread_each

one_thread_each()
