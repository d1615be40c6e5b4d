package io.soabench.analyzer.cases;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.EnvironmentRecord.DurabilityRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The durability of the engines of a run: the state of instances that they keep when they fail. Where it differs or is unknown, a part of a
 * ratio of response times may be its price.
 */
public final class EngineDurabilities {

    /** Durabilities of runs of earlier versions, whose records do not have them. */
    static final EngineDurabilities NOT_RECORDED = new EngineDurabilities(Map.of());

    private static final DurabilityRecord ELSEWHERE =
            new DurabilityRecord("unknown", "runs elsewhere, so the durability of its instances is unknown");

    /** The words before several engines. Sentences of durability are about one. */
    private static final String EACH = "each of ";

    private final Map<String, DurabilityRecord> recorded;

    private EngineDurabilities(Map<String, DurabilityRecord> recorded) {
        this.recorded = Map.copyOf(recorded);
    }

    /** Returns the durabilities that an environment has recorded. */
    public static EngineDurabilities of(Optional<EnvironmentRecord> environment) {
        return environment
                .map(EnvironmentRecord::durability)
                .map(EngineDurabilities::new)
                .orElse(NOT_RECORDED);
    }

    /** Returns the durability of the engine of a case, or of the process that runs elsewhere; empty where it was not recorded. */
    private Optional<DurabilityRecord> of(CasePlan one) {
        if (recorded.isEmpty()) {
            return Optional.empty();
        }
        return one.server().isEmpty() ? Optional.of(ELSEWHERE) : Optional.ofNullable(recorded.get(one.server()));
    }

    /** Returns the levels of two engines that differ, or of which one is unknown; empty where both are known to be alike. */
    public List<String> differing(CasePlan a, CasePlan b) {
        Optional<DurabilityRecord> left = of(a);
        Optional<DurabilityRecord> right = of(b);
        if (left.isEmpty() || right.isEmpty() || a.server().equals(b.server())) {
            return List.of();
        }
        List<String> levels = List.of(left.get().level(), right.get().level());
        return levels.get(0).equals(levels.get(1)) && !levels.contains("unknown") ? List.of() : levels;
    }

    /** Returns the level of the engine of a case; empty where it was not recorded. */
    public Optional<String> level(CasePlan testCase) {
        return of(testCase).map(DurabilityRecord::level);
    }

    /** Returns a sentence to follow one about two engines; empty where both are alike. */
    public String note(CasePlan a, CasePlan b) {
        return note(List.of(a, b));
    }

    /** Returns a sentence to follow one about several engines, a case of each; empty where all are known to be alike. */
    public String note(List<CasePlan> engines) {
        List<List<String>> pairs = new ArrayList<>();
        for (CasePlan a : engines) {
            for (CasePlan b : engines) {
                pairs.add(differing(a, b));
            }
        }
        if (pairs.stream().allMatch(List::isEmpty)) {
            return "";
        }
        return " Durability "
                + (pairs.stream().anyMatch(levels -> levels.contains("unknown")) ? "may differ: " : "differs: ")
                + ByLevel.words(levelsOf(engines), level -> level)
                + ".";
    }

    private Map<String, String> levelsOf(List<CasePlan> engines) {
        Map<String, String> levels = new LinkedHashMap<>();
        engines.forEach(
                engine -> level(engine).ifPresent(level -> levels.putIfAbsent(CaseResult.engine(engine), level)));
        return levels;
    }

    /** Returns the caveats about the durability of compared engines, for each suite whose engines differ in it. */
    public List<String> caveats(List<CaseResult> cases) {
        Map<String, List<CasePlan>> suites = new LinkedHashMap<>();
        cases.stream().map(CaseResult::testCase).filter(one -> !one.isTwin()).forEach(one -> suites.computeIfAbsent(
                        one.suite(), suite -> new ArrayList<>())
                .add(one));
        Map<String, List<String>> bySentence = new LinkedHashMap<>();
        suites.forEach((suite, own) -> {
            if (differ(own)) {
                bySentence
                        .computeIfAbsent(levels(own), sentence -> new ArrayList<>())
                        .add(suite);
            }
        });
        return bySentence.entrySet().stream()
                .map(each -> (each.getValue().size() == suites.size()
                                ? begun(each.getKey())
                                : "In " + (each.getValue().size() == 1 ? "suite " : "suites ")
                                        + SentenceText.list(each.getValue()) + ", " + each.getKey())
                        + ". This may explain a part of a difference.")
                .toList();
    }

    /** Returns the beginning of a sentence; names of engines keep their letters. */
    private static String begun(String words) {
        return words.startsWith(EACH) ? SentenceText.capital(words) : words;
    }

    private boolean differ(List<CasePlan> cases) {
        return cases.stream()
                .anyMatch(a -> cases.stream().anyMatch(b -> !differing(a, b).isEmpty()));
    }

    /** Returns the engines of cases with their durability, those of one durability together. */
    private String levels(List<CasePlan> cases) {
        Map<String, Set<String>> engines = new LinkedHashMap<>();
        cases.forEach(one -> of(one).ifPresent(
                        known -> engines.computeIfAbsent(known.sentence(), sentence -> new LinkedHashSet<>())
                                .add(CaseResult.engine(one))));
        return engines.entrySet().stream()
                .map(each -> (each.getValue().size() == 1 ? "" : EACH) + SentenceText.list(List.copyOf(each.getValue()))
                        + " " + each.getKey())
                .collect(Collectors.joining("; "));
    }
}
