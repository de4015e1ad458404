//! The public interface is the items at the root of the crate and nothing else, and its signatures name only what users
//! have: its own types, those of shakmaty, and those of the standard library.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

use super::{files, src};

/// What is at the root of the crate, besides `shakmaty`. An item that comes in stays until the next version that may break
/// its users.
const ITEMS: [&str; 21] = [
    "AddedGames",
    "Cause",
    "Comparison",
    "Contribution",
    "Error",
    "Evaluation",
    "ExactMatches",
    "Explanation",
    "FoundPosition",
    "GameResults",
    "Library",
    "Morph",
    "PlayedMove",
    "SimilarPosition",
    "TrainingPlan",
    "TrainingProgress",
    "TrainingRun",
    "TrainingSummary",
    "ValuedMove",
    "legal_move",
    "position_from_fen",
];

/// What signatures may name besides: of the standard library, of the language, and of shakmaty.
const OTHERS: [&str; 24] = [
    "AsRef",
    "Box",
    "Chess",
    "ControlFlow",
    "Error",
    "FnMut",
    "Iterator",
    "Move",
    "Option",
    "Path",
    "PathBuf",
    "Result",
    "Self",
    "Send",
    "String",
    "Sync",
    "Vec",
    "bool",
    "f64",
    "std",
    "str",
    "u32",
    "u64",
    "usize",
];

fn parse(file: &str) -> syn::File {
    syn::parse_file(&std::fs::read_to_string(src().join(file)).unwrap()).unwrap()
}

fn names(tree: &syn::UseTree, found: &mut BTreeSet<String>) {
    match tree {
        syn::UseTree::Path(path) => names(&path.tree, found),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, found)),
        syn::UseTree::Name(name) => drop(found.insert(name.ident.to_string())),
        syn::UseTree::Rename(name) => drop(found.insert(name.rename.to_string())),
        syn::UseTree::Glob(_) => drop(found.insert("*".to_owned())),
    }
}

fn public_names(file: &syn::File) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for item in &file.items {
        if let syn::Item::Use(item) = item
            && matches!(item.vis, syn::Visibility::Public(_))
        {
            names(&item.tree, &mut found);
        }
    }
    found
}

#[test]
fn the_root_of_the_crate_holds_the_interface() {
    let expected: BTreeSet<String> = ITEMS.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(public_names(&parse("api/mod.rs")), expected);
    let root = public_names(&parse("lib.rs"));
    assert_eq!(root, BTreeSet::from(["*".to_owned(), "shakmaty".to_owned()]));
}

#[test]
fn other_modules_are_hidden() {
    for item in &parse("lib.rs").items {
        let syn::Item::Mod(item) = item else { continue };
        let tokens = |meta: &syn::Meta| meta.require_list().map(|list| list.tokens.to_string());
        let attributes = item.attrs.iter().filter_map(|attribute| tokens(&attribute.meta).ok());
        let is_hidden = attributes
            .into_iter()
            .any(|tokens| tokens == "not (internals) , doc (hidden)" || tokens == "internals");
        let is_public = matches!(item.vis, syn::Visibility::Public(_));
        assert_eq!(is_public, is_hidden, "{} in src/lib.rs", item.ident);
    }
}

#[test]
fn signatures_name_what_users_have() {
    for path in files(&src().join("api")) {
        let mut signatures = Signatures::default();
        signatures.visit_file(&syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap());
        let is_known =
            |name: &&String| ITEMS.contains(&name.as_str()) || OTHERS.contains(&name.as_str());
        let strange: Vec<&String> = signatures.0.iter().filter(|name| !is_known(name)).collect();
        assert!(strange.is_empty(), "{}: {strange:?}", path.display());
    }
}

/// The first names of all paths in public signatures, fields and aliases; in `src/api` every alias is public.
#[derive(Default)]
struct Signatures(BTreeSet<String>);

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

impl<'ast> Visit<'ast> for Signatures {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if is_public(&item.vis) {
            self.visit_signature(&item.sig);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if is_public(&item.vis) {
            self.visit_signature(&item.sig);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if is_public(&field.vis) {
            visit::visit_type(self, &field.ty);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    /// Variants of enums are as public as the enum.
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        for variant in &item.variants {
            variant.fields.iter().for_each(|field| visit::visit_type(self, &field.ty));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        item.items.iter().for_each(|item| self.visit_impl_item(item));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.extend(path.segments.first().map(|first| first.ident.to_string()));
        visit::visit_path(self, path);
    }
}
