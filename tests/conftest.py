"""For every test: the same examples in each run."""

import hypothesis

hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("same")
