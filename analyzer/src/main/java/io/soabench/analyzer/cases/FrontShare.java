package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The share of an engine's processor time that the layer in front of it takes. It is the processor time of a request on the front without an engine,
 * divided by that on the engine and the servers that it uses. Both run files in one language under one load, and the share is that of blocks
 * which both completed. It is an estimate: the front compiles and collects garbage in a process of its own.
 *
 * @param result case of the engine
 * @param front name of the front without an engine
 * @param frontMs processor time of a request on the front, in these blocks
 * @param engineMs processor time of a request on the engine and the servers that it uses, in these blocks
 * @param share ratio of both; without interval where there is one block
 * @param confidence level of the intervals
 */
public record FrontShare(
        CaseResult result, String front, Interval frontMs, Interval engineMs, Interval share, double confidence) {

    /** Returns the shares of all engines that are measured beside the front, in the order of the cases. */
    public static List<FrontShare> of(Plan plan, List<CaseResult> cases, double confidence) {
        List<FrontShare> shares = new ArrayList<>();
        for (CaseResult front : cases) {
            if (!isFront(plan, front.testCase()) || front.testCase().isTwin()) {
                continue;
            }
            for (CaseResult engine : cases) {
                if (!isFront(plan, engine.testCase())
                        && !engine.testCase().isTwin()
                        && load(engine.testCase()).equals(load(front.testCase()))
                        && languages(plan, engine.testCase()).equals(languages(plan, front.testCase()))) {
                    add(shares, front, engine, confidence);
                }
            }
        }
        return List.copyOf(shares);
    }

    /** Returns whether a case is of the front without an engine. */
    public static boolean isFront(Plan plan, CasePlan one) {
        return plan.servers().stream()
                .anyMatch(server -> server.name().equals(one.server())
                        && server.declaredType().equals(ServerPlan.FRONT));
    }

    private static List<String> load(CasePlan one) {
        return List.of(one.suite(), one.subject(), one.workload());
    }

    private static List<String> languages(Plan plan, CasePlan one) {
        return one.processes().stream()
                .map(process -> plan.processOf(process).files().get(one.server()))
                .map(file -> file == null ? "" : file.language())
                .toList();
    }

    private static void add(List<FrontShare> shares, CaseResult front, CaseResult engine, double confidence) {
        Map<Integer, Double> ofFront = ProcessorTimes.of(front, confidence);
        Map<Integer, Double> ofEngine = ProcessorTimes.of(engine, confidence);
        ofEngine.keySet().retainAll(ofFront.keySet());
        ofFront.keySet().retainAll(ofEngine.keySet());
        if (!ofEngine.isEmpty()) {
            Function<Map<Integer, Double>, Interval> mean = values -> Interval.of(
                    values.values().stream().mapToDouble(Double::doubleValue).toArray(), confidence);
            shares.add(new FrontShare(
                    engine,
                    front.testCase().server(),
                    mean.apply(ofFront),
                    mean.apply(ofEngine),
                    Interval.of(
                            ofEngine.keySet().stream()
                                    .mapToDouble(block -> ofFront.get(block) / ofEngine.get(block))
                                    .toArray(),
                            confidence),
                    confidence));
        }
    }
}
