//! Models of opponents as text, JSON and HTML.

mod evaluation;
mod features;
mod html;
mod learning;
#[cfg(not(target_arch = "wasm32"))]
mod precision;
mod prediction;
mod report;
mod style;

pub use evaluation::evaluation_text;
pub use features::{category_name, feature_text};
pub use html::report_html;
pub use learning::{LearningRecord, learning_text, no_games_text};
#[cfg(not(target_arch = "wasm32"))]
pub use precision::PrecisionCurves;
pub use prediction::{prediction_json, prediction_text};
pub use report::{insights_text, report_text};
pub use style::style_text;
