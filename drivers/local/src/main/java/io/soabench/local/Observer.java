package io.soabench.local;

import io.soabench.driver.EventLog;
import io.soabench.driver.run.Bell;
import io.soabench.plan.HostClock;
import io.soabench.plan.MetricRecord;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks every metric source for every child, with all processes that descend from it, once in an interval and whenever it is told,
 * and writes {@code metrics-<child>.csv}. Its own thread does it; the first problem is kept for the run's thread.
 */
final class Observer implements AutoCloseable {

    private static final String HEADER = "at_ns,metric,value,unit,source\n";

    private static final Duration END = Duration.ofSeconds(10);

    private final List<MetricSource> sources;
    private final Path folder;
    private final HostClock clock;
    private final Bell bell;
    private final Map<String, Child> children = new ConcurrentHashMap<>();
    private final Set<String> failing = new HashSet<>();
    private final ScheduledExecutorService thread;
    private volatile String problem = "";
    private boolean started;

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
            started = true;
            var unused = thread.scheduleAtFixedRate(this::round, 0, intervalMs, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Observes once more, soon: where a stretch of time begins or ends whose counts matter. Does nothing when there is
     * no regular observation yet or any more.
     */
    void once() {
        if (started && !thread.isShutdown()) {
            thread.execute(this::round);
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
        Map<Long, List<Long>> families = families();
        for (Child child : new LinkedHashMap<>(children).values()) {
            if (child.runs() && !observe(child, families)) {
                bell.ring();
                return;
            }
        }
    }

    /** The children of each process below the driver. One look at all processes serves all servers: it is what costs most. */
    private static Map<Long, List<Long>> families() {
        Map<Long, List<Long>> families = new HashMap<>();
        ProcessHandle.current().descendants().forEach(each -> each.parent()
                .ifPresent(parent -> families.computeIfAbsent(parent.pid(), p -> new ArrayList<>())
                        .add(each.pid())));
        return families;
    }

    private boolean observe(Child child, Map<Long, List<Long>> families) {
        List<Long> pids = new ArrayList<>(List.of(child.process().pid()));
        for (int i = 0; i < pids.size(); i++) {
            pids.addAll(families.getOrDefault(pids.get(i), List.of()));
        }
        Lines lines = new Lines();
        for (MetricSource source : sources) {
            lines.known = source.metrics();
            List<String> names =
                    source.metrics().stream().map(MetricRecord::name).toList();
            String observed = child.name() + names;
            try {
                source.observe(pids, lines);
                failing.remove(observed);
            } catch (RuntimeException e) {
                // A process that is being killed looks alive for a moment: only the second time in a row tells.
                if (!child.isEnding() && !failing.add(observed)) {
                    problem = "metrics " + names + " of " + child.name() + " cannot be observed: " + e.getMessage()
                            + "; remove the metric or mend its plug-in";
                    return false;
                }
            }
        }
        return write(child, lines.text);
    }

    /** What the sources say, as lines of the file. */
    private final class Lines implements MetricSource.Sink {

        private final StringBuilder text = new StringBuilder();
        private List<MetricRecord> known = List.of();

        @Override
        public void value(String metric, double value) {
            MetricRecord record = record(metric);
            line(record, Double.toString(value), record.source());
        }

        @Override
        public void unavailable(String metric, String reason) {
            line(record(metric), "", "unavailable: " + reason);
        }

        private MetricRecord record(String metric) {
            return known.stream()
                    .filter(each -> each.name().equals(metric))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("\"" + metric
                            + "\" was observed, but the plug-in lists only "
                            + known.stream().map(MetricRecord::name).toList()));
        }

        private void line(MetricRecord metric, String value, String source) {
            text.append(clock.epochNanos())
                    .append(',')
                    .append(EventLog.field(metric.name()))
                    .append(',')
                    .append(value)
                    .append(',')
                    .append(EventLog.field(metric.unit()))
                    .append(',')
                    .append(EventLog.field(source))
                    .append('\n');
        }
    }

    private boolean write(Child child, StringBuilder lines) {
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

    /** Ends the observation; the sources give back what they opened, on the thread that used them. */
    @Override
    public void close() {
        if (!thread.isShutdown()) {
            thread.execute(() -> sources.forEach(MetricSource::close));
            thread.shutdown();
            try {
                // The sources serve the next repetition, which has a thread of its own.
                if (!thread.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS) && problem.isEmpty()) {
                    problem = "the metric sources did not end within " + END.toSeconds() + " s";
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
