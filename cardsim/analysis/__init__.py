"""Results to estimates: intervals, comparisons, ratings and stopping rules."""
