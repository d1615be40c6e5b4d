package io.soabench.generators;

import io.soabench.generators.cases.CaseSet;
import io.soabench.generators.reading.ModelReading;
import io.soabench.generators.reading.SimulatedWorkload;
import io.soabench.generators.reading.TestedProcess;
import io.soabench.model.ExpandedCase;
import io.soabench.model.SuiteSettings;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.Objective;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Recorder;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TargetKind;
import io.soabench.model.testbed.TestSuite;
import io.soabench.plan.PartnerPlan;
import io.soabench.plan.RequestMetric;
import io.soabench.plan.StatisticFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** An estimation of the duration and size of the cases of a model. */
final class Estimation {

    /** Size of one request in the samples of a run: its numbers, times and identifiers (docs/reference/formats.md), in text. */
    private static final int BYTES_OF_A_SAMPLE = 120;

    /** Size of one partner call in the calls of a run. */
    private static final int BYTES_OF_A_CALL = 80;

    /** Size of one request in a workload's trace. */
    private static final int BYTES_OF_A_LINE = 20;

    /** Size of one step of a request in a partner's trace. */
    private static final int BYTES_OF_A_STEP = 8;

    /** Duration of starts, deployment, checks and ends of the servers of a repetition; measured with the bundled engine on two processors. */
    private static final Duration REPETITION_OVERHEAD = Duration.ofSeconds(7);

    private final CaseSet caseSet;
    private final ModelReading reading;
    private final Map<Invocable, Map<Instance, Integer>> steps = new HashMap<>();

    Estimation(CaseSet caseSet) {
        this.caseSet = caseSet;
        this.reading = caseSet.reading();
    }

    Estimate estimate() {
        Map<TestSuite, List<ExpandedCase>> bySuite = new LinkedHashMap<>();
        caseSet.cases().forEach(each -> bySuite.computeIfAbsent(each.suite(), any -> new ArrayList<>())
                .add(each));
        return new Estimate(
                bySuite.entrySet().stream()
                        .map(entry -> suite(entry.getKey(), entry.getValue()))
                        .toList(),
                (long) traces());
    }

    private Estimate.Suite suite(TestSuite suite, List<ExpandedCase> cases) {
        SuiteSettings settings = reading.settings(cases.get(0));
        Duration load = settings.warmUp().plus(settings.measure());
        double requests = 0;
        double bytes = 0;
        for (ExpandedCase each : cases) {
            SimulatedWorkload workload = reading.workloads().get(each.workload());
            double[] expected = workload.simulation()
                    .expectedRequests(
                            workload.sent().size(),
                            settings.warmUp().toMillis() / 1000.0,
                            settings.measure().toMillis() / 1000.0,
                            chunk -> slowest(reading.called(each, workload, chunk)));
            for (int chunk = 0; chunk < expected.length; chunk++) {
                double sent = (settings.repeat() + (isRecorded(each) ? 1 : 0)) * times(each) * expected[chunk];
                requests += sent;
                bytes += sent * (BYTES_OF_A_SAMPLE + BYTES_OF_A_CALL * calls(reading.called(each, workload, chunk)));
            }
        }
        int measured = cases.stream().mapToInt(Estimation::times).sum();
        int recorded = cases.stream()
                .filter(Estimation::isRecorded)
                .mapToInt(Estimation::times)
                .sum();
        long repetitions = (long) settings.repeat() * measured;
        return new Estimate.Suite(
                suite.getName(),
                measured,
                (long) settings.fewest() * measured,
                repetitions,
                recorded,
                requests,
                bytes,
                load.plus(REPETITION_OVERHEAD).multipliedBy(repetitions + recorded),
                windows(suite, cases, settings.least()));
    }

    /** Returns how often each repetition of a case is measured: twice with its twin. */
    private static int times(ExpandedCase each) {
        return each.hasTwin() ? 2 : 1;
    }

    /** Returns whether a case is measured once more with a recorder. */
    private static boolean isRecorded(ExpandedCase each) {
        return each.server().isPresent() && each.suite().getRecorder() != Recorder.NONE;
    }

