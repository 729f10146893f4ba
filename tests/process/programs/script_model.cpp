// Writes an exported classifier of 4 numbers into 3 classes, as torch.jit.script(model).save(FILE) would.

#include <torch/csrc/jit/api/module.h>
#include <torch/types.h>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  torch::jit::Module net("Net");
  net.register_attribute("training", c10::BoolType::get(), true);
  const at::Tensor spread = torch::arange(12, torch::kFloat).mul(0.618F).frac().sub(0.5F).view({4, 3});
  net.register_parameter("weight", spread.clone().set_requires_grad(true), false);
  net.register_parameter("bias", torch::zeros({3}).set_requires_grad(true), false);
  net.define("def forward(self, x):\n  return torch.matmul(x, self.weight) + self.bias\n");
  net.save(argv[1]);
}
