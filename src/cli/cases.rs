//! `morph cases`: the case base and its approval by a person.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::ensure;
use clap::{Args, Subcommand};

use super::explain::{load_cases, read_position};
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
pub struct CasesArguments {
    #[command(subcommand)]
    task: Task,

    /// Case base; created with the shipped cases if it does not exist
    #[arg(long, value_name = "FILE", default_value = "cases.json", global = true)]
    case_base: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Explain a position and store the explanation; it is used once it is approved
    Add {
        /// Position in Forsyth-Edwards notation, as one argument
        #[arg(value_name = "FEN")]
        position: String,
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
    let mut out = io::stdout().lock();
    // Said once the file is written.
    let mut done = Vec::new();
    match &arguments.task {
        Task::List => return Ok(write_case_list(&mut out, &base.cases)?),
        Task::Show { id } => return Ok(write_case(&mut out, base.find_mut(id)?)?),
        Task::Add { position, id, title, anyway } => {
            let fen = position;
            let position = read_position(fen)?;
            let acquired = acquire(&tree, &mut base, &position, (id, title), *anyway);
            let acquired = acquired.map_err(|error| match error {
                AcquireError::Over(reason) => anyhow::anyhow!("'{fen}': {}", over(reason)),
                AcquireError::NothingLearned => anyhow::anyhow!("{error} (--anyway stores it)"),
                other => other.into(),
            })?;
            match acquired {
                Acquired::Known { case, uses } => {
                    writeln!(done, "case {case} has the same facts: used {uses} times now")?;
                }
                Acquired::Stored(case) => {
                    write_case(&mut done, &case)?;
                    writeln!(done, "stored; `morph cases approve {id} --by NAME` puts it to use")?;
                }
            }
        }
        Task::Learn { games, count } => {
            let mut source = Source::open(games)?;
            let count = usize::from(*count);
            let skipped = &mut |error| writeln!(io::stderr(), "skipped: {error}").unwrap_or(());
            let learned = learn_cases(&tree, &mut base, &mut source, count, &citation, skipped)?;
            for case in &base.cases[base.cases.len() - learned.stored..] {
                writeln!(done, "{}: {}", case.id, case.source)?;
            }
            let LearnedCases { games, stored } = learned;
            writeln!(
                done,
                "{games} games read, {stored} cases stored; they are used once they are approved"
            )?;
        }
        Task::Approve { id, by } => {
            ensure!(!by.trim().is_empty(), "--by: expected a name");
            base.find_mut(id)?.approved_by.clone_from(by);
        }
        Task::Edit { id, reason: number, belief, purpose, plan } => {
            let changes = [belief, purpose, plan].into_iter().any(Option::is_some);
            ensure!(changes, "nothing to change: expected --belief, --purpose or --plan");
            let [belief, purpose, plan] = [belief, purpose, plan].map(Option::as_deref);
            base.find_mut(id)?.restate(*number, belief, purpose, plan)?;
        }
        Task::Remove { id } => {
            base.find_mut(id)?;
            base.cases.retain(|case| case.id != *id);
        }
    }
    write_atomic(path, base.to_text()?.as_bytes())?;
    Ok(out.write_all(&done)?)
}