    /** Returns each workload once, with the case in which it sends the fewest requests. */
    private List<Estimate.Window> windows(TestSuite suite, List<ExpandedCase> cases, Duration length) {
        Map<String, Long> percentiles = percentiles(suite);
        Map<String, Estimate.Window> windows = new LinkedHashMap<>();
        for (ExpandedCase each : cases) {
            SimulatedWorkload workload = reading.workloads().get(each.workload());
            double[] expected = workload.simulation()
                    .expectedRequests(
                            workload.sent().size(),
                            0,
                            length.toMillis() / 1000.0,
                            chunk -> slowest(reading.called(each, workload, chunk)));
            windows.merge(
                    workload.name(),
                    new Estimate.Window(
                            workload.name(), length, Arrays.stream(expected).sum(), percentiles),
                    (one, other) -> one.requests() <= other.requests() ? one : other);
        }
        return List.copyOf(windows.values());
    }

    /** Returns the percentiles of response times that a suite reports or has objectives for, with the number of requests that each needs. */
    private Map<String, Long> percentiles(TestSuite suite) {
        Stream<Statistic> shown = reading.testbed().metrics().stream()
                .filter(metric -> isResponseTime(metric.getType()))
                .filter(metric -> metric.getTargetKind() == TargetKind.PROCESSES
                        || metric.getTargets().stream().anyMatch(Process.class::isInstance))
                .flatMap(metric -> metric.getStatistics().stream());
        Stream<Statistic> expected = suite.getObjectives().stream()
                .filter(objective ->
                        isResponseTime(objective.getMetric()) && !(objective.getTarget() instanceof Service))
                .map(Objective::getStatistic)
                .filter(Objects::nonNull);
        Map<String, Long> percentiles = new LinkedHashMap<>();
        Stream.concat(shown, expected)
                .flatMap(statistic -> percentile(statistic).stream())
                .sorted(Comparator.comparingDouble(StatisticFunction::fraction))
                .forEach(function -> percentiles.put(function.text(), function.valuesNeeded()));
        return percentiles;
    }

    private static boolean isResponseTime(MetricType type) {
        return type != null && RequestMetric.RESPONSE_TIME.equals(type.getName());
    }

    /** Returns the percentile of a statistic. Empty for another or an unknown statistic, which a rule reports. */
    private static Optional<StatisticFunction> percentile(Statistic statistic) {
        try {
            return Optional.of(StatisticFunction.parse(statistic.getFunction()))
                    .filter(function -> function.kind() == StatisticFunction.Kind.PERCENTILE);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the mean response time of the slowest partner. */
    private double slowest(TestedProcess process) {
        return process.partners().stream()
                .flatMap(partner -> reading.service(partner.service()).stream())
                .mapToDouble(service -> service.behaviour().responseTime().mean())
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    private double calls(TestedProcess process) {
        double calls = 0;
        for (PartnerPlan partner : process.partners()) {
            calls += steps(process, partner.service(), partner.instance());
        }
        return calls;
    }

    /** Returns the bytes of the traces of workloads and partners in the compiled testbed. */
    private double traces() {
        double bytes = 0;
        for (SimulatedWorkload workload : reading.workloads().values()) {
            double lines = workload.repetitions() * workload.simulation().expectedLines();
            bytes += lines * BYTES_OF_A_LINE;
            // The trace of an instance has as many steps for a request as the process with the most calls of it.
            Map<Instance, Integer> most = new HashMap<>();
            for (ExpandedCase each : caseSet.index().cases(workload.model())) {
                for (TestedProcess process : caseSet.loaded(each)) {
                    for (Instance called : called(process)) {
                        most.merge(called, steps(process, called.service(), called.number()), Math::max);
                    }
                }
            }
            for (int steps : most.values()) {
                bytes += lines * steps * BYTES_OF_A_STEP;
            }
        }
        return bytes;
    }

    private record Instance(String service, int number) {}

    private static Set<Instance> called(TestedProcess process) {
        Set<Instance> called = new HashSet<>();
        process.partners().forEach(partner -> called.add(new Instance(partner.service(), partner.instance())));
        if (process.calls(process.name(), 1)) {
            called.add(new Instance(process.name(), 1));
        }
        return called;
    }

    /** Returns the number of steps that one request of a process has at an instance of a service. */
    private int steps(TestedProcess process, String service, int instance) {
        return steps.computeIfAbsent(process.model(), any -> new HashMap<>())
                .computeIfAbsent(new Instance(service, instance), any -> process.steps(service, instance));
    }
}
