package io.soabench.analyzer.answers;

import io.soabench.analyzer.answers.Answer.Question;
import io.soabench.analyzer.cases.BacklogGrowth;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineCapacities;
import io.soabench.analyzer.cases.HeldLoad;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.WorkloadPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The search for the load that each engine holds, in requests offered a second. A load is held when every case with it is ({@link
 * HeldLoad}), not held when a case surely is not, and undecided otherwise. The answer is the largest load below the first one that is not
 * surely held.
 */
final class Scalability {

    private final List<HeldLoad> cases;
    private final Map<String, WorkloadPlan> workloads;

    private final EngineCapacities capacities;

    Scalability(List<HeldLoad> cases, Map<String, WorkloadPlan> workloads, EngineCapacities capacities) {
        this.cases = cases;
        this.workloads = workloads;
        this.capacities = capacities;
    }

    /**
     * A load of an engine.
     *
     * @param perS requests offered a second; NaN when nothing was measured
     * @param full cases of an engine at its capacity
     */
    private record Load(WorkloadPlan workload, double perS, List<HeldLoad> cases, List<HeldLoad> full) {

        /** Returns the mean offered load of cases. */
        private static double offered(List<HeldLoad> cases) {
            return cases.stream()
                    .mapToDouble(HeldLoad::offeredPerS)
                    .filter(rate -> !Double.isNaN(rate))
                    .average()
                    .orElse(Double.NaN);
        }

        HeldLoad.State state() {
            return cases.stream()
                    .map(this::state)
                    .max(HeldLoad.State::compareTo)
                    .orElseThrow();
        }

        /** Returns the decision on a case. Where clients wait for an engine with capacity to spare, it is open what it could answer. */
        private HeldLoad.State state(HeldLoad one) {
            return waits(one) ? HeldLoad.State.UNDECIDED : one.state();
        }

        private boolean waits(HeldLoad one) {
            return one.clientsWait() && !full.contains(one);
        }

        /** Returns whether no case is held or not held for another reason than clients that wait. */
        boolean waits() {
            return cases.stream()
                    .filter(one -> state(one) != HeldLoad.State.HELD)
                    .allMatch(this::waits);
        }

        /** Returns the reason of the state, by the first case with that state. */
        String why() {
            HeldLoad.State state = state();
            long number = cases.stream().filter(each -> state(each) == state).count();
            HeldLoad first = cases.stream()
                    .filter(each -> state(each) == state)
                    .findFirst()
                    .orElseThrow();
            return first.why()
                    + (waits(first) ? "; they sent fewer requests because they wait for answers" : "")
                    + (cases.size() == 1 ? "" : "; so it is in " + number + " of " + cases.size() + " cases");
        }

        /** Returns the load in words. */
        String words() {
            String clients = workload.kind() == WorkloadPlan.Load.CLOSED
                    ? ": " + SentenceText.count(workload.clients(), "client", "clients")
                    : "";
            return Double.isNaN(perS)
                    ? workload.name() + (clients.isEmpty() ? "" : " (" + clients.substring(2) + ")")
                    : SentenceText.number(perS) + " requests/s (" + workload.name() + clients + ")";
        }
    }

    List<Answer> answers() {
        List<Answer> answers = new ArrayList<>();
        for (WorkloadPlan.Load kind : WorkloadPlan.Load.values()) {
            Map<String, Map<String, List<HeldLoad>>> engines = new LinkedHashMap<>();
            for (HeldLoad one : cases) {
                WorkloadPlan workload = workloads.get(one.result().testCase().workload());
                // Three kinds of load have no rate that an engine could hold: a load that changes over time, batches,
                // and clients of a process whose partners take an unknown time.
                if (workload.kind() == kind
                        && workload.stages().isEmpty()
                        && !workload.ordersBatches()
                        && one.offerKnown()) {
                    engines.computeIfAbsent(CaseResult.engine(one.result().testCase()), k -> new LinkedHashMap<>())
                            .computeIfAbsent(workload.name(), k -> new ArrayList<>())
                            .add(one);
                }
            }
            Map<String, Double> offered = kind == WorkloadPlan.Load.CLOSED ? offered(engines.values()) : Map.of();
            engines.forEach((engine, loads) -> {
                if (loads.size() > 1) {
                    answers.add(answer(engine, sorted(loads, offered)));
                }
            });
        }
        return answers;
    }

    /**
     * Returns the offered load of each closed workload: the largest measured one, because the workload offers the same to every engine.
     * Clients of an engine that does not keep up think too seldom for an estimate of their pauses.
     */
    private static Map<String, Double> offered(Collection<Map<String, List<HeldLoad>>> engines) {
        Map<String, Double> offered = new HashMap<>();
        engines.forEach(loads -> loads.forEach((workload, of) -> {
            double perS = Load.offered(of);
            if (!Double.isNaN(perS)) {
                offered.merge(workload, perS, Math::max);
            }
        }));
        return offered;
    }

