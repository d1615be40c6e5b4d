package io.soabench.driver.run;

import io.soabench.driver.Progress;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Outcome;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.SamplePhase;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The totals of a repetition's samples, computed as in its report. The last progress reports of load clients come some
 * time before the end; these totals cover the whole repetition.
 */
final class FinalFigures {

    private static final int PHASE = CsvTable.SAMPLES.index("phase");
    private static final int INTENDED = CsvTable.SAMPLES.index("intended_ns");
    private static final int END = CsvTable.SAMPLES.index("end_ns");
    private static final int OUTCOME = CsvTable.SAMPLES.index("outcome");
    /**
     * The number of parts into which a line is split. The last part has the later columns, which may contain quotes and
     * are not read.
     */
    private static final int COLUMNS = OUTCOME + 2;

    private static final double TAIL = 0.99;
    private static final double MIDDLE = 0.5;

    private final RepetitionRecord.PhaseRecord measurement;
    private long requests;
    private long succeeded;
    private long answers;
    private long[] latenciesNs = new long[1024];
    private int timed;

    private FinalFigures(RepetitionRecord.PhaseRecord measurement) {
        this.measurement = measurement;
    }

    /**
     * Adds up the samples of a repetition.
     *
     * @param folder of the repetition
     * @return nothing when nothing was measured
     * @throws IOException when a file of samples cannot be read
     */
    static Optional<Progress.Measured> of(Path folder, RepetitionRecord record) throws IOException {
        return read(folder, record).filter(figures -> figures.requests > 0).map(FinalFigures::measured);
    }

    private static Optional<FinalFigures> read(Path folder, RepetitionRecord record) throws IOException {
        Optional<RepetitionRecord.PhaseRecord> measurement = record.phase(RepetitionRecord.PhaseRecord.MEASURE);
        if (measurement.isEmpty()) {
            return Optional.empty();
        }
        FinalFigures figures = new FinalFigures(measurement.get());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, RunFiles.Each.SAMPLES.of("*"))) {
            for (Path file : files) {
                figures.add(file);
            }
        }
        return Optional.of(figures);
    }

    /**
     * Response times in the measurement, of requests that have one.
     *
     * @param requests number of these requests
     */
    record Times(long requests, double medianMs, double p99Ms) {}

    /** Returns the response times of a repetition, see {@link #of}; nothing when there are none. */
    static Optional<Times> times(Path folder, RepetitionRecord record) throws IOException {
        return read(folder, record)
                .filter(figures -> figures.timed > 0)
                .map(figures -> new Times(figures.timed, figures.quantileMs(MIDDLE), figures.quantileMs(TAIL)));
    }

    private void add(Path file) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split(",", COLUMNS);
                if (columns.length == COLUMNS) {
                    boolean measured = columns[PHASE].equals(SamplePhase.MEASURE.text());
                    add(measured, Long.parseLong(columns[INTENDED]), Long.parseLong(columns[END]), columns[OUTCOME]);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " has a line that is no sample: " + e.getMessage(), e);
        }
    }

    private void add(boolean measured, long intendedNs, long endNs, String outcome) {
        boolean good = outcome.equals(Outcome.OK.name());
        // Every answer during the measurement counts as throughput, also the answer to an earlier request.
        answers += good && endNs >= measurement.startNs() && endNs < measurement.endNs() ? 1 : 0;
        if (!measured) {
            return;
        }
        requests++;
        succeeded += good ? 1 : 0;
        // A request without an answer took at least as long as its time-out. Other failures have no response time.
        if (good || Outcome.valueOf(outcome).outOfTime()) {
            if (timed == latenciesNs.length) {
                latenciesNs = Arrays.copyOf(latenciesNs, 2 * timed);
            }
            latenciesNs[timed++] = endNs - intendedNs;
        }
    }

    private Progress.Measured measured() {
        double seconds = (measurement.endNs() - measurement.startNs()) / 1e9;
        return new Progress.Measured(
                requests, seconds > 0 ? answers / seconds : Double.NaN, requests - succeeded, quantileMs(TAIL));
    }

    /** Returns type 7 of Hyndman and Fan, as everywhere in the analysis. */
    private double quantileMs(double share) {
        if (timed == 0) {
            return Double.NaN;
        }
        Arrays.sort(latenciesNs, 0, timed);
        double rank = share * (timed - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, timed - 1);
        return (latenciesNs[below] + (rank - below) * (latenciesNs[above] - latenciesNs[below])) / 1e6;
    }
}
