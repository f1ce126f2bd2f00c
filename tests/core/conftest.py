"""For every test of the subject: one thread, and the same examples in each run."""

import pickle
import random

import hypothesis
import numpy as np
import pytest
import torch

torch.set_num_threads(1)  # the models are tiny: threads would wait for one another

hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("same")


@pytest.fixture
def global_randomness():
    """A function that tells where the three global random generators stand."""
    return lambda: (
        torch.random.get_rng_state().tolist(),
        pickle.dumps(np.random.get_state()),
        random.getstate(),
    )
