"""Changeling-Transfer: how well a policy plays decks that it was never trained on."""
