#pragma once

#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

namespace assay::suite {

/// The superuser may read everything, so tests of permissions step down for a while.
class OrdinaryUser {
 public:
  OrdinaryUser() : was_(geteuid()) {
    if (was_ == 0 && seteuid(65534) != 0) {
      throw std::runtime_error("seteuid failed");
    }
  }
  ~OrdinaryUser() {
    if (was_ == 0 && seteuid(was_) != 0) {
      std::abort();
    }
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;

 private:
  uid_t was_;
};

}  // namespace assay::suite
