//! What texts declare, through the public API: an outline for every language, the edges, and laws for every text.

#[cfg(feature = "systems")]
mod budgets;
#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web"
))]
mod conditionals;
#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web"
))]
mod edges;
#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web",
    target_os = "linux"
))]
mod hostile;
mod languages;
mod laws;
#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web"
))]
mod nesting;
#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web"
))]
mod several_names;
#[cfg(all(
    feature = "data",
    feature = "dotnet",
    feature = "jvm",
    feature = "scripting",
    feature = "systems",
    feature = "web"
))]
mod sketches;
