package io.soabench.engine.server.monitor;

import io.soabench.engine.runtime.kernel.EngineClock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A writer of samples to a file of comma-separated values (RFC 4180) at an interval. It appends a line for each sample,
 * and writes complete observations only. Its thread sleeps between two observations. Source: F12, section III-A:
 * "independent threads that run at regular intervals, gather the previous information, store it in a file, and become
 * idle the sooner as possible".
 */
public final class MonitorFile implements AutoCloseable {
    /** The first line of the file. */
    public static final String HEADER = "epochMs,replica,subject,measure,unit,value,note";

    private static final System.Logger LOG = System.getLogger(MonitorFile.class.getName());
    private static final long STOP_MS = 1_000;

    private final Path file;
    private final Supplier<List<Sample>> observed;
    private final EngineClock clock;
    private final BufferedWriter out;
    private final ScheduledExecutorService thread;
    private boolean broken;

    /**
     * Starts to write observations.
     *
     * @param file created if it does not exist; its folder must exist
     * @param interval between the starts of two observations
     * @param observed the source of observations, called on a thread of its own
     * @throws IOException if the file cannot be written
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Errors are reported there.
    public MonitorFile(Path file, Duration interval, Supplier<List<Sample>> observed, EngineClock clock)
            throws IOException {
        this.file = file;
        this.observed = observed;
        this.clock = clock;
        boolean fresh = !Files.exists(file) || Files.size(file) == 0;
        out = Files.newBufferedWriter(
                file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (fresh) {
            out.write(HEADER + "\n");
        }
        thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "monitor");
            made.setDaemon(true);
            return made;
        });
        // The first observation is written at once, so that it exists also when the engine ends soon.
        thread.execute(this::write);
        thread.scheduleAtFixedRate(this::write, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void write() {
        if (broken) {
            return;
        }
        try {
            long epochMs = clock.epochMs();
            StringBuilder lines = new StringBuilder();
            for (Sample sample : observed.get()) {
                lines.append(sample.line(epochMs)).append('\n');
            }
            out.write(lines.toString());
            out.flush();
        } catch (IOException | RuntimeException e) {
            broken = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "monitor=" + file + " cannot be written any more; it ends here, and the engine goes on.",
                    e);
        }
    }

    /** Writes a last observation. */
    @Override
    public void close() throws IOException {
        thread.execute(this::write);
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_MS, TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        out.close();
    }
}
