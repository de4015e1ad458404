//! DOT files for Graphviz, written by hand: `petgraph::dot` would need a copy of the graph for each.

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use super::record::{EdgeRecord, NodeRecord, PatternRecord};
use crate::graph::{EdgeKind, Relation};
use crate::memory::AnyId;

/// The order "more general than" among `records`, from the general ones on the left to the special ones on the right: immediate
/// relations only, without those to other patterns.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_hierarchy(out: &mut impl Write, records: &[PatternRecord]) -> io::Result<()> {
    let shown: FxHashSet<AnyId> = records.iter().map(|record| record.id).collect();
    writeln!(out, "digraph patterns {{")?;
    // Boxes of text are wide: ranks side by side, and the patterns of a rank one below the other.
    writeln!(out, "  rankdir=LR; ranksep=0.7; nodesep=0.15;")?;
    writeln!(out, "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];")?;
    for record in records {
        let label = format!("{} · {:.3}\n{}", record.id, record.weight, fold(&record.phrase, 32));
        let colour = weight_colour(f64::from(record.weight));
        writeln!(out, "  {} [label={}, fillcolor=\"{colour}\"];", record.id, quote(&label))?;
    }
    for record in records {
        for special in record.more_special.iter().filter(|id| shown.contains(id)) {
            writeln!(out, "  {} -> {special};", record.id)?;
        }
    }
    writeln!(out, "}}")
}

/// The graph of one pattern; a material pattern is a single node. `neato -n` puts the nodes on the squares they had
/// in the pattern's origin position.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_graph(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    writeln!(out, "digraph {} {{", record.id)?;
    writeln!(out, "  label={};", quote(&format!("{}: {}", record.id, fold(&record.phrase, 64))))?;
    writeln!(out, "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];")?;
    if record.nodes().is_empty() {
        writeln!(out, "  n0 [label={}];", quote(&record.phrase))?;
    }
    for (number, node) in record.nodes().iter().enumerate() {
        let position = record.origin.squares.get(number).map_or(String::new(), |square| {
            let (file, rank) = (square.file().to_u32(), square.rank().to_u32());
            format!(", pos=\"{},{}\"", file * 144, rank * 144)
        });
        let label = quote(&fold(&node.label.to_string(), 24));
        writeln!(out, "  n{number} [label={label}, {}{position}];", node_colours(*node))?;
    }
    if let super::Structure::Graph { edges, .. } = &record.structure {
        for edge in edges {
            writeln!(out, "  n{} -> n{} [{}];", edge.from, edge.to, edge_style(*edge))?;
        }
    }
    writeln!(out, "}}")
}

fn node_colours(node: NodeRecord) -> &'static str {
    match node.label.kind().and_then(|kind| kind.piece()) {
        Some(piece) if piece.color.is_black() => "fillcolor=\"#404040\", fontcolor=white",
        Some(_) => "fillcolor=white",
        None => "fillcolor=\"#cfe0f5\"",
    }
}

fn edge_style(edge: EdgeRecord) -> String {
    let colour = match edge.relation {
        Relation::Attacks => "#c0392b",
        Relation::Defends => "#2e8b57",
    };
    match edge.kind {
        EdgeKind::Direct => format!("color=\"{colour}\""),
        kind => format!("color=\"{colour}\", style=dashed, label=\"{kind}\""),
    }
}

/// Red for lost, white for even, green for won.
fn weight_colour(weight: f64) -> String {
    let (end, share) = if weight < 0.5 {
        ([232.0, 140.0, 125.0], 1.0 - 2.0 * weight)
    } else {
        ([140.0, 200.0, 150.0], 2.0 * weight - 1.0)
    };
    let [red, green, blue] = end.map(|end: f64| (255.0 + (end - 255.0) * share).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

fn fold(text: &str, width: usize) -> String {
    super::text::wrap(text, width).join("\n")
}
