//! The training that is started from the page: one session at a time, on a thread of its own.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::error::StartError;
use crate::arena::processors;
use crate::training::run_folder::{RunPaths, new_folder};
use crate::training::{
    PlanFile, PlanOverrides, Series, Session, SessionSummary, TrainingError, Workforce,
};

/// After the end of a session its journal is still young, and nobody writes it.
const A_MOMENT: Duration = Duration::from_secs(30);

/// A plan that can be started: read when the server started, so that no request names a file.
#[derive(Clone, Debug)]
pub struct NamedPlan {
    /// Its name: built in, or that of its file without `.toml`.
    pub name: String,
    /// The file, for messages.
    path: PathBuf,
    /// What it asks for.
    pub file: PlanFile,
}

/// Plays one session after the other.
#[derive(Debug)]
pub struct Trainer {
    plans: Vec<NamedPlan>,
    /// Where runs are put; `None` if none can be started.
    folder: Option<PathBuf>,
    state: Arc<Mutex<TrainerState>>,
}

#[derive(Debug, Default)]
struct TrainerState {
    active: Option<ActiveSession>,
    last: Option<EndedSession>,
    /// Folders of the sessions that have ended, and when.
    ended: Vec<(PathBuf, Instant)>,
}

#[derive(Debug)]
struct ActiveSession {
    begun: BegunSession,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A session that was begun from the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunSession {
    /// Name of its plan.
    pub plan: String,
    /// Its folder.
    pub root: PathBuf,
}

/// A session that has ended.
#[derive(Clone, Debug)]
pub struct EndedSession {
    /// What was begun.
    pub begun: BegunSession,
    /// What came of it, in a few lines.
    pub outcome: Result<String, String>,
}

/// Why nothing is started.
#[derive(Debug, thiserror::Error)]
pub enum StartFault {
    /// There is no such plan.
    #[error("there is no plan '{0}'")]
    Unknown(String),
    /// One session at a time.
    #[error("a training is under way: stop it first")]
    Busy,
    /// There is no folder for new runs.
    #[error("there is no folder for new runs: name one with `morph serve --runs FOLDER`")]
    NoFolder,
    /// The session cannot begin.
    #[error(transparent)]
    Training(#[from] TrainingError),
}

impl Trainer {
    /// The built-in plans and those in the folder `plans`; runs are put into the folder `runs`, unless it is a run itself.
    ///
    /// # Errors
    ///
    /// The folder of plans or a plan in it cannot be read.
    pub fn new(plans: Option<&Path>, runs: Option<PathBuf>) -> Result<Trainer, StartError> {
        let is_run =
            |folder: &Path| RunPaths::new(folder).manifest().exists() || Series::is_in(folder);
        let mut known = Vec::new();
        for name in PlanFile::built_in_names() {
            let path = PathBuf::from(name);
            known.push(NamedPlan { name: name.to_owned(), file: PlanFile::find(&path)?, path });
        }
        for path in plans.map(plan_files).transpose()?.unwrap_or_default() {
            let Some(name) = path.file_stem().and_then(OsStr::to_str) else { continue };
            // A file goes before a built-in plan of the same name.
            known.retain(|plan| plan.name != name);
            known.push(NamedPlan { name: name.to_owned(), file: PlanFile::load(&path)?, path });
        }
        Ok(Trainer {
            plans: known,
            folder: runs.filter(|folder| !is_run(folder)),
            state: Arc::default(),
        })
    }

    /// What can be started.
    #[must_use]
    pub fn plans(&self) -> &[NamedPlan] {
        &self.plans
    }

    /// Whether there is a folder for new runs.
    #[must_use]
    pub fn can_start(&self) -> bool {
        self.folder.is_some()
    }

    /// The session under way, and the last one that has ended.
    #[must_use]
    pub fn sessions(&self) -> (Option<BegunSession>, Option<EndedSession>) {
        let state = self.state();
        (state.active.as_ref().map(|active| active.begun.clone()), state.last.clone())
    }

    /// Begins a session in a new folder.
    ///
    /// # Errors
    ///
    /// See [`StartFault`].
    pub fn start(&self, plan: &str, overrides: &PlanOverrides) -> Result<BegunSession, StartFault> {
        let known = self.plans.iter().find(|known| known.name == plan);
        let known = known.ok_or_else(|| StartFault::Unknown(plan.to_owned()))?;
        let runs = self.folder.as_ref().ok_or(StartFault::NoFolder)?;
        let mut state = self.state();
        if state.active.is_some() {
            return Err(StartFault::Busy);
        }
        let root = new_folder(runs, &known.name);
        let session =
            Session::begin(known.file.clone(), overrides, Some(root.clone()), &known.path)?;
        let begun = BegunSession { plan: known.name.clone(), root };
        let stop = Arc::new(AtomicBool::new(false));
        let (shared, flag) = (Arc::clone(&self.state), Arc::clone(&stop));
        // The thread waits for the lock at its end, so that it finds itself here.
        let thread = thread::spawn(move || {
            let outcome = play(&session, &flag);
            let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(active) = state.active.take() {
                state.ended.push((active.begun.root.clone(), Instant::now()));
                state.last = Some(EndedSession { begun: active.begun, outcome });
            }
        });
        state.active = Some(ActiveSession { begun: begun.clone(), stop, thread: Some(thread) });
        Ok(begun)
    }

    /// Asks the session under way to stop as Ctrl-C does: games under way are finished and the memory is saved. `None` if
    /// there is no session.
    pub fn stop(&self) -> Option<BegunSession> {
        let state = self.state();
        let active = state.active.as_ref()?;
        active.stop.store(true, Ordering::Relaxed);
        Some(active.begun.clone())
    }

    /// Stops the session under way and waits until everything is saved.
    pub fn finish(&self) {
        self.stop();
        let thread = self.state().active.as_mut().and_then(|active| active.thread.take());
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Whether a run belongs to the session under way (`Some(true)`) or to one that has ended a moment ago (`Some(false)`);
    /// `None`: nothing is known of it. Another process may go on with a run that has ended here.
    #[must_use]
    pub fn is_playing(&self, run: &Path) -> Option<bool> {
        let state = self.state();
        if state.active.as_ref().is_some_and(|active| run.starts_with(&active.begun.root)) {
            return Some(true);
        }
        let mut ended = state.ended.iter().filter(|(_, when)| when.elapsed() < A_MOMENT);
        ended.any(|(root, _)| run.starts_with(root)).then_some(false)
    }

    fn state(&self) -> MutexGuard<'_, TrainerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays a session; a panic is an outcome too.
fn play(session: &Session, stop: &AtomicBool) -> Result<String, String> {
    let command: Vec<String> = std::env::args().collect();
    // One processor is left for the page.
    let free = processors().saturating_sub(1).max(1);
    let workforce = Workforce::Processors(free);
    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // The journal tells readers what there is to tell.
        session.play(&command, &workforce, stop, &mut |_| Box::new(()))
    }));
    match played {
        Ok(Ok(SessionSummary { text, .. })) => Ok(text),
        Ok(Err(fault)) => Err(chain(&fault)),
        Err(_) => Err("the training has failed: see the log of the server".to_owned()),
    }
}

/// An error with its causes.
fn chain(fault: &dyn std::error::Error) -> String {
    let mut text = fault.to_string();
    let mut source = fault.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}

/// The files of a folder that end in `.toml`, by name.
fn plan_files(folder: &Path) -> Result<Vec<PathBuf>, StartError> {
    let unreadable = |source| StartError::PlanFolder { path: folder.to_owned(), source };
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(unreadable)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    Ok(files)
}
