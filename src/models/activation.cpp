// The activations, most of them kernels.
#include "models/activation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "attention/kernels/kernels.hpp"

namespace attnscope {
namespace {

/// x · sigmoid(1.702 x)
void quick_gelu(std::span<float> values) {
  for (float& value : values) value /= 1.0F + std::exp(-1.702F * value);
}

void squared_relu(std::span<float> values) {
  for (float& value : values) {
    const float positive = std::max(value, 0.0F);
    value = positive * positive;
  }
}

/// Published configs name the tanh form of gelu in three ways, the erf form in two, and x·sigmoid(x) in two.
constexpr std::array activations{
    Activation{"gelu", kernels::gelu},
    Activation{"gelu_python", kernels::gelu},
    Activation{"gelu_new", kernels::gelu_tanh},
    Activation{"gelu_fast", kernels::gelu_tanh},
    Activation{"gelu_pytorch_tanh", kernels::gelu_tanh},
    Activation{"quick_gelu", quick_gelu},
    Activation{"relu", kernels::relu},
    Activation{"relu2", squared_relu},
    Activation{"silu", kernels::silu},
    Activation{"swish", kernels::silu},
    Activation{"tanh", kernels::tanh},
};

}  // namespace

const Activation* find_activation(std::string_view name) {
  const auto found = std::find_if(activations.begin(), activations.end(),
                                  [name](const Activation& activation) { return activation.name == name; });
  return found == activations.end() ? nullptr : &*found;
}

}  // namespace attnscope
