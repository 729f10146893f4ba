#pragma once

#include <assay/base/check_result.hpp>

#include "made_suite.hpp"
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace assay::expect::tests {

/// One file `d.h5` with data of all kinds, and `g_1.h5`, `g_2.h5` as shards `g`; made once a test suite.
class Checks : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();

  /// The result of `key = argument` on a dataset, with further keys of the case.
  static base::CheckResult check(const std::string& dataset, const std::string& key, const std::string& argument,
                                 const std::string& more = "");
  static void passes(const std::string& dataset, const std::string& key, const std::string& argument,
                     const std::string& more = "");
  static base::CheckResult fails(const std::string& dataset, const std::string& key, const std::string& argument,
                                 const std::string& more = "");
  /// The data show that the check is a mistake.
  static void refuses(const std::string& dataset, const std::string& key, const std::string& argument,
                      const std::string& more = "");

  static std::unique_ptr<TemporaryFolder> folder_;
};

}  // namespace assay::expect::tests
