"""What the pages share in Streamlit: the frame, the controls, the words, the cache."""
