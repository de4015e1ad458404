//! GraphML, for graph libraries and editors.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use rustc_hash::FxHashSet;
use serde_json::Value as Json;

use super::record::{PatternRecord, Structure};
use crate::memory::AnyId;

/// Name, domain and type of all data of nodes and edges.
const KEYS: [(&str, &str, &str); 25] = [
    ("phrase", "node", "string"),
    ("weight", "node", "double"),
    ("uses", "node", "int"),
    ("updates", "node", "int"),
    ("age", "node", "int"),
    ("utility", "node", "double"),
    ("operator", "node", "string"),
    ("label", "node", "string"),
    ("kind", "node", "string"),
    ("colour", "node", "string"),
    ("role", "node", "string"),
    ("file", "node", "string"),
    ("rank", "node", "int"),
    ("square", "node", "string"),
    ("attackers", "node", "string"),
    ("defenders", "node", "string"),
    ("mobility", "node", "string"),
    ("pinned", "node", "boolean"),
    ("attack_balance", "node", "string"),
    ("passed", "node", "boolean"),
    ("king_distance", "node", "string"),
    ("phase", "node", "string"),
    ("pawn_context", "node", "string"),
    ("relation", "edge", "string"),
    ("edge_kind", "edge", "string"),
];

/// A document with the graph `hierarchy` of all `records`, followed by one graph for each graph pattern. Programs that
/// read one graph per document read the hierarchy. Relations to other patterns are left out.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_graphml(out: impl Write, records: &[PatternRecord]) -> io::Result<()> {
    document(out, |writer| {
        hierarchy(writer, records)?;
        records
            .iter()
            .filter(|record| !record.nodes().is_empty())
            .try_for_each(|record| graph(writer, record))
    })
}

/// A document of the graph of one graph pattern, or of a single node for a material pattern.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_pattern_graphml(out: impl Write, record: &PatternRecord) -> io::Result<()> {
    document(out, |writer| {
        if record.nodes().is_empty() {
            hierarchy(writer, std::slice::from_ref(record))
        } else {
            graph(writer, record)
        }
    })
}

fn document<W: Write>(
    out: W,
    content: impl Fn(&mut Writer<W>) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = Writer::new_with_indent(out, b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer
        .create_element("graphml")
        .with_attributes([
            ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
            ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
            (
                "xsi:schemaLocation",
                "http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd",
            ),
        ])
        .write_inner_content(|writer| {
            for (name, on, kind) in KEYS {
                writer
                    .create_element("key")
                    .with_attributes([("id", name), ("for", on), ("attr.name", name), ("attr.type", kind)])
                    .write_empty()?;
            }
            content(writer)
        })?;
    writer.get_mut().write_all(b"\n")
}

fn hierarchy<W: Write>(writer: &mut Writer<W>, records: &[PatternRecord]) -> io::Result<()> {
    let shown: FxHashSet<AnyId> = records.iter().map(|record| record.id).collect();
    in_graph(writer, "hierarchy", |writer| {
        for record in records {
            let data = [
                ("phrase", record.phrase.clone()),
                ("weight", record.weight.to_string()),
                ("uses", record.uses.to_string()),
                ("updates", record.updates.to_string()),
                ("age", record.age.to_string()),
                ("utility", record.utility.total.to_string()),
                ("operator", record.origin.operator.to_string()),
            ];
            node(writer, &record.id.to_string(), &data)?;
        }
        for record in records {
            for special in record.more_special.iter().filter(|id| shown.contains(id)) {
                edge(writer, &record.id.to_string(), &special.to_string(), &[])?;
            }
        }
        Ok(())
    })
}

fn graph<W: Write>(writer: &mut Writer<W>, record: &PatternRecord) -> io::Result<()> {
    let name = |node: usize| format!("{}.n{node}", record.id);
    in_graph(writer, &format!("{}.graph", record.id), |writer| {
        for (number, label) in record.nodes().iter().enumerate() {
            let mut data = vec![("label", label.label.to_string())];
            if let Json::Object(parts) = serde_json::to_value(label)? {
                let given = KEYS.iter().filter_map(|(key, ..)| Some((*key, parts.get(*key)?)));
                data.extend(given.map(|(key, part)| (key, plain(part))));
            }
            node(writer, &name(number), &data)?;
        }
        if let Structure::Graph { edges, .. } = &record.structure {
            for link in edges {
                let data = [
                    ("relation", plain(&serde_json::to_value(link.relation)?)),
                    ("edge_kind", link.kind.to_string()),
                ];
                edge(writer, &name(link.from.into()), &name(link.to.into()), &data)?;
            }
        }
        Ok(())
    })
}

/// A string without its quotes, `rook 2` for an object, everything else as in JSON.
fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Object(parts) if parts.is_empty() => "nothing".to_owned(),
        Json::Object(parts) => {
            let parts = parts.iter().map(|(name, number)| format!("{name} {number}"));
            parts.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

fn in_graph<W: Write>(
    writer: &mut Writer<W>,
    id: &str,
    content: impl Fn(&mut Writer<W>) -> io::Result<()>,
) -> io::Result<()> {
    writer
        .create_element("graph")
        .with_attributes([("id", id), ("edgedefault", "directed")])
        .write_inner_content(content)?;
    Ok(())
}

fn node<W: Write>(writer: &mut Writer<W>, id: &str, data: &[(&str, String)]) -> io::Result<()> {
    let element = writer.create_element("node").with_attribute(("id", id));
    element.write_inner_content(|writer| write_data(writer, data))?;
    Ok(())
}

fn edge<W: Write>(
    writer: &mut Writer<W>,
    from: &str,
    to: &str,
    data: &[(&str, String)],
) -> io::Result<()> {
    let element = writer.create_element("edge").with_attributes([("source", from), ("target", to)]);
    if data.is_empty() {
        element.write_empty()?;
    } else {
        element.write_inner_content(|writer| write_data(writer, data))?;
    }
    Ok(())
}

fn write_data<W: Write>(writer: &mut Writer<W>, data: &[(&str, String)]) -> io::Result<()> {
    for (key, value) in data {
        writer
            .create_element("data")
            .with_attribute(("key", *key))
            .write_text_content(BytesText::new(value))?;
    }
    Ok(())
}
