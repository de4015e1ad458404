//! `morph cases`: the case base and its approval by a person.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};

use super::explain::load_cases;
use crate::chess::position_from_fen;
use crate::explanation::cases::{Case, CaseBase};
use crate::explanation::explainer::{Explainer, Settings};
use crate::explanation::facts::tree::EvaluationTree;
use crate::explanation::narrate;
use crate::file_format::write_atomic;

/// Arguments of `morph cases`.
#[derive(Debug, Args)]
pub struct CasesArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Explain a position and keep the explanation; it is used once it is approved
    Add {
        #[command(flatten)]
        file: CaseFile,
        /// The position, in Forsyth-Edwards notation, as one argument
        #[arg(value_name = "FEN")]
        position: String,
        /// Its name in the case base
        #[arg(long)]
        id: String,
        /// What it is about
        #[arg(long, default_value = "")]
        title: String,
        /// Keep it although nothing was learned from it
        #[arg(long)]
        anyway: bool,
    },
    /// A line for each case
    List {
        #[command(flatten)]
        file: CaseFile,
    },
    /// Everything about a case
    Show {
        #[command(flatten)]
        file: CaseFile,
        /// Its name
        id: String,
    },
    /// Say that a case is right, so that it is used
    Approve {
        #[command(flatten)]
        file: CaseFile,
        /// Its name
        id: String,
        /// Who says so
        #[arg(long)]
        by: String,
    },
    /// Put better words into a slot; the case has to be approved again
    Edit {
        #[command(flatten)]
        file: CaseFile,
        /// Its name
        id: String,
        /// Which explanation pattern, from 1
        #[arg(long, default_value_t = 1)]
        xp: usize,
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
    /// Forget a case
    Remove {
        #[command(flatten)]
        file: CaseFile,
        /// Its name
        id: String,
    },
}

#[derive(Debug, Args)]
struct CaseFile {
    /// The case base; a file that is not there yet begins with the shipped cases
    #[arg(long, value_name = "FILE", default_value = "cases.json")]
    case_base: PathBuf,
}

/// Runs `morph cases`.
///
/// # Errors
///
/// A case base that cannot be read or written, an unknown case, an illegal position.
pub fn run(arguments: &CasesArguments) -> anyhow::Result<()> {
    let tree = EvaluationTree::load_shipped()?;
    match &arguments.task {
        Task::Add { file, position, id, title, anyway } => {
            add(&tree, &file.case_base, position, id, title, *anyway)
        }
        Task::List { file } => {
            let mut out = io::stdout().lock();
            for case in open(&tree, &file.case_base)?.cases {
                writeln!(out, "{:<32} {:<10} {}", case.id, approval(&case), case.title)?;
            }
            Ok(())
        }
        Task::Show { file, id } => {
            let base = open(&tree, &file.case_base)?;
            show(base.find(id).with_context(|| unknown(id, &base))?)
        }
        Task::Approve { file, id, by } => change(&tree, &file.case_base, id, |case| {
            ensure!(!by.trim().is_empty(), "--by: expected a name");
            case.approved_by.clone_from(by);
            Ok(())
        }),
        Task::Edit { file, id, xp, belief, purpose, plan } => {
            let changes = [belief, purpose, plan].into_iter().any(Option::is_some);
            ensure!(changes, "nothing to change: expected --belief, --purpose or --plan");
            change(&tree, &file.case_base, id, |case| {
                let count = case.xps.len();
                let slot = xp.checked_sub(1).and_then(|place| case.xps.get_mut(place));
                let slot = slot.with_context(|| format!("--xp {xp}: expected 1 to {count}"))?;
                for (old, new) in [
                    (&mut slot.belief, belief),
                    (&mut slot.purpose, purpose),
                    (&mut slot.plan, plan),
                ] {
                    if let Some(new) = new {
                        old.clone_from(new);
                    }
                }
                case.approved_by.clear();
                Ok(())
            })
        }
        Task::Remove { file, id } => {
            let mut base = open(&tree, &file.case_base)?;
            let before = base.cases.len();
            base.cases.retain(|case| case.id != *id);
            ensure!(base.cases.len() < before, unknown(id, &base));
            save(&base, &file.case_base)
        }
    }
}

