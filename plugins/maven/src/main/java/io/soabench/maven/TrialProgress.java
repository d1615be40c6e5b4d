package io.soabench.maven;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.Execution;

/** The progress of one trial, with advice for the whole exploration after an interruption. */
final class TrialProgress implements Progress {

    private static final String RESUME = "-Dsoabench.resume=";

    private final Progress progress;
    private final String run;

    /**
     * Creates the progress.
     *
     * @param run name of the run's folder
     */
    TrialProgress(Progress progress, String run) {
        this.progress = progress;
        this.run = run;
    }

    /** Returns the advice after an interruption. */
    static String goOn(String run) {
        return "its results are kept; go on with the goal explore and " + RESUME + run;
    }

    @Override
    public void executionStarted(Execution execution, int k, int n) {
        progress.executionStarted(execution, k, n);
    }

    @Override
    public void phaseEntered(Execution execution, Phase phase, long timeMs) {
        progress.phaseEntered(execution, phase, timeMs);
    }

    @Override
    public void load(Execution execution, Load load) {
        progress.load(execution, load);
    }

    @Override
    public void measured(Execution execution, Measured measured) {
        progress.measured(execution, measured);
    }

    @Override
    public void executionEnded(Execution execution, boolean completed, String message) {
        progress.executionEnded(execution, completed, message);
    }

    @Override
    public void note(String message) {
        progress.note(message.contains(RESUME) ? goOn(run) : message);
    }
}
