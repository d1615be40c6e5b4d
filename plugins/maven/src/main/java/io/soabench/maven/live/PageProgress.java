package io.soabench.maven.live;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.plan.Execution;
import io.soabench.plan.Plan;
import java.nio.file.Path;

/** A progress that goes to another one first, then to a page. */
final class PageProgress implements Progress {

    private final Progress other;
    private final LivePage page;
    private final Plan plan;
    private final Path folder;

    /**
     * Creates the progress of a driver.
     *
     * @param folder the folder of the driver's work
     */
    PageProgress(Progress other, LivePage page, Plan plan, Path folder) {
        this.other = other;
        this.page = page;
        this.plan = plan;
        this.folder = folder;
    }

    @Override
    public void executionStarted(Execution execution, int k, int n) {
        other.executionStarted(execution, k, n);
        page.change((state, atNs) -> state.started(atNs, plan.caseOf(execution.caseId()), execution, folder, k, n));
    }

    @Override
    public void phaseEntered(Execution execution, Phase phase, long timeMs) {
        other.phaseEntered(execution, phase, timeMs);
        page.change((state, atNs) -> state.entered(atNs, execution, phase, timeMs));
    }

    @Override
    public void load(Execution execution, Load load) {
        other.load(execution, load);
        page.change((state, atNs) -> state.load(atNs, execution, load));
    }

    @Override
    public void measured(Execution execution, Measured measured) {
        other.measured(execution, measured);
        page.change((state, atNs) -> state.measured(atNs, execution, measured));
    }

    @Override
    public void executionEnded(Execution execution, boolean completed, String message) {
        other.executionEnded(execution, completed, message);
        page.change((state, atNs) -> state.ended(atNs, execution, completed, message));
    }

    @Override
    public void note(String message) {
        other.note(message);
        page.change((state, atNs) -> state.noted(atNs, message));
    }
}
