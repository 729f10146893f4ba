#include <assay/base/error.hpp>
#include <assay/run/detail/order.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

namespace assay::run::detail {
namespace {

using namespace std::chrono_literals;

TEST(Order, ReadsBackAsItWasWritten) {
  const TemporaryFolder folder;
  Order order;
  order.run = "r";
  order.runner = 42;
  order.program = "/a b/program";
  order.folder = "/suite";
  order.batch = "/run/batch.json";
  order.events = "/run/events.jsonl";
  order.output = "/run/output.txt";
  order.cases = {{"s.expect.a", 1500ms, 4'000'000'000}, {"s.expect.b", std::nullopt, std::nullopt}};
  order.env = {{"A", "1"}, {"B", "two words"}};
  write_order(order, folder.path() / "order.json");
  EXPECT_EQ(read_order(folder.path() / "order.json").value(), order);
  order.budget = 10min;
  order.budget_end_ns = 123;
  write_order(order, folder.path() / "order.json");
  EXPECT_EQ(read_order(folder.path() / "order.json").value(), order);
}

TEST(Order, WhatIsNoOrderIsASentence) {
  const TemporaryFolder folder;
  const std::string good = R"("schema":1,"runner":1,"program":"/p","batch":"/b","events":"/e")";
  EXPECT_TRUE(read_order(folder.append("good", "{" + good + "}")).has_value());
  int number = 0;
  for (const std::string& content :
       {std::string(), std::string("[]"), std::string("{}"), "{" + good + R"(,"runner":0})",
        "{" + good + R"(,"cases":{}})", "{" + good + R"(,"cases":[{"name":"a","memory":-1}]})",
        "{" + good + R"(,"env":["A"]})", std::string(R"({"schema":1,"runner":1,"program":"/p"})"),
        std::string(R"({"schema":1,"runner":"me"})")}) {
    EXPECT_FALSE(read_order(folder.append(std::to_string(number++), content)).has_value()) << content;
  }
}

TEST(Order, APathThatIsNotUtf8CannotBeOrdered) {
  const TemporaryFolder folder;
  Order order;
  order.program = "/\xff";
  EXPECT_THROW(write_order(order, folder.path() / "order.json"), base::InfrastructureError);
}

}  // namespace
}  // namespace assay::run::detail
