"""Prints `negative positive p` lines: 2 P(X <= min), X binomial(negative + positive, 1/2), in whole numbers."""
from fractions import Fraction

pairs = [(b, c) for b in range(21) for c in range(21)]
pairs += [(600, 500), (1000, 0), (11, 25), (2000, 1800), (5000, 5001), (40, 900), (1, 1070)]
for b, c in pairs:
    tail, term = 0, 1
    for k in range(min(b, c) + 1):
        tail += term
        term = term * (b + c - k) // (k + 1)
    print(b, c, repr(float(min(Fraction(1), Fraction(2 * tail, 2 ** (b + c))))))
