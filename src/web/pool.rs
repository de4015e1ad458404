//! Heavy work, off the threads that answer.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::error::ApiError;
use crate::arena::processors;
use crate::explanation::learned::MemoryExplainer;
use crate::page::knowledge::Knowledge;

/// A few explainers, each used by one request at a time.
#[derive(Clone, Debug)]
pub struct Pool {
    knowledge: Arc<Knowledge>,
    /// Those that nobody uses. Made when first needed; one that is lost to a fault is made anew.
    idle: Arc<Mutex<Vec<MemoryExplainer>>>,
    permits: Arc<Semaphore>,
}

impl Pool {
    /// As many explainers as there are processors, four at most. They share patterns and weights.
    pub fn new(knowledge: Arc<Knowledge>) -> Pool {
        let threads = processors().min(4);
        let permits = Arc::new(Semaphore::new(threads));
        Pool { knowledge, idle: Arc::default(), permits }
    }

    /// Makes an explainer and the catalogue of patterns before anybody asks.
    pub fn prepare(&self) {
        let pool = self.clone();
        tokio::spawn(async move {
            let ready = pool.run(|knowledge, _| _ = knowledge.catalogue()).await;
            if let Err(fault) = ready {
                tracing::error!("{fault}");
            }
        });
    }

    /// Answers a request that needs no explainer when one is free: so many requests at most use the processors.
    ///
    /// # Errors
    ///
    /// There is no answer, or the work panicked.
    pub async fn ask<T: Send + 'static, E: Send + 'static>(
        &self,
        work: impl FnOnce(&Knowledge) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        ApiError: From<E>,
    {
        self.answer(|knowledge, _| work(knowledge)).await
    }

    /// Answers a request when an explainer is free.
    ///
    /// # Errors
    ///
    /// There is no answer, or the work panicked.
    pub async fn answer<T: Send + 'static, E: Send + 'static>(
        &self,
        work: impl FnOnce(&Knowledge, &mut MemoryExplainer) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ApiError>
    where
        ApiError: From<E>,
    {
        Ok(self.run(work).await??)
    }

    /// Runs `work` when an explainer is free.
    ///
    /// # Errors
    ///
    /// The work panicked.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Knowledge, &mut MemoryExplainer) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(ApiError::internal)?;
        let (knowledge, idle) = (Arc::clone(&self.knowledge), Arc::clone(&self.idle));
        let work = move || {
            // Held until the work is done, even if the request was given up before.
            let _permit = permit;
            let free = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut explainer = free.unwrap_or_else(|| knowledge.learned());
            let result = work(&knowledge, &mut explainer);
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(explainer);
            result
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}
