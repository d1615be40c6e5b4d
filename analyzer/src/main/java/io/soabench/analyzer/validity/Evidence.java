package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.folder.Window;
import io.soabench.analyzer.stat.Summary;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RunRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What criteria look at.
 *
 * @param environment of the run
 * @param requests that were measured
 * @param response their response times, of those that have one
 * @param slip of all of them: start − intended
 * @param drift see {@link io.soabench.analyzer.stat.SteadyState#drift}
 * @param saturation whether the engine kept up
 * @param warmUpS detected length of the warm-up in seconds; NaN when it cannot be told
 */
public record Evidence(
        RepetitionFolder folder,
        CasePlan testCase,
        Environment environment,
        Window window,
        long requests,
        Summary response,
        Summary slip,
        List<LedgerEntry> ledger,
        List<ServiceUse> services,
        double drift,
        Saturation saturation,
        double warmUpS) {

    /** Whether the driver did not say anything else. */
    boolean completed() {
        return folder.record().isEmpty() || folder.record().get().state() == RunRecord.State.COMPLETED;
    }

    boolean hung() {
        return folder.hung();
    }

    boolean withoutFreeThread() {
        return folder.loads().values().stream()
                .anyMatch(load -> load.requests().measure().missed() > 0);
    }

    /** How the warm-up ended: of several load clients one that was not steady decides. */
    public Optional<LoadRecord.WarmUp> warmUp() {
        return folder.loads().values().stream().map(LoadRecord::warmUp).max(Comparator.naturalOrder());
    }

    /** Share of the processors of its host that a load client used; NaN when unknown. */
    double processorShare(LoadRecord load) {
        OptionalInt processors = environment.processors(load.client());
        return processors.isEmpty() || !window.known()
                ? Double.NaN
                : load.effort().cpuMs() / 1000.0 / (window.seconds() * processors.getAsInt());
    }

    /** The same of the busiest load client. */
    public double busiestShare() {
        return folder.loads().values().stream()
                .mapToDouble(this::processorShare)
                .filter(share -> !Double.isNaN(share))
                .max()
                .orElse(Double.NaN);
    }
}
