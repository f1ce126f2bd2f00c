"""The app in a real browser. Each test is a visitor who must find a clean console."""
