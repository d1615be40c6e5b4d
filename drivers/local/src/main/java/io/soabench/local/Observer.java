package io.soabench.local;

import io.soabench.driver.EventLog;
import io.soabench.driver.MetricSource;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks every metric source for every child once in an interval and writes {@code metrics-<child>.csv}. Its own thread does
 * it; the first problem is kept for the run's thread.
 */
final class Observer implements AutoCloseable {

    private static final String HEADER = "at_ns,metric,value,unit,source\n";

    private final List<MetricSource> sources;
    private final Path folder;
    private final HostClock clock;
    private final Bell bell;
    private final Map<String, Child> children = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread;
    private volatile String problem = "";

    Observer(List<MetricSource> sources, Path folder, HostClock clock, Bell bell) {
        this.sources = sources;
        this.folder = folder;
        this.clock = clock;
        this.bell = bell;
        thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread observer = new Thread(task, "metrics-observer");
            observer.setDaemon(true);
            return observer;
        });
    }

    void start(long intervalMs) {
        if (!sources.isEmpty()) {
            var unused = thread.scheduleAtFixedRate(this::round, 0, intervalMs, TimeUnit.MILLISECONDS);
        }
    }

    void add(Child child) {
        children.put(child.name(), child);
    }

    /** The first thing that went wrong, as a sentence. */
    Optional<String> problem() {
        return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
    }

    private void round() {
        if (!problem.isEmpty()) {
            return;
        }
        for (Child child : new LinkedHashMap<>(children).values()) {
            if (child.runs() && !observe(child)) {
                bell.ring();
                return;
            }
        }
    }

    private boolean observe(Child child) {
        StringBuilder lines = new StringBuilder();
        for (MetricSource source : sources) {
            try {
                source.observe(child.process().pid(), (metric, value, unit, from) -> lines.append(clock.epochNanos())
                        .append(',')
                        .append(EventLog.field(metric))
                        .append(',')
                        .append(value)
                        .append(',')
                        .append(EventLog.field(unit))
                        .append(',')
                        .append(EventLog.field(from))
                        .append('\n'));
            } catch (RuntimeException e) {
                if (!child.isEnding()) {
                    problem = "metrics " + source.metrics() + " of " + child.name() + " cannot be observed: "
                            + e.getMessage() + "; remove the metric or mend its plug-in";
                    return false;
                }
            }
        }
        Path file = folder.resolve("metrics-" + child.name() + ".csv");
        try {
            if (!Files.exists(file)) {
                lines.insert(0, HEADER);
            }
            Files.write(
                    file,
                    lines.toString().getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            return true;
        } catch (IOException e) {
            problem = "cannot write " + file + ": " + e.getMessage();
            return false;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
