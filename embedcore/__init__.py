"""Token embeddings, from an id without meaning to a vector that has near and far.

Each module explains one thing and computes everything that the app shows of it. What several pages
need stands here; a room, such as ``one_hot``, holds what one page is about. Two rooms are not the
subject but show it: ``charts`` draws with Altair, ``ui`` makes pages with Streamlit; nothing else
here knows of either.

Import the module you need, for instance ``from embedcore import geometry``: nothing is imported
here, so that who asks pays only for what is used.
"""
