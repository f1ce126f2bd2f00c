"""Token embeddings, from an id without meaning to a vector that has near and far.

Each module explains one thing and computes everything the app shows of it; none of them knows
Streamlit or Altair. Import the module you need, for instance ``from embedcore import geometry``:
nothing is imported here, so that a page pays only for what it uses.
"""
