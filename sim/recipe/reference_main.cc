#include <iostream>

#include "sim/recipe/reference.h"

// Prints docs/stages.md.
int main() {
  std::cout << talus::ReferencePage();
  return std::cout.flush() ? 0 : 1;
}
