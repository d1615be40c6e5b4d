package io.soabench.analyzer.judge;

import io.soabench.analyzer.judge.Answer.Question;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much load each engine holds before it fails. A load is a number of clients or a rate of arrivals; it is held when
 * every case with it is ({@link Endurance}). The answer is the largest load below the first that is not held.
 */
final class Scalability {

    private final List<Endurance> cases;
    private final Map<String, WorkloadPlan> workloads;
    private final double confidence;

    Scalability(List<Endurance> cases, Map<String, WorkloadPlan> workloads, double confidence) {
        this.cases = cases;
        this.workloads = workloads;
        this.confidence = confidence;
    }

    List<Answer> answers() {
        List<Answer> answers = new ArrayList<>();
        for (WorkloadPlan.Load kind : WorkloadPlan.Load.values()) {
            Map<String, SortedMap<Double, List<Endurance>>> engines = new LinkedHashMap<>();
            for (Endurance one : cases) {
                WorkloadPlan workload = workloads.get(one.result().testCase().workload());
                // A load that changes over time has no rate, or number of clients, that could be held.
                if (workload.kind() == kind && workload.stages().isEmpty()) {
                    engines.computeIfAbsent(CaseResult.engine(one.result().testCase()), k -> new TreeMap<>())
                            .computeIfAbsent(load(workload), k -> new ArrayList<>())
                            .add(one);
                }
            }
            engines.forEach((engine, loads) -> {
                if (loads.size() > 1) {
                    answers.add(answer(engine, kind, loads));
                }
            });
        }
        return answers;
    }

    private static double load(WorkloadPlan workload) {
        return workload.kind() == WorkloadPlan.Load.CLOSED ? workload.clients() : workload.ratePerSecond();
    }

    private static String words(WorkloadPlan.Load kind, double load) {
        return kind == WorkloadPlan.Load.CLOSED
                ? Words.count(Math.round(load), "client", "clients")
                : Words.number(load) + " requests/s";
    }

    private Answer answer(String engine, WorkloadPlan.Load kind, SortedMap<Double, List<Endurance>> loads) {
        double held = Double.NaN;
        double stopped = Double.NaN;
        for (Map.Entry<Double, List<Endurance>> load : loads.entrySet()) {
            if (!load.getValue().stream().allMatch(Endurance::held)) {
                stopped = load.getKey();
                break;
            }
            held = load.getKey();
        }
        boolean any = !Double.isNaN(held);
        boolean all = Double.isNaN(stopped);
        List<Endurance> there = loads.getOrDefault(stopped, List.of());
        boolean failed = there.stream().anyMatch(e -> e.known() && !e.held());
        String sentence;
        if (all) {
            sentence = engine + " holds all that was offered, " + words(kind, held) + ": "
                    + highest(loads.values().stream().flatMap(List::stream).toList());
        } else {
            sentence = engine
                    + (any ? " holds " + words(kind, held) + "; " : ": ")
                    + words(kind, stopped)
                    + (any ? "" : ", the smallest load that was offered,")
                    + (failed ? " it does not hold: " + failed(there) : " nothing can be told of: " + unknown(there));
        }
        return new Answer(
                Question.SCALABILITY,
                null,
                null,
                engine,
                null,
                held,
                Double.NaN,
                stopped,
                Double.NaN,
                Double.NaN,
                kind == WorkloadPlan.Load.CLOSED ? "clients" : "1/s",
                loads.values().stream().mapToInt(List::size).sum(),
                failed,
                sentence + ".");
    }

    private String highest(List<Endurance> cases) {
        Endurance worst = worst(cases);
        if (worst.failureRate().mean() == 0) {
            long requests = cases.stream()
                    .flatMap(c -> c.result().usable().stream())
                    .mapToLong(RepetitionResult::requests)
                    .sum();
            return "none of " + requests + " requests failed";
        }
        return "at most " + worst.rate(confidence) + " of the requests failed, in " + worst.place() + open(worst);
    }

    private String failed(List<Endurance> cases) {
        List<Endurance> known = cases.stream().filter(Endurance::known).toList();
        Endurance worst = worst(known);
        long number = known.stream().filter(e -> !e.held()).count();
        return worst.rate(confidence) + " of the requests failed in " + worst.place() + open(worst)
                + (cases.size() == 1 ? "" : "; in " + number + " of " + cases.size() + " cases the limit was passed");
    }

    private static String unknown(List<Endurance> cases) {
        Endurance first = cases.stream().filter(e -> !e.known()).findFirst().orElseThrow();
        return first.place() + ": " + first.whyUnknown();
    }

    private static Endurance worst(List<Endurance> cases) {
        return cases.stream()
                .max(Comparator.comparingDouble(e -> e.failureRate().mean()))
                .orElseThrow();
    }

    private static String open(Endurance endurance) {
        return endurance.open()
                ? ", though the interval includes the limit of " + Words.percent(endurance.limit())
                : "";
    }
}
