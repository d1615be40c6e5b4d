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
import java.util.function.ToDoubleFunction;

/**
 * What criteria look at.
 *
 * @param environment of the run
 * @param all the requests to all processes
 * @param each those to each process of the case, in its order
 * @param saturation whether the engine kept up
 */
public record Evidence(
        RepetitionFolder folder,
        CasePlan testCase,
        Environment environment,
        Window window,
        Load all,
        List<Load> each,
        List<LedgerEntry> ledger,
        List<ServiceUse> services,
        Saturation saturation) {

    /**
     * The requests of the measurement.
     *
     * @param process what was called
     * @param requests how many
     * @param response their response times, of those that have one
     * @param slip of all of them: start − intended
     * @param drift see {@link io.soabench.analyzer.stat.SteadyState#drift}
     * @param warmUpS detected length of the warm-up in seconds; NaN when it cannot be told
     */
    public record Load(String process, long requests, Summary response, Summary slip, double drift, double warmUpS) {}

    /** What a sentence about one process of several begins with: nothing where there is only one. */
    String about(Load load) {
        return each.size() == 1 ? "" : load.process() + ": ";
    }

    /** The lowest of the response times of the processes that have some: what is late must not hide behind a slow process. */
    double quickest(ToDoubleFunction<Summary> value) {
        return each.stream()
                .map(Load::response)
                .filter(response -> response.count() > 0)
                .mapToDouble(value)
                .min()
                .orElse(value.applyAsDouble(all.response()));
    }

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
