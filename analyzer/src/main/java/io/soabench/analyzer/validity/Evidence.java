package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.folder.MeasurementWindow;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.Trend;
import io.soabench.plan.CasePlan;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.RunRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * The data of a repetition that criteria examine.
 *
 * @param environment of the run
 * @param all the requests to all processes
 * @param each those to each process of the case, in its order
 * @param pace pace of the engine
 */
public record Evidence(
        RepetitionFolder folder,
        CasePlan testCase,
        EnvironmentEntries environment,
        MeasurementWindow window,
        Load all,
        List<Load> each,
        List<LedgerEntry> ledger,
        List<ServiceUse> services,
        EnginePace pace) {

    /**
     * The requests of the measurement.
     *
     * @param process called process
     * @param requests number of requests
     * @param response response times of those that have one
     * @param slip of all of them: start − intended
     * @param lateness of all of them: slip, and the lateness of partners on the critical path
     * @param trend of their response times over the measurement
     * @param warmUpS detected length of the warm-up in seconds; NaN when unknown
     * @param slow whether there are too few of them because the engine kept their clients waiting
     */
    public record Load(
            String process,
            long requests,
            DurationSummary response,
            DurationSummary slip,
            DurationSummary lateness,
            Trend trend,
            double warmUpS,
            boolean slow) {}

    /** Returns the beginning of a sentence about one process of several; empty where there is only one. */
    String about(Load load) {
        return each.size() == 1 ? "" : load.process() + ": ";
    }

    /** Returns the lowest of the known response times of processes, so that a slow process hides no unknown one. */
    double quickest(ToDoubleFunction<DurationSummary> value) {
        return each.stream()
                .map(Load::response)
                .filter(response -> response.count() > 0)
                .mapToDouble(value)
                .min()
                .orElse(value.applyAsDouble(all.response()));
    }

    /** Returns whether the model wants neither the load nor anything else to change during the measurement. */
    boolean constant() {
        return folder.workload().stages().isEmpty() && testCase.events().isEmpty();
    }

    /** Returns the steadiness of the response times of all processes: one that was not steady decides, then one of unknown steadiness. */
    public SteadinessState steady() {
        if (!constant()) {
            return SteadinessState.NOT_MEANT;
        }
        return each.stream()
                .map(load -> SteadinessState.of(load.trend()))
                .max(Comparator.naturalOrder())
                .orElse(SteadinessState.NOT_ASSESSED);
    }

    /** Returns whether the driver completed the repetition, or left no record of it. */
    boolean completed() {
        return folder.record().isEmpty() || folder.record().get().state() == RunRecord.State.COMPLETED;
    }

    boolean hung() {
        return folder.hung();
    }

    /** Returns whether the engine, not the harness, is the reason for too few requests. */
    boolean slow() {
        return hung() || pace.saturated();
    }

    boolean withoutFreeThread() {
        return folder.loads().values().stream()
                .anyMatch(load -> load.requests().measure().missed() > 0);
    }

    /** Returns the end of the warm-up; of several load clients one that was not steady decides. */
    public Optional<LoadRecord.WarmUp> warmUp() {
        return folder.loads().values().stream().map(LoadRecord::warmUp).max(Comparator.naturalOrder());
    }

    /** Returns the share of the processors of its host that a load client used; NaN when unknown. */
    double processorShare(LoadRecord load) {
        OptionalInt processors = environment.processors(load.client());
        return processors.isEmpty() || !window.known()
                ? Double.NaN
                : load.effort().cpuMs() / 1000.0 / (window.seconds() * processors.getAsInt());
    }

    /** Returns the share of the busiest load client. */
    public double busiestShare() {
        return folder.loads().values().stream()
                .mapToDouble(this::processorShare)
                .filter(share -> !Double.isNaN(share))
                .max()
                .orElse(Double.NaN);
    }
}
