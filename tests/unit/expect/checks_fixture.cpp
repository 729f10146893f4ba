#include "checks_fixture.hpp"

namespace assay::expect::tests {

std::unique_ptr<TemporaryFolder> Checks::folder_;

void Checks::SetUpTestSuite() {
  folder_ = std::make_unique<TemporaryFolder>();
  make_data(folder_->path(), R"(
f = h5py.File(d / 'd.h5', 'w')
f['images'] = np.arange(2 * 3 * 2).reshape(2, 3, 2).astype('u1')
f['ints'] = np.array([1, 2, 3, 9007199254740993])
f['reals'] = np.array([0.5, np.nan, np.inf, -0.0, 2.0])
f['single'] = np.array([0.1, 0.2, 0.3], 'f4')
f['wide'] = np.array([0.1, 0.1 + 1e-9])
f['half'] = np.array([0.1, 65504, 6e-8], 'f2')
f['flag'] = np.array([True, True, True, True, False])
f.create_dataset('colour', data=[0, 5, 1, 0], dtype=h5py.enum_dtype({'red': 0, 'green': 1, 'blue': 5}, 'i2'))
f['text'] = ['cat', 'dog', 'cat', '']
f.create_dataset('fixed', data=np.array([b'cat', b'dog ', b'Cat'], 'S5'))
f['scalar'] = 7
f['empty'] = np.zeros((0, 3))
f['thin'] = np.zeros((5, 0))
f['null'] = h5py.Empty('f4')
f['table'] = np.array([(1, 2.0), (3, 4.0)], [('age', 'i4'), ('size', 'f8')])
f['late'] = [1, 1, 1, 1]
f.create_dataset('long', (2147483658,), 'i1', chunks=(1 << 20,))
kind = h5py.h5t.IEEE_F32LE.copy()
kind.set_fields(15, 7, 8, 0, 7)
kind.set_size(2)
kind.set_ebias(127)
brain = h5py.h5d.create(f.id, b'brain', kind, h5py.h5s.create_simple((3,)))
brain.write(h5py.h5s.ALL, h5py.h5s.ALL, (np.array([1, -2.5, 3.3895313892515355e38], 'f4').view('u4') >> 16).astype('u2'), kind)
f['labels'] = np.array([0, 0, 0, 1], 'u1')
f['accents'] = ['Größe', '幅', 'abc', '']
f.create_dataset('latin', data=np.array([b'Gr\xf6\xdfe', b'abc'], 'S5'))
f.create_dataset('ragged', (3,), h5py.vlen_dtype('i4'))
f['ragged'][0], f['ragged'][2] = [1, 2, 3], [4]
f['falling'] = np.array([[9, 1], [7, 1], [7, 2]], 'i4')
f['zeros'] = np.array([0.0, -0.0, np.nan, np.nan])
f['big'] = np.array([2**64 - 1, 2**64 - 3, 2**64 - 3], 'u8')
f['spread'] = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 21], 'f4')
f['vectors'] = np.array([[3, 4], [0, 0], [1, np.nan]])
f['hot'] = np.array([[1, 0, 0], [0, 0, 1]], 'u1')
f['cold'] = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 0], [0, 2, 0]], 'f2')
f['parts'] = np.array([[0.25, 0.75], [0.5, 0.625]], 'f4')
f['first'] = np.array([1, 2, 3, 4], 'i8')
f['second'] = np.array([1, 2, 9, 5], '>f4')
f['third'] = np.array([2.0, np.nan, 4.0, 9.0])
f['limit'] = np.uint64(4)
f['seven'] = [7, 7, 7, 7]
f['late_two'] = [0, 1]
f['images'].attrs['units'] = 'm'
f['images'].attrs['scale'] = 0.5
f['images'].attrs['big'] = 9007199254740993
f['images'].attrs['flag'] = True
f['images'].attrs['many'] = [1, 2]
f.close()
g = h5py.File(d / 'g_1.h5', 'w')
g['first'] = np.array([1, 2, 3], 'u2')
g['text'] = ['cat', 'dog', 'cat']
h = h5py.File(d / 'g_2.h5', 'w')
h['first'] = np.array([4], 'u2')
h['text'] = ['x']
)");
}

void Checks::TearDownTestSuite() { folder_.reset(); }

base::CheckResult Checks::check(const std::string& dataset, const std::string& key, const std::string& argument,
                                const std::string& more) {
  std::string toml = "[data]\nd = 'd.h5'\ng = 'g_*.h5'\n[expect.unused]\ndata = 'g'\ndataset = 'first'\nrows = 4\n";
  toml += "[expect.a]\ndata = 'd'\ndataset = '" + dataset + "'\n" + more + "\n";
  toml += key + " = " + argument + "\n";
  return result_of(write_suite(folder_->path(), toml), "a/" + key);
}

void Checks::passes(const std::string& dataset, const std::string& key, const std::string& argument,
                    const std::string& more) {
  const auto result = check(dataset, key, argument, more);
  EXPECT_EQ(result.verdict, base::Verdict::kPassed)
      << dataset << ' ' << key << ' ' << argument << ": " << result.reason;
  EXPECT_TRUE(result.failures.empty());
}

base::CheckResult Checks::fails(const std::string& dataset, const std::string& key, const std::string& argument,
                                const std::string& more) {
  auto result = check(dataset, key, argument, more);
  EXPECT_EQ(result.verdict, base::Verdict::kFailed)
      << dataset << ' ' << key << ' ' << argument << ": " << result.reason;
  if (result.failures.empty()) result.failures.emplace_back();
  EXPECT_EQ(result.reason.substr(0, result.failures[0].message.size()), result.failures[0].message);
  return result;
}

void Checks::refuses(const std::string& dataset, const std::string& key, const std::string& argument,
                     const std::string& more) {
  const auto result = check(dataset, key, argument, more);
  EXPECT_EQ(result.verdict, base::Verdict::kError) << dataset << ' ' << key << ": " << result.reason;
  EXPECT_EQ(result.fault, base::Fault::kUser);
}

}  // namespace assay::expect::tests
