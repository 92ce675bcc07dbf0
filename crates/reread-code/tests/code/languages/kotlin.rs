use reread_code::Language;

use super::check;

pub(crate) const TEXT: &str = r##"package shop.cart
import java.util.List
/** How many. */
const val LIMIT = 100
private val names = listOf("a")
/** A cart. */
@Serializable
data class Cart<T>(val items: List<T>, var n: Int = 0) : Base(), I {
    val size: Int get() = 1
    lateinit var x: String
    constructor(a: Int) : this(listOf())
    init { println() }
    /** Adds. */
    @Throws
    suspend fun add(item: T): Boolean {
        val local = 1
        fun inner() {}
        return true
    }
    fun short() = 1
    companion object {
        const val Q = 1
        fun make() = 1
    }
    inner class Inner
    enum class Kind {
        A,
        B {
            override fun x() = 1
        };
        fun q() = 1
    }
}
interface Shape {
    fun area(): Double
}
object Single : I {
    fun f() {}
}
sealed class S {
    object A : S()
}
typealias Alias = List<Int>
fun <T> List<T>.ext(x: T): T = x
fun interface Op {
    fun run()
}
"##;

#[test]
fn outline() {
    check(
        Language::Kotlin,
        TEXT,
        r##"
3-4 constant LIMIT | const val LIMIT = 100 | How many.
5-5 field names | private val names = listOf("a")
6-33 class Cart | data class Cart<T>(val items: List<T>, var n: Int = 0) : Base(), I | A cart.
  9-9 field Cart.size | val size: Int
  10-10 field Cart.x | lateinit var x: String
  11-11 method Cart.constructor | constructor(a: Int) : this(listOf())
  13-19 method Cart.add | suspend fun add(item: T): Boolean | Adds.
    17-17 function Cart.add.inner | fun inner()
  20-20 method Cart.short | fun short()
  21-24 object Cart.Companion | companion object
    22-22 constant Cart.Companion.Q | const val Q = 1
    23-23 method Cart.Companion.make | fun make()
  25-25 class Cart.Inner | inner class Inner
  26-32 enum Cart.Kind | enum class Kind
    27-27 variant Cart.Kind.A | A
    28-30 variant Cart.Kind.B | B
      29-29 function Cart.Kind.B.x | override fun x()
    31-31 method Cart.Kind.q | fun q()
34-36 interface Shape | interface Shape
  35-35 method Shape.area | fun area(): Double
37-39 object Single | object Single : I
  38-38 method Single.f | fun f()
40-42 class S | sealed class S
  41-41 object S.A | object A : S()
43-43 type Alias | typealias Alias = List<Int>
44-44 function ext | fun <T> List<T>.ext(x: T): T
45-47 interface Op | fun interface Op
  46-46 method Op.run | fun run()
"##,
    );
}
