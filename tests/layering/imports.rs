//! Which file of `src` uses which: `use` trees and paths, followed through re-exports to the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// Segments from the crate root: `["memory", "store"]` for `src/memory/store.rs`.
pub type ModulePath = Vec<String>;

/// One file, parsed.
pub struct Source {
    pub path: PathBuf,
    pub module: ModulePath,
    /// What each imported name stands for, as a path from the crate root.
    imports: BTreeMap<String, ModulePath>,
    /// The other paths in the file, from the crate root.
    paths: BTreeSet<ModulePath>,
}

/// All files of `src`, by module.
pub struct Crate {
    pub sources: BTreeMap<ModulePath, Source>,
}

impl Crate {
    /// Parses every file below `root` (the folder `src`); code for tests is left out.
    pub fn read(root: &Path) -> Crate {
        let files = files(root);
        let module_of = |path: &Path| -> ModulePath {
            let relative = path.strip_prefix(root).unwrap().with_extension("");
            let mut module: ModulePath =
                relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
                module.pop();
            }
            module
        };
        let modules: BTreeSet<ModulePath> = files.iter().map(|path| module_of(path)).collect();
        let sources = files.iter().map(|path| {
            let module = module_of(path);
            let text = std::fs::read_to_string(path).unwrap();
            let syntax =
                syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let mut reader = Reader {
                module: &module,
                modules: &modules,
                imports: BTreeMap::new(),
                paths: Vec::new(),
            };
            reader.visit_file(&syntax);
            let (imports, raw) = (reader.imports, reader.paths);
            let rooted = |path: &Vec<String>| -> Option<ModulePath> {
                let first = path.first()?;
                if let Some(target) = imports.get(first) {
                    return Some(target.iter().chain(&path[1..]).cloned().collect());
                }
                absolute(&module, &modules, path)
            };
            let paths = raw.iter().filter_map(rooted).chain(imports.values().cloned()).collect();
            (module.clone(), Source { path: path.clone(), module, imports, paths })
        });
        Crate { sources: sources.collect() }
    }

    /// The modules whose definitions a file uses, itself left out.
    pub fn uses(&self, source: &Source) -> BTreeSet<ModulePath> {
        let found = source.paths.iter().filter_map(|path| self.definition(path, 0));
        found.filter(|module| *module != source.module).collect()
    }

    /// The module that defines what a path names, re-exports followed.
    fn definition(&self, path: &[String], depth: usize) -> Option<ModulePath> {
        let length = (0..=path.len()).rev().find(|n| self.sources.contains_key(&path[..*n]))?;
        let (module, rest) = path.split_at(length);
        let source = &self.sources[module];
        match rest.first().and_then(|name| source.imports.get(name)) {
            Some(target) if depth < 8 && !target.starts_with(path) => {
                let onward: ModulePath = target.iter().chain(&rest[1..]).cloned().collect();
                self.definition(&onward, depth + 1)
            }
            // A path that ends at a module names no definition in it.
            _ if rest.is_empty() => None,
            _ => Some(module.to_vec()),
        }
    }

    /// Groups of files that use one another in a circle. A module and those inside it count as one thing seen from two
    /// sides: a parent may call its children and a child may use what the parent defines.
    pub fn cycles(&self) -> Vec<BTreeSet<ModulePath>> {
        let mut graph = petgraph::graphmap::DiGraphMap::<usize, ()>::new();
        let modules: Vec<&ModulePath> = self.sources.keys().collect();
        for (from, module) in modules.iter().enumerate() {
            let used = self.uses(&self.sources[*module]).into_iter();
            for used in used.filter(|used| !used.starts_with(module) && !module.starts_with(used)) {
                let to = modules.binary_search(&&used).unwrap();
                graph.add_edge(from, to, ());
            }
        }
        let groups = petgraph::algo::tarjan_scc(&graph).into_iter().filter(|group| group.len() > 1);
        groups.map(|group| group.into_iter().map(|i| modules[i].clone()).collect()).collect()
    }
}

/// The `.rs` files below a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A path from the crate root, if it begins with `crate`, `self`, `super` or a child module.
fn absolute(
    module: &[String],
    modules: &BTreeSet<ModulePath>,
    path: &[String],
) -> Option<ModulePath> {
    let mut at = module.to_vec();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            at.clear();
            rest = &path[1..];
        }
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
        child => {
            let mut inner = at.clone();
            inner.push(child.to_owned());
            if !modules.contains(&inner) {
                return None;
            }
        }
    }
    at.extend_from_slice(rest);
    Some(at)
}

struct Reader<'a> {
    module: &'a ModulePath,
    modules: &'a BTreeSet<ModulePath>,
    imports: BTreeMap<String, ModulePath>,
    paths: Vec<Vec<String>>,
}

impl Reader<'_> {
    fn import(&mut self, tree: &syn::UseTree, prefix: &[String]) {
        let with = |name: &syn::Ident| -> Vec<String> {
            let mut path = prefix.to_vec();
            if name != "self" || prefix.is_empty() {
                path.push(name.to_string());
            }
            path
        };
        match tree {
            syn::UseTree::Path(path) => self.import(&path.tree, &with(&path.ident)),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, prefix));
            }
            syn::UseTree::Name(name) => self.bind(with(&name.ident), None),
            syn::UseTree::Rename(rename) => {
                self.bind(with(&rename.ident), Some(rename.rename.to_string()));
            }
            syn::UseTree::Glob(_) => {}
        }
    }

    fn bind(&mut self, path: Vec<String>, name: Option<String>) {
        let Some(last) = path.last().cloned() else { return };
        if let Some(target) = absolute(self.module, self.modules, &path) {
            self.imports.insert(name.unwrap_or(last), target);
        }
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "test")
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.import(&item.tree, &[]);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.push(path.segments.iter().map(|part| part.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}
