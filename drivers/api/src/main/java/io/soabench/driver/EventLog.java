package io.soabench.driver;

import io.soabench.plan.HostClock;
import io.soabench.plan.Plan.EventPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * {@code events.csv} of one repetition: what happened when. Each line is written at once, so that nothing is lost when the
 * driver dies. Safe for use by many threads.
 */
public final class EventLog {

    /** First line of the file. */
    public static final String HEADER = "at_ns,kind,subject,detail,event";

    /** What a line is about. */
    public enum Kind {
        PHASE,
        SERVER,
        /** An event of the model, or a step of it, happened; the subject is what, the detail how late. */
        MODEL,
        /** An event of the model did not happen; the detail is why. */
        MISSED,
        /** What a reader of the report should know though the repetition goes on: one sentence. */
        WARNING
    }

    private final Path file;
    private final HostClock clock;

    /**
     * Begins the file.
     *
     * @throws UncheckedIOException when it cannot be written
     */
    public EventLog(Path file, HostClock clock) {
        this.file = file;
        this.clock = clock;
        append(HEADER + "\n");
    }

    /** Adds a line with the present time. */
    public void add(Kind kind, String subject, String detail) {
        add(clock.epochNanos(), kind, subject, detail);
    }

    /** Adds a line about something that happened at that time. */
    public void add(long atNs, Kind kind, String subject, String detail) {
        add(atNs, kind, subject, detail, "");
    }

    /** Adds a line about an event of the model. */
    void add(long atNs, Kind kind, EventPlan event, String detail) {
        add(atNs, kind, event.what(), detail, event.id());
    }

    /** Adds a line about a later step of an event of the model. */
    void add(long atNs, Kind kind, EventPlan event, String step, String detail) {
        add(atNs, kind, event.what() + ": " + step, detail, event.id());
    }

    private void add(long atNs, Kind kind, String subject, String detail, String event) {
        append(atNs + "," + kind.name().toLowerCase(java.util.Locale.ROOT) + "," + field(subject) + "," + field(detail)
                + "," + field(event) + "\n");
    }

    /** A text as a field of a CSV file, quoted when it must be (RFC 4180); line ends become blanks. */
    public static String field(String text) {
        String line = text.replaceAll("\\R", " ");
        return line.indexOf(',') < 0 && line.indexOf('"') < 0 ? line : '"' + line.replace("\"", "\"\"") + '"';
    }

    private synchronized void append(String line) {
        try {
            Files.write(
                    file, line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
