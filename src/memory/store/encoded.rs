//! Patterns as files have them.

use serde::{Deserialize, Serialize};

use crate::chess::MaterialVector;
use crate::graph::{EdgeKind, GraphBuilder, MAX_NODES, MoveLabel, NodeLabel};
use crate::memory::IndexedPattern;
use crate::pattern::{GraphPattern, MaterialPattern, MovePattern};

#[derive(Serialize, Deserialize)]
pub(super) struct GraphRecord {
    labels: Vec<NodeLabel>,
    edges: Vec<(u8, u8, u8)>,
}

/// A pattern with its encoding in a file.
pub(super) trait Encoded: IndexedPattern {
    type Record;
    fn to_record(&self) -> Self::Record;
    fn from_record(record: Self::Record) -> Result<Self, String>;
}

impl Encoded for GraphPattern {
    type Record = GraphRecord;

    fn to_record(&self) -> GraphRecord {
        let edges = self.graph().edges().map(|(a, b, kind)| (a, b, kind as u8)).collect();
        GraphRecord { labels: self.graph().labels().to_vec(), edges }
    }

    fn from_record(record: GraphRecord) -> Result<GraphPattern, String> {
        if record.labels.len() > MAX_NODES {
            return Err(format!("a pattern of {} nodes", record.labels.len()));
        }
        let mut builder = GraphBuilder::default();
        for label in &record.labels {
            builder.node(NodeLabel::from_bits(label.bits()).ok_or("an unknown label")?);
        }
        let nodes = record.labels.len();
        for (a, b, kind) in record.edges {
            if usize::from(a.max(b)) >= nodes || a == b {
                return Err("an edge with invalid ends".to_owned());
            }
            builder.edge(a, b, EdgeKind::from_repr(kind).ok_or("an unknown edge kind")?);
        }
        let canonised = GraphPattern::canonise(&builder.build()).map_err(|e| e.to_string())?;
        Ok(canonised.pattern)
    }
}

impl Encoded for MaterialPattern {
    type Record = MaterialVector;

    fn to_record(&self) -> MaterialVector {
        self.0
    }

    fn from_record(record: MaterialVector) -> Result<MaterialPattern, String> {
        Ok(MaterialPattern(record))
    }
}

impl Encoded for MovePattern {
    type Record = MoveLabel;

    fn to_record(&self) -> MoveLabel {
        self.0
    }

    fn from_record(record: MoveLabel) -> Result<MovePattern, String> {
        record.checked().map(MovePattern).ok_or_else(|| "an unknown kind of move".to_owned())
    }
}
