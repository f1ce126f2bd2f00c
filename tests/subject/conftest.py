"""For every test of the subject: one thread."""

import pickle
import random

import numpy as np
import pytest
import torch

torch.set_num_threads(1)  # the models are tiny: threads would wait for one another


@pytest.fixture
def global_randomness():
    """A function that tells where the three global random generators stand."""
    return lambda: (
        torch.random.get_rng_state().tolist(),
        pickle.dumps(np.random.get_state()),
        random.getstate(),
    )
