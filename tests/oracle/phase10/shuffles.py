"""The keyed shuffles of Phase 10, in functions of their own so that a test can rig them."""

from ..randomness import DECK as DECK_STREAM
from ..randomness import FIRST, RESHUFFLE, Xoshiro, key
from .cards import DECK


def first_dealer(seed, deal, players):
    return Xoshiro(key(seed, FIRST, deal)).below(players)


def shuffled_deck(seed, deal, round_):
    deck = list(DECK)
    Xoshiro(key(seed, DECK_STREAM, deal, round_)).shuffle(deck)
    return deck


def reshuffled(seed, deal, round_, number, cards):
    cards = list(cards)
    Xoshiro(key(seed, RESHUFFLE, deal, round_, number)).shuffle(cards)
    return cards
