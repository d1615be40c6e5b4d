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
 * What was recorded in the folder of a run, judged as its analysis does.
 *
 * @param run its folder
 * @param record the journal; empty when it cannot be read
 * @param environment empty when it cannot be read
 * @param cases in the order of the plan
 * @param comparisons within the run
 * @param yieldings how engines shared their machines
 * @param missing what is not there or cannot be read, one sentence each
 * @param confidence level at which the model wants response times compared
 */
public record RunResults(
        Path run,
        Plan plan,
        Optional<RunRecord> record,
        Optional<EnvironmentRecord> environment,
        List<CaseResult> cases,
        CaseComparisons comparisons,
        List<ProcessorSharing.Arrangement> yieldings,
        List<String> missing,
        double confidence) {

    /** Name of the run. */
    public String id() {
        return record.map(RunRecord::id).orElse(String.valueOf(run.getFileName()));
    }

    /** Version of SOABench that made it; empty when unknown. */
    public String soabench() {
        return environment
                .map(record -> record.versions().getOrDefault("soabench", ""))
                .orElse("");
    }

    /** When it began; empty when unknown. */
    public Optional<Instant> started() {
        return record.map(RunRecord::startedAt).flatMap(text -> {
            try {
                return Optional.of(Instant.parse(text));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        });
    }

    /** Whether all of it was run. */
    public boolean completed() {
        return record.map(r -> r.state() == RunRecord.State.COMPLETED).orElse(false);
    }

    /** All repetitions with that verdict. */
    public long repetitions(Verdict verdict) {
        return cases.stream()
                .flatMap(c -> c.repetitions().stream())
                .filter(r -> r.verdict() == verdict)
                .count();
    }

    /** All repetitions. */
    public long repetitions() {
        return cases.stream().mapToLong(c -> c.repetitions().size()).sum();
    }

    /** Repetitions whose numbers count. */
    public long usable() {
        return cases.stream().mapToLong(c -> c.usable().size()).sum();
    }

    /** Cases that are to be compared with those of other runs: twins serve their own run. */
    public List<CaseResult> own() {
        return cases.stream().filter(c -> !c.testCase().isTwin()).toList();
    }

    /** How each engine shared its machine, in words; usually in one way. */
    Map<String, String> sharing() {
        return yieldings.stream()
                .collect(Collectors.groupingBy(
                        ProcessorSharing.Arrangement::engine,
                        TreeMap::new,
                        Collectors.mapping(ProcessorSharing.Arrangement::sharing, Collectors.joining(" or "))));
    }

    /** What sent the requests, in words; usually one. */
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
