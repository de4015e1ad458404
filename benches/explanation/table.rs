//! Rows of the result.

/// How often something holds.
#[derive(Clone, Copy, Default)]
pub struct Share {
    hits: usize,
    all: usize,
}

impl Share {
    pub fn count(&mut self, holds: bool) {
        self.hits += usize::from(holds);
        self.all += 1;
    }

    /// Wilson's interval at 95 %, in per cent.
    fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (n, p) = (self.all as f64, self.hits as f64 / self.all as f64);
        let middle = p + Z * Z / (2.0 * n);
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 100.0 / (1.0 + Z * Z / n);
        ((middle - half).max(0.0) * scale, (middle + half) * scale)
    }

    pub fn row(self, name: &str) {
        if self.all == 0 {
            return println!("| {name} | none |");
        }
        let (low, high) = self.interval();
        let percent = 100.0 * self.hits as f64 / self.all as f64;
        let (hits, all) = (self.hits, self.all);
        println!("| {name} | {hits} of {all}: {percent:.0} % ({low:.0}–{high:.0}) |");
    }
}

/// Pearson's correlation of pairs.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = pairs.len() as f64;
    let mean = |get: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(get).sum::<f64>() / n;
    let (ma, mb) = (mean(&|p| p.0), mean(&|p| p.1));
    let covariance = mean(&|p| (p.0 - ma) * (p.1 - mb));
    let variances = mean(&|p| (p.0 - ma).powi(2)) * mean(&|p| (p.1 - mb).powi(2));
    covariance / variances.sqrt()
}
