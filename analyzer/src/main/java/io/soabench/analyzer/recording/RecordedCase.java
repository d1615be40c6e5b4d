package io.soabench.analyzer.recording;

import io.soabench.plan.ClockRecord;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A case that was measured once more with a recording of its engine, and what was recorded within the measurement.
 *
 * @param running samples of running threads, see {@link RecordedStacks}
 * @param allocating bytes of new objects
 */
public record RecordedCase(String caseId, List<Frame> running, List<Frame> allocating) {

    private static final long NS_PER_S = 1_000_000_000L;

    /**
     * A frame of the merged stacks, in the order in which a graph is drawn: a caller before its callees.
     *
     * @param depth number of callers
     * @param weight samples or bytes, those of all callees included
     */
    public record Frame(int depth, String name, double weight) {}

    /**
     * Reads the recordings of a run.
     *
     * @param run folder of the run
     * @param missing takes a sentence for each recording that cannot be used
     * @return the cases by name; empty when nothing was recorded
     */
    public static List<RecordedCase> of(Path run, Consumer<String> missing) {
        Path folder = run.resolve(RunFiles.RECORDINGS).resolve(RunFiles.CASES);
        List<RecordedCase> cases = new ArrayList<>();
        for (Path each : entries(folder)) {
            String caseId = each.getFileName().toString();
            try {
                read(caseId, each.resolve("1")).ifPresent(cases::add);
            } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
                missing.accept("The recording of case " + caseId + " cannot be read: " + e.getMessage() + ".");
            }
        }
        return cases;
    }

    /** Returns the names of the cases with a sample of a running thread. */
    public static Set<String> sampled(List<RecordedCase> cases) {
        return cases.stream()
                .filter(each -> !each.running().isEmpty())
                .map(RecordedCase::caseId)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<RecordedCase> read(String caseId, Path repetition) throws IOException {
        Path file = repetition.resolve(RunFiles.REPETITION);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        RepetitionRecord record = Json.read(file, RepetitionRecord.class);
        Optional<PhaseRecord> measured = record.phase(PhaseRecord.MEASURE);
        if (record.state() != RunRecord.State.COMPLETED || measured.isEmpty()) {
            return Optional.empty();
        }
        RecordedStacks stacks = new RecordedStacks();
        boolean recorded = false;
        for (Path server : entries(repetition.resolve(RunFiles.LOGS))) {
            long aheadNs = aheadNs(server.getFileName().toString(), record, repetition);
            for (Path log : entries(server)) {
                if (EngineRecording.is(log.getFileName().toString())) {
                    stacks.add(
                            log,
                            at(measured.get().startNs() + aheadNs),
                            at(measured.get().endNs() + aheadNs));
                    recorded = true;
                }
            }
        }
        return recorded
                ? Optional.of(new RecordedCase(caseId, frames(stacks.running()), frames(stacks.allocating())))
                : Optional.empty();
    }

    /** Returns the lead of the clock of a server's host over the driver's clock; 0 when it was not measured. */
    private static long aheadNs(String server, RepetitionRecord record, Path repetition) {
        Path clocks = repetition.resolve(RunFiles.CLOCKS);
        if (!Files.exists(clocks)) {
            return 0;
        }
        ClockRecord offsets = Json.read(clocks, ClockRecord.class);
        return record.servers().stream()
                .filter(each -> each.name().equals(server))
                .flatMap(each -> offsets.of(each.host()).stream())
                .filter(ClockRecord.HostOffset::known)
                .mapToLong(ClockRecord.HostOffset::offsetNs)
                .findFirst()
                .orElse(0);
    }

    private static Instant at(long epochNs) {
        return Instant.ofEpochSecond(epochNs / NS_PER_S, epochNs % NS_PER_S);
    }

    private static List<Frame> frames(StackTree tree) {
        return tree.nodes().stream()
                .map(node -> new Frame(node.depth(), node.frame(), node.weight()))
                .toList();
    }

    private static List<Path> entries(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
