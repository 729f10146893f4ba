// What a worker leaves behind is ended, wherever it hides.
#include "guarded_run.hpp"
#include <gmock/gmock.h>

namespace assay::run {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class GuardSweep : public GuardedRun {};

TEST_F(GuardSweep, ADaemonInASessionOfItsOwnIsEnded) {
  const RunRecord record = run(plan({"daemon", "pass_2"}));
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "passed"));
  EXPECT_THAT(record.warnings, ElementsAre(AllOf(HasSubstr("left a process running"), HasSubstr("assay_test_fake"))));
}

TEST_F(GuardSweep, AChildIsEndedWhateverItsName) {
  const RunRecord record = run(plan({"child"}));
  EXPECT_THAT(verdicts(record), ElementsAre("passed"));
  EXPECT_THAT(record.warnings,
              ElementsAre(StartsWith("s.test.F.child: left a process running, which Assay ended: odd) (name\\n (")));
}

TEST_F(GuardSweep, ADaemonOfACrashedWorkerIsEndedToo) {
  const RunRecord record = run(plan({"daemon", "segv_2"}));
  EXPECT_THAT(verdicts(record), ElementsAre("passed", "crashed"));
  ASSERT_EQ(events(EventKind::kWorkerEnded).size(), 1U);
  EXPECT_EQ(events(EventKind::kWorkerEnded)[0].swept.size(), 1U);
}

TEST_F(GuardSweep, NothingLeftBehindIsNoWarning) { EXPECT_THAT(run(plan({"pass_1"})).warnings, testing::IsEmpty()); }

}  // namespace
}  // namespace assay::run
