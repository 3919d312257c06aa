"""What all tests share."""

from hypothesis import settings

# No test is about time: on a busy machine a first call may compile for seconds.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
