#include <assay/expect/detail/session.hpp>
#include <assay/expect/evaluation.hpp>

#include <utility>

namespace assay::expect {

struct Evaluation::Session : detail::Session {
  using detail::Session::Session;
};

Evaluation::Evaluation(std::vector<Request> requests, EvaluationOptions options)
    : session_(std::make_unique<Session>(std::move(requests), std::move(options))) {}

Evaluation::~Evaluation() = default;
Evaluation::Evaluation(Evaluation&&) noexcept = default;
Evaluation& Evaluation::operator=(Evaluation&&) noexcept = default;

const std::vector<base::CheckResult>& Evaluation::results(std::size_t request) { return session_->results(request); }

tl::expected<std::optional<std::string>, std::string> Evaluation::draw_offenders(std::size_t request, std::size_t check,
                                                                                 const base::Failure& failure,
                                                                                 const std::filesystem::path& file) {
  return session_->draw_offenders(request, check, failure, file);
}

}  // namespace assay::expect
