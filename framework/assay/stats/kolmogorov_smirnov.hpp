#pragma once

namespace assay::stats {

/// Probability of a Kolmogorov-Smirnov statistic of this size or more when both samples are drawn from one continuous
/// distribution: Kolmogorov's limit at `statistic * sqrt(n * m / (n + m))`. For small samples and with ties it is too
/// large rather than too small: no false alarm comes from it.
/// @param statistic within [0, 1]. @param reference_draws, sample_draws independent draws on both sides, above 0.
[[nodiscard]] double kolmogorov_smirnov_p(double statistic, double reference_draws, double sample_draws) noexcept;

}  // namespace assay::stats
