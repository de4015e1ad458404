//! `morph cases`: the case base and its approval by a person.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::output::{FormatArgument, note};
use crate::arena::Subject;
use crate::explanation::acquire::acquire;
use crate::explanation::carried_out::learn_cases;
use crate::explanation::cases::CaseBase;
use crate::explanation::facts::tree::EvaluationTree;
use crate::file_format::{UpdateLock, write_atomic};
use crate::library::Source;
use crate::render::explanation::CaseReport;
use crate::render::library::citation;

#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.global(true)))]
pub(super) struct CasesArguments {
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

pub(super) fn run(arguments: &CasesArguments) -> anyhow::Result<()> {
    let tree = EvaluationTree::load_shipped()?;
    let path = arguments.case_base.as_path();
    let changes = !matches!(arguments.task, Task::List | Task::Show { .. });
    let _lock = changes.then(|| UpdateLock::wait_for(path)).transpose()?;
    let mut base =
        if path.exists() { CaseBase::load(&tree, path)? } else { CaseBase::load_shipped(&tree)? };
    let report = match &arguments.task {
        Task::List => CaseReport::list(&base),
        Task::Show { id } => CaseReport::whole(base.find_mut(id)?),
        Task::Add { position, id, title, anyway } => {
            let position = Subject::position_of(position)?;
            let acquired = acquire(&tree, &mut base, &position, (id, title), *anyway)?;
            CaseReport::acquired(&base, &acquired)
        }
        Task::Learn { games, count } => {
            let mut source = Source::open(games)?;
            let count = usize::from(*count);
            let skipped = &mut |error| note(&format!("skipped: {error}"));
            let learned = learn_cases(&tree, &mut base, &mut source, count, &citation, skipped)?;
            CaseReport::learned(&base, learned)
        }
        Task::Approve { id, by } => {
            let case = base.find_mut(id)?;
            case.approve(by)?;
            CaseReport::changed(case)
        }
        Task::Edit { id, reason: number, belief, purpose, plan } => {
            let case = base.find_mut(id)?;
            case.restate(*number, belief.as_deref(), purpose.as_deref(), plan.as_deref())?;
            CaseReport::changed(case)
        }
        Task::Remove { id } => {
            let case = CaseReport::changed(base.find_mut(id)?);
            base.cases.retain(|case| case.id != *id);
            case
        }
    };
    // What was done is said once the file is written.
    if changes {
        write_atomic(path, base.to_text()?.as_bytes())?;
    }
    arguments.format.print(|| report.text, &report.json)
}
