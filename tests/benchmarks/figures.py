"""What benchmarks make of many measurements."""

import math
from collections.abc import Sequence


def percentile(figures: Sequence[float], percent: float) -> float:
    """The smallest figure that at least that many percent do not exceed (nearest rank)."""
    return sorted(figures)[max(0, math.ceil(len(figures) * percent / 100) - 1)]
