package io.soabench.driver;

import io.soabench.plan.CsvTable;
import io.soabench.plan.EventKind;
import io.soabench.plan.EventPlan;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The log of the events of one repetition, with their times: {@code events.csv}. Each line is written at once, so that
 * no line is lost when the driver is killed. Safe for use by many threads.
 */
public final class EventLog {

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
        append(CsvTable.EVENTS.header() + "\n");
    }

    /** Adds a line with the present time. */
    public void add(EventKind kind, String subject, String detail) {
        add(clock.epochNanos(), kind, subject, detail);
    }

    /** Adds a line about something that happened at that time. */
    public void add(long atNs, EventKind kind, String subject, String detail) {
        add(atNs, kind, subject, detail, "");
    }

    /** Adds a line about an event of the model. */
    void add(long atNs, EventKind kind, EventPlan event, String detail) {
        add(atNs, kind, event.what(), detail, event.id());
    }

    /** Adds a line about a later step of an event of the model. */
    void add(long atNs, EventKind kind, EventPlan event, String step, String detail) {
        add(atNs, kind, event.what() + ": " + step, detail, event.id());
    }

    private void add(long atNs, EventKind kind, String subject, String detail, String event) {
        append(CsvTable.EVENTS.line(atNs, kind.text(), subject, detail, event));
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