fn open(tree: &EvaluationTree, path: &Path) -> anyhow::Result<CaseBase> {
    if path.exists() { load_cases(tree, path) } else { Ok(CaseBase::load_shipped(tree)?) }
}

fn save(base: &CaseBase, path: &Path) -> anyhow::Result<()> {
    Ok(write_atomic(path, base.to_text()?.as_bytes())?)
}

fn unknown(id: &str, base: &CaseBase) -> String {
    let names: Vec<&str> = base.cases.iter().map(|case| case.id.as_str()).collect();
    format!("no case is called '{id}'; there are {}", names.join(", "))
}

fn approval(case: &Case) -> &str {
    if case.approved_by.is_empty() { "(open)" } else { &case.approved_by }
}

fn change(
    tree: &EvaluationTree,
    path: &Path,
    id: &str,
    edit: impl FnOnce(&mut Case) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut base = open(tree, path)?;
    let message = unknown(id, &base);
    edit(base.cases.iter_mut().find(|case| case.id == id).context(message)?)?;
    save(&base, path)
}

fn add(
    tree: &EvaluationTree,
    path: &Path,
    fen: &str,
    id: &str,
    title: &str,
    anyway: bool,
) -> anyhow::Result<()> {
    let position = position_from_fen(fen).map_err(|fault| anyhow::anyhow!("'{fen}': {fault}"))?;
    let mut base = open(tree, path)?;
    let is_name = !id.is_empty() && !id.contains(char::is_whitespace);
    ensure!(is_name, "--id '{id}': expected a name without spaces");
    ensure!(base.find(id).is_none(), "case '{id}' is there already");
    let explainer = Explainer::new(tree.clone(), base.clone());
    let explanation = match explainer.explain(&position, Settings::default(), None) {
        Ok(explanation) => explanation,
        Err(over) => bail!("'{fen}': {}", narrate::over(over)),
    };
    let case = explanation.to_case(id, title);
    let facts = |case: &Case| -> Vec<(String, String)> {
        case.xps.iter().map(|xp| (xp.leaf.clone(), xp.owner.clone())).collect()
    };
    if let Some(known) = base.cases.iter_mut().find(|other| facts(other) == facts(&case)) {
        known.uses += 1;
        let (known, uses) = (known.id.clone(), known.uses);
        save(&base, path)?;
        writeln!(io::stdout(), "case {known} says the same: used {uses} times now")?;
        return Ok(());
    }
    ensure!(
        anyway || explanation.taught_something(),
        "nothing was learned from this position: no plan was adapted (--anyway keeps it)"
    );
    base.cases.push(case.clone());
    save(&base, path)?;
    show(&case)?;
    writeln!(io::stdout(), "kept; `morph cases approve {id} --by NAME` puts it to use")?;
    Ok(())
}

fn show(case: &Case) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {}\n{}\nsource: {}; approved: {}; used {} times",
        case.id,
        case.title,
        case.fen,
        case.source,
        approval(case),
        case.uses
    )?;
    if !case.note.is_empty() {
        writeln!(out, "{}", case.note)?;
    }
    for (place, xp) in case.xps.iter().enumerate() {
        writeln!(out, "XP-{}  {}  {:+.2}", place + 1, xp.leaf, xp.nm)?;
        writeln!(out, "  Fact:    {}", xp.fact)?;
        writeln!(out, "  Belief:  {}", xp.belief)?;
        writeln!(out, "  Purpose: {}", xp.purpose)?;
        writeln!(out, "  Plan:    {}", xp.plan)?;
    }
    Ok(())
}
