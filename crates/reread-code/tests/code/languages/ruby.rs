use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"# Carts.
require "set"
module Shop
  LIMIT = 100
  # A cart.
  class Cart < Base
    include Enumerable
    attr_reader :items
    def initialize(x, y = 1)
      @x = x
    end
    # Adds.
    def self.build(*args) = new(*args)
    class << self
      def other; end
    end
    private
    def size?
      def inner; end
    end
    Point = Struct.new(:x)
    alias_method :a, :b
  end
  class A::B; end
end
def top(a, b:) end
"##;

#[test]
fn outline() {
    check(
        Language::Ruby,
        TEXT,
        r##"
3-25 module Shop | module Shop
  4-4 constant Shop::LIMIT | LIMIT = 100
  5-23 class Shop::Cart | class Cart < Base | A cart.
    9-11 method Shop::Cart::initialize | def initialize(x, y = 1)
    12-13 method Shop::Cart::build | def self.build(*args) | Adds.
    15-15 method Shop::Cart::other | def other
    18-20 method Shop::Cart::size? | def size?
      19-19 function Shop::Cart::size?::inner | def inner
    21-21 constant Shop::Cart::Point | Point = Struct.new(:x)
  24-24 class Shop::A::B | class A::B
26-26 function top | def top(a, b:)
"##,
    );
}