    /** Returns the loads in the order of the offered load. Loads without measurement come last, in the order of the number of clients. */
    private List<Load> sorted(Map<String, List<HeldLoad>> loads, Map<String, Double> offered) {
        return loads.entrySet().stream()
                .map(load -> load(workloads.get(load.getKey()), load.getValue(), offered))
                .sorted(Comparator.comparingDouble(Load::perS)
                        .thenComparingInt(load -> load.workload().clients()))
                .toList();
    }

    private Load load(WorkloadPlan workload, List<HeldLoad> cases, Map<String, Double> offered) {
        return new Load(
                workload,
                workload.kind() == WorkloadPlan.Load.OPEN
                        ? workload.ratePerSecond()
                        : offered.getOrDefault(workload.name(), Double.NaN),
                cases,
                cases.stream().filter(one -> capacities.reached(one.result())).toList());
    }

    private static Answer answer(String engine, List<Load> loads) {
        int sure = 0;
        while (sure < loads.size() && loads.get(sure).state() == HeldLoad.State.HELD) {
            sure++;
        }
        double held = sure == 0 ? Double.NaN : loads.get(sure - 1).perS();
        double next = sure == loads.size() ? Double.NaN : loads.get(sure).perS();
        List<Load> rest = loads.subList(sure, loads.size());
        Optional<Load> stopped = rest.stream()
                .filter(load -> load.state() == HeldLoad.State.NOT_HELD)
                .findFirst();
        StringBuilder sentence = new StringBuilder(engine);
        if (rest.isEmpty()) {
            sentence.append(" holds all that was offered, ")
                    .append(loads.get(sure - 1).words())
                    .append(": ")
                    .append(most(loads))
                    .append(greatestOverload(loads));
        } else {
            Load first = rest.get(0);
            if (first.state() == HeldLoad.State.UNDECIDED) {
                sentence.append(sure > 0 ? " holds " + loads.get(sure - 1).words() + "; " : ": ")
                        .append("whether it holds ")
                        .append(first.words())
                        .append(sure > 0 ? "" : ", the smallest load that was offered,")
                        .append(" is undecided: ")
                        .append(first.why());
                stopped.ifPresent(load -> sentence.append("; it does not hold ")
                        .append(load.words())
                        .append(": ")
                        .append(load.why()));
            } else {
                sentence.append(
                                sure > 0
                                        ? " holds " + loads.get(sure - 1).words() + ", but not " + first.words()
                                        : " does not hold " + first.words() + ", the smallest load that was offered")
                        .append(": ")
                        .append(first.why());
            }
        }
        return new Answer(
                Question.SCALABILITY,
                null,
                null,
                engine,
                null,
                held,
                Double.NaN,
                next,
                Double.NaN,
                Double.NaN,
                "1/s",
                loads.stream().mapToInt(load -> load.cases().size()).sum(),
                stopped.isPresent(),
                Double.NaN,
                sure == 0 && rest.get(0).waits() ? Answer.CLIENTS_WAIT : "",
                loads.size(),
                sentence + ".");
    }

    /** Returns the greatest overload that the measurements of a held load do not exclude; empty for closed loads. */
    private static String greatestOverload(List<Load> loads) {
        return loads.stream()
                .flatMap(load -> load.cases().stream())
                .map(each -> BacklogGrowth.of(each.result().usable()))
                .filter(drift -> drift.state() == BacklogGrowth.State.KEPT)
                .max(Comparator.comparingDouble(drift -> drift.growth().high()))
                .map(drift -> "; " + drift.why())
                .orElse("");
    }

    /** Returns the largest possible share of failures of all held loads. */
    private static String most(List<Load> loads) {
        List<HeldLoad> all =
                loads.stream().flatMap(load -> load.cases().stream()).toList();
        HeldLoad most = greatest(all, Interval::mean);
        if (most.failureRate().mean() == 0) {
            HeldLoad widest = greatest(all, Interval::high);
            return (all.stream().anyMatch(HeldLoad::excuses) ? HeldLoad.UNCOUNTED + ", " : "")
                    + "no request failed ("
                    + (widest.failureRate().known()
                            ? SentenceText.level(widest.confidence()) + " CI up to "
                                    + SentenceText.percent(widest.failureRate().high()) + " in " + widest.place()
                                    + (all.size() > 1 ? ", the widest" : "")
                            : "no interval: one repetition")
                    + ")";
        }
        boolean alone = all.stream()
                        .filter(each ->
                                each.failureRate().mean() >= most.failureRate().mean())
                        .count()
                == 1;
        return most.rate() + " of the requests failed in " + most.place() + (alone ? ", more than elsewhere" : "")
                + most.uncounted();
    }

    private static HeldLoad greatest(List<HeldLoad> all, ToDoubleFunction<Interval> of) {
        return all.stream()
                .max(Comparator.comparingDouble(each -> of.applyAsDouble(each.failureRate())))
                .orElseThrow();
    }
}
