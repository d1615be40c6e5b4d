package io.soabench.analyzer.recording;

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
import java.util.function.Consumer;
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

    private static Optional<RecordedCase> read(String caseId, Path repetition) throws IOException {
        Path file = repetition.resolve(RunFiles.REPETITION);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        RepetitionRecord record = Json.read(file, RepetitionRecord.class);
        Optional<PhaseRecord> measured = record.phase(PhaseRecord.MEASURE);
        List<Path> files = new ArrayList<>();
        for (Path server : entries(repetition.resolve(RunFiles.LOGS))) {
            entries(server).stream()
                    .filter(log -> EngineRecording.is(log.getFileName().toString()))
                    .forEach(files::add);
        }
        if (record.state() != RunRecord.State.COMPLETED || measured.isEmpty() || files.isEmpty()) {
            return Optional.empty();
        }
        RecordedStacks stacks = RecordedStacks.of(
                files, at(measured.get().startNs()), at(measured.get().endNs()));
        return Optional.of(new RecordedCase(caseId, frames(stacks.running()), frames(stacks.allocating())));
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
