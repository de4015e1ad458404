//! `morph cases`: the case base and its approval by a person.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::ensure;
use clap::{Args, Subcommand};
use serde_json::json;

use super::explain::load_cases;
use super::output::FormatArgument;
use crate::arena::Subject;
use crate::explanation::acquire::{AcquireError, Acquired, acquire};
use crate::explanation::carried_out::{LearnedCases, learn_cases};
use crate::explanation::cases::CaseBase;
use crate::explanation::facts::tree::EvaluationTree;
use crate::file_format::{UpdateLock, write_atomic};
use crate::library::Source;
use crate::render::explanation::{over, write_case, write_case_list};
use crate::render::library::citation;

/// Arguments of `morph cases`.
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.global(true)))]
pub struct CasesArguments {
    #[command(subcommand)]
    task: Task,

    /// Case base; created with the shipped cases if it does not exist
    #[arg(long, value_name = "FILE", default_value = "cases.json", global = true)]
    case_base: PathBuf,

    #[command(flatten)]
    format: FormatArgument,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Explain a position and store the explanation; it is used once it is approved
    Add {
        /// Position in Forsyth-Edwards notation, quoted or not, `startpos`, or `-` for standard input
        #[arg(value_name = "FEN", required = true)]
        position: Vec<String>,
        /// Name in the case base, without spaces
        #[arg(long)]
        id: String,
        /// What the case is about
        #[arg(long, default_value = "")]
        title: String,
        /// Store it even if nothing was learned from it
        #[arg(long)]
        anyway: bool,
    },
    /// Look in games for plans that were carried out by the winner; each becomes a case to be approved
    Learn {
        /// Games in PGN, plain, .gz or .zst, or a library
        #[arg(value_name = "FILE")]
        games: PathBuf,
        /// Number of new cases after which to stop
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// List the cases, one a line
    List,
    /// Show a case
    Show {
        /// Name of the case
        id: String,
    },
    /// Approve a case, so that it is used
    Approve {
        /// Name of the case
        id: String,
        /// Who approves it
        #[arg(long)]
        by: String,
    },
    /// Change the sentences of a reason; the case has to be approved again
    Edit {
        /// Name of the case
        id: String,
        /// Which reason, from 1
        #[arg(long, alias = "xp", default_value_t = 1)]
        reason: usize,
        /// New belief
        #[arg(long)]
        belief: Option<String>,
        /// New purpose
        #[arg(long)]
        purpose: Option<String>,
        /// New plan
        #[arg(long)]
        plan: Option<String>,
    },
    /// Remove a case
    Remove {
        /// Name of the case
        id: String,
    },
}

/// Runs `morph cases`.
///
/// # Errors
///
/// A case base that cannot be read or written, an unknown case, an illegal position.
pub fn run(arguments: &CasesArguments) -> anyhow::Result<()> {
    let tree = EvaluationTree::load_shipped()?;
    let path = arguments.case_base.as_path();
    let changes = !matches!(arguments.task, Task::List | Task::Show { .. });
    let _lock = changes.then(|| UpdateLock::wait_for(path)).transpose()?;
    let mut base =
        if path.exists() { load_cases(&tree, path)? } else { CaseBase::load_shipped(&tree)? };
    // Said once the file is written.
    let mut text = Vec::new();
    let json = match &arguments.task {
        Task::List => {
            write_case_list(&mut text, &base.cases)?;
            json!(base.cases)
        }
        Task::Show { id } => {
            let case = base.find_mut(id)?;
            write_case(&mut text, case)?;
            json!(case)
        }
        Task::Add { position, id, title, anyway } => {
            let fen = position.join(" ");
            let position = Subject::position_of(position)?;
            let acquired = acquire(&tree, &mut base, &position, (id, title), *anyway);
            let acquired = acquired.map_err(|error| match error {
                AcquireError::Over(reason) => anyhow::anyhow!("'{fen}': {}", over(reason)),
                AcquireError::NothingLearned => anyhow::anyhow!("{error} (--anyway stores it)"),
                other => other.into(),
            })?;
            match acquired {
                Acquired::Known { case, uses } => {
                    writeln!(text, "case {case} has the same facts: used {uses} times now")?;
                    json!({ "stored": false, "case": base.find_mut(&case)? })
                }
                Acquired::Stored(case) => {
                    write_case(&mut text, &case)?;
                    writeln!(text, "stored; `morph cases approve {id} --by NAME` puts it to use")?;
                    json!({ "stored": true, "case": case })
                }
            }
        }
        Task::Learn { games, count } => {
            let mut source = Source::open(games)?;
            let count = usize::from(*count);
            let skipped = &mut |error| writeln!(io::stderr(), "skipped: {error}").unwrap_or(());
            let learned = learn_cases(&tree, &mut base, &mut source, count, &citation, skipped)?;
            let LearnedCases { games, stored } = learned;
            let cases = &base.cases[base.cases.len() - stored..];
            for case in cases {
                writeln!(text, "{}: {}", case.id, case.source)?;
            }
            writeln!(
                text,
                "{games} games read, {stored} cases stored; they are used once they are approved"
            )?;
            json!({ "games": games, "stored": stored, "cases": cases })
        }
        Task::Approve { id, by } => {
            ensure!(!by.trim().is_empty(), "--by: expected a name");
            let case = base.find_mut(id)?;
            case.approved_by.clone_from(by);
            json!(case)
        }
        Task::Edit { id, reason: number, belief, purpose, plan } => {
            let changes = [belief, purpose, plan].into_iter().any(Option::is_some);
            ensure!(changes, "nothing to change: expected --belief, --purpose or --plan");
            let [belief, purpose, plan] = [belief, purpose, plan].map(Option::as_deref);
            let case = base.find_mut(id)?;
            case.restate(*number, belief, purpose, plan)?;
            json!(case)
        }
        Task::Remove { id } => {
            let case = json!(base.find_mut(id)?);
            base.cases.retain(|case| case.id != *id);
            case
        }
    };
    if changes {
        write_atomic(path, base.to_text()?.as_bytes())?;
    }
    arguments.format.print(|| String::from_utf8_lossy(&text).into_owned(), &json)
}
