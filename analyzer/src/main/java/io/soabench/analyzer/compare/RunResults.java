package io.soabench.analyzer.compare;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.ProcessorSharing;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The records of a run's folder, judged as its analysis does.
 *
 * @param run folder of the run
 * @param record the journal; empty when it cannot be read
 * @param environment empty when it cannot be read
 * @param cases results in the order of the plan
 * @param comparisons comparisons within the run
 * @param arrangements the sharing of machines by engines
 * @param missing files that are missing or cannot be read, one sentence each
 * @param confidence level at which the model compares response times
 */
public record RunResults(
        Path run,
        Plan plan,
        Optional<RunRecord> record,
        Optional<EnvironmentRecord> environment,
        List<CaseResult> cases,
        CaseComparisons comparisons,
        List<ProcessorSharing.Arrangement> arrangements,
        List<String> missing,
        double confidence) {

    /** Returns the name of the run. */
    public String id() {
        return record.map(RunRecord::id).orElse(String.valueOf(run.getFileName()));
    }

    /** Returns the version of SOABench that made the run; empty when unknown. */
    public String soabench() {
        return environment
                .map(record -> record.versions().getOrDefault("soabench", ""))
                .orElse("");
    }

    /** Returns the start of the run; empty when unknown. */
    public Optional<Instant> started() {
        return record.map(RunRecord::startedAt).flatMap(text -> {
            try {
                return Optional.of(Instant.parse(text));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        });
    }

    /** Returns whether the run was completed. */
    public boolean completed() {
        return record.map(r -> r.state() == RunRecord.State.COMPLETED).orElse(false);
    }

    /** Returns the number of repetitions with a verdict. */
    public long repetitions(Verdict verdict) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> r.verdict() == verdict)
                .count();
    }

    /** Returns the number of all repetitions. */
    public long repetitions() {
        return cases.stream().mapToLong(c -> c.repetitions().size()).sum();
    }

    /** Returns the number of repetitions that count. */
    public long usable() {
        return cases.stream().mapToLong(c -> c.usable().size()).sum();
    }

    /** Returns the cases that are compared with those of other runs. Twins serve their own run only. */
    public List<CaseResult> own() {
        return cases.stream().filter(c -> !c.testCase().isTwin()).toList();
    }

    /** Returns the sharing of each engine's machine in words, by engine. */
    Map<String, String> sharing() {
        return arrangements.stream()
                .collect(Collectors.groupingBy(
                        ProcessorSharing.Arrangement::engine,
                        TreeMap::new,
                        Collectors.mapping(ProcessorSharing.Arrangement::sharing, Collectors.joining(" or "))));
    }

    /** Returns the kinds of load clients in words, usually one. */
    Set<String> loadEngines() {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .flatMap(r -> r.details().loads().stream())
                .map(LoadRecord::effort)
                .filter(effort -> effort != null && effort.engine() != null)
                .map(effort -> effort.engine().word())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
