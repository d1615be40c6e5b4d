package io.soabench.driver.run;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.RunRefused;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A measurement of a {@link NullEngine} before all others, once for a run. It is a run of its own in a folder of the
 * run, recorded and analysed like any other. It never fails a run.
 */
final class Calibration {

    /** The least requests for an estimate. */
    private static final int LEAST_REQUESTS = 30;

    /** The least requests for a 99th percentile. */
    private static final int LEAST_FOR_P99 = 1_000;

    private final RunSetting setting;
    private final BiFunction<Driver.Request, Progress, RunRecord> runs;

    /** @param runs runs a plan, without calibrating it */
    Calibration(RunSetting setting, BiFunction<Driver.Request, Progress, RunRecord> runs) {
        this.setting = setting;
        this.runs = runs;
    }

    /** Measures the calibration, unless that was done when the run began, and reports the result. */
    void take() {
        Path folder = setting.folder().resolve(RunFiles.CALIBRATION);
        try {
            if (isComplete(folder)) {
                return;
            }
            FolderOperations.remove(folder);
            Files.createDirectories(folder);
            Optional<Driver.Request> request = NullEngine.of(setting.request(), folder);
            if (request.isEmpty()) {
                FolderOperations.remove(folder);
                return;
            }
            setting.progress().note("the harness itself is measured first, with a null engine: some 20 s");
            RunRecord record = runs.apply(request.get(), Progress.SILENT);
            FolderOperations.remove(request.get().compiled());
            setting.progress().note(sentence(folder, record));
        } catch (RunRefused | IOException | UncheckedIOException | IllegalArgumentException e) {
            setting.progress().note("the harness itself could not be measured: " + e.getMessage());
        }
    }

    private static boolean isComplete(Path folder) {
        Path journal = folder.resolve(RunFiles.RUN);
        return Files.exists(journal) && Json.read(journal, RunRecord.class).state() == State.COMPLETED;
    }

    private static String sentence(Path folder, RunRecord record) throws IOException {
        RunRecord.ExecutionRecord only = record.executions().get(0);
        if (only.state() != State.COMPLETED) {
            return "the harness itself could not be measured: " + only.message();
        }
        Execution execution = new Execution(only.caseId(), only.repetition());
        Path place = RunFiles.repetition(folder, execution.caseId(), execution.repetition());
        Optional<FinalFigures.Times> times =
                FinalFigures.times(place, Json.read(place.resolve(RunFiles.REPETITION), RepetitionRecord.class));
        if (times.isEmpty() || times.get().requests() < LEAST_REQUESTS) {
            return "the harness itself could not be measured: too few of its requests were answered";
        }
        return sentence(times.get());
    }

    private static String sentence(FinalFigures.Times times) {
        String tail = times.requests() < LEAST_FOR_P99
                ? ""
                : String.format(Locale.ROOT, "99th percentile %.2f ms; ", times.p99Ms());
        return String.format(
                Locale.ROOT,
                "the harness itself: a null engine answered in %.2f ms (median; %s%d requests)",
                times.medianMs(),
                tail,
                times.requests());
    }
}
