"""How much work each part of the search is given before another way is tried: speed depends on it, results never do."""

from dataclasses import dataclass

Widths = tuple[int | None, ...]
"""How many states a sweep keeps, from sweep to sweep; None: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApartTuning:
    """Trains that stand alone."""

    quick_look_after: float = 0.01
    """Seconds after which a quick look at all trains gives a first answer to whoever listens."""
    listing_nodes: int = 3000
    """Nodes for the first try at listing all routes that matter."""
    price_steps: int = 4
    """Subgradient steps between two tries."""
    price_gain: int = 2
    """Prices that lower the bound by less have not helped; in the solver's units, sixteen to the smallest coin."""
    bound_nodes: int = 500
    """Finding the bounds of a train at new prices takes as long as this many nodes."""
    stalled_steps: int = 2
    """Steps without a lower bound before they become smaller."""
    sweep_widths: Widths = (40, 200, None)
    """Narrow sweeps find a good route fast, which lets the full one leave out what cannot be better."""
    quick_sweep_widths: Widths = (40,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceTuning:
    """Lagrangian prices on what pays once."""

    stalled_steps: int = 4
    """Steps without a lower bound before they become smaller."""
    step_nodes: int = 20
    """A step takes as long as this many nodes, …"""
    options_per_node: int = 16
    """… and one more for each group of this many options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TogetherTuning:
    """Trains that are worth something together."""

    prices: PriceTuning = PriceTuning()
    listing_nodes: int = 12_000
    """Nodes, for all kinds of trains together, that soon give a first answer."""
    first_options: int = 30
    """Routes of each kind that are tried together first."""
    groupings_without_prices: int = 5
    trains_without_prices: int = 5
    """More ways to group trains, or more trains: good prices are found before all are searched."""
    first_slack: int = 100
    """How far below the best a convoy may stay in the first try."""
    trains_tried: int = 2
    """Up to this many trains choose without further pruning."""
    options_per_node: int = 64
    """How many options looked at without success count as one more node."""
    tried_nodes: int = 1000
    """Nodes of a plain search after which branch and bound with prices takes over."""
    price_rounds: int = 5
    price_steps: int = 40
    """At first, prices are improved in this many series of this many steps."""
    branch_steps: int = 30
    """Steps for each branch."""
    options_compared: int = 30
    """Up to this many options are simply compared with each other to find those that give nothing more."""
    choices_tried: int = 400
    """Up to this many choices are simply tried."""
    merged_pairs: int = 2000
    """Two menus with at most this many pairs become one."""
    heuristic_every: int = 4
    """Nodes of branch and bound from one set composed by the prices to the next."""
    heuristic_passes: int = 3
    """How often every train may change its mind in such a set."""
    repairs: int = 12
    """Options of one train that are tried so that such a set becomes legal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """All of it, in one value."""

    apart: ApartTuning = ApartTuning()
    together: TogetherTuning = TogetherTuning()


TUNING = Tuning()
"""As measured on the recorded games and on synthetic boards (docs/routing.md)."""
