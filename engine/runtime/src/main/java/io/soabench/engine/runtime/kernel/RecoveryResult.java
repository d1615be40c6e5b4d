package io.soabench.engine.runtime.kernel;

/** The results of making an instance anew of its records. */
public enum RecoveryResult {
    /** The instance runs where it was. */
    RUNS,
    /** The instance had ended, or has ended by its last record. */
    ENDED,
    /** The instance does something else than its records say: it was put away, and does nothing more. */
    DIVERGED
}
