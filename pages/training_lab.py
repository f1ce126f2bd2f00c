"""The training lab: watch near and far come into being."""

from embedcore.ui.page import show_page
from embedcore.ui.training_lab.visit import LabVisit

show_page("training_lab", LabVisit)
