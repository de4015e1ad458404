//! Patterns as files have them.

use serde::{Deserialize, Serialize};

use super::both;
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
pub(super) trait Encoded: IndexedPattern + Send {
    type Record: Send;
    fn to_record(&self) -> Self::Record;
    fn from_record(record: Self::Record) -> Result<Self, String>;

    /// All of them, half by another thread where there are threads.
    fn from_records(mut records: Vec<Self::Record>) -> [Vec<Result<Self, String>>; 2] {
        let rest = records.split_off(records.len() / 2);
        let [first, rest] =
            [records, rest].map(|part| || part.into_iter().map(Self::from_record).collect());
        both(first, rest).into()
    }
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
        if record.labels.iter().any(|label| NodeLabel::from_bits(label.bits()).is_none()) {
            return Err("an unknown label".to_owned());
        }
        let nodes = record.labels.len();
        let mut builder = GraphBuilder::new(record.labels);
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
