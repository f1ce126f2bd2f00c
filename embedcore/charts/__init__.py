"""Altair charts: data in, chart out.

Colours are named by their meaning and defined, for light and dark, in ``.streamlit/config.toml``:
``diverging`` is cosine similarity on [-1, 1], ``category`` a group, ``ramp`` any other amount.
Field names are plain words; tokens are only ever values.
"""
