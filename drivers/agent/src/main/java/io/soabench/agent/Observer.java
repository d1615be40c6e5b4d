package io.soabench.agent;

import io.soabench.agent.protocol.Finding;
import io.soabench.driver.run.RunSignal;
import io.soabench.plan.CsvTable;
import io.soabench.plan.HostClock;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.RunFiles;
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
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An observer of processes and their descendants. It asks each metric source once in an interval and on demand, and writes
 * {@code metrics-<name>.csv}. Its own thread does it; the first problem is kept for its reader.
 */
public final class Observer implements AutoCloseable {

    private static final Duration END = Duration.ofSeconds(10);
    private static final String ALL = "all servers";

    private final List<MetricSource> sources;
    /** The names of all metrics, for messages. */
    private final String allMetrics;

    private final Path folder;
    private final HostClock clock;
    private final RunSignal signal;
    private final Supplier<Stream<ProcessHandle>> everyone;
    private final Map<String, ObservedProcess> children = new ConcurrentHashMap<>();
    private final Map<String, MetricSource.Asked> asked = new ConcurrentHashMap<>();
    private final Set<String> failing = new HashSet<>();
    private final ScheduledExecutorService thread;
    private volatile Finding problem;
    private boolean started;

    /**
     * Creates an observer that observes nothing yet.
     *
     * @param folder existing folder for the files
     * @param signal raised at the first problem
     * @param everyone all processes, among them the descendants of the observed ones
     */
    public Observer(
            List<MetricSource> sources,
            Path folder,
            HostClock clock,
            RunSignal signal,
            Supplier<Stream<ProcessHandle>> everyone) {
        this.everyone = everyone;
        this.sources = sources;
        allMetrics = sources.stream()
                .flatMap(source -> source.metrics().stream())
                .map(MetricRecord::name)
                .toList()
                .toString();
        this.folder = folder;
        this.clock = clock;
        this.signal = signal;
        thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread observer = new Thread(task, "metrics-observer");
            observer.setDaemon(true);
            return observer;
        });
    }

    /** Begins the regular observation; nothing happens when it has begun. */
    public void start(long intervalMs) {
        if (!sources.isEmpty() && !started) {
            started = true;
            var unused = thread.scheduleAtFixedRate(this::round, 0, intervalMs, TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Observes once more, soon: where a stretch of time begins or ends whose counts matter. Does nothing when there is
     * no regular observation yet or any more.
     */
    public void once() {
        if (started && !thread.isShutdown()) {
            thread.execute(this::round);
        }
    }

    /** Observes one more process. */
    public void add(ObservedProcess child) {
        children.put(child.name(), child);
    }

    /**
     * Observes one more server.
     *
     * @param questions the requests for its metrics; {@code null}: none
     */
    public void add(ObservedProcess child, MetricSource.Asked questions) {
        if (questions != null) {
            asked.put(child.name(), questions);
        }
        add(child);
    }

    /** Returns the first problem; nothing when there is none. */
    public Optional<Finding> problem() {
        return Optional.ofNullable(problem);
    }

    private void round() {
        if (problem != null) {
            return;
        }
        try {
            Map<Long, List<Long>> families = families();
            for (ObservedProcess child : new LinkedHashMap<>(children).values()) {
                if (child.runs() && !observe(child, families)) {
                    signal.raise();
                    return;
                }
            }
        } catch (RuntimeException | Error e) {
            // The timer would drop what is thrown, and call no more: metrics would end without a word.
            problem = Finding.metricFails(allMetrics, ALL, e.toString());
            signal.raise();
        }
    }

    /** Returns the children of each process. One look at all processes serves all servers: it is what costs most. */
    private Map<Long, List<Long>> families() {
        Map<Long, List<Long>> families = new HashMap<>();
        everyone.get().forEach(each -> each.parent()
                .ifPresent(parent -> families.computeIfAbsent(parent.pid(), p -> new ArrayList<>())
                        .add(each.pid())));
        return families;
    }

    private boolean observe(ObservedProcess child, Map<Long, List<Long>> families) {
        List<Long> pids = new ArrayList<>(List.of(child.pid()));
        for (int i = 0; i < pids.size(); i++) {
            pids.addAll(families.getOrDefault(pids.get(i), List.of()));
        }
        Lines lines = new Lines();
        if (!look(child, "observe", (source, sink) -> source.observe(pids, sink), lines)) {
            return false;
        }
        MetricSource.Asked questions = asked.get(child.name());
        // The questions to the server come last, because its answer may take a while.
        return (questions == null || look(child, "ask", (source, sink) -> source.ask(questions, sink), lines))
                && write(child, lines.text);
    }

    /**
     * Lets every source take its reading.
     *
     * @param what name of the kind of reading, for messages
     * @return false when one cannot
     */
    private boolean look(
            ObservedProcess child, String what, BiConsumer<MetricSource, MetricSource.Sink> how, Lines lines) {
        for (MetricSource source : sources) {
            lines.known = source.metrics();
            List<String> names =
                    source.metrics().stream().map(MetricRecord::name).toList();
            String observed = what + " " + child.name() + names;
            try {
                how.accept(source, lines);
                failing.remove(observed);
            } catch (RuntimeException e) {
                // A process that is being killed may look alive for a moment. So only a second failure in a row is
                // reported.
                if (!child.isEnding() && !failing.add(observed)) {
                    problem = Finding.metricFails(names.toString(), child.name(), e.getMessage());
                    return false;
                }
            }
        }
        return true;
    }

    /** The values of the sources, as lines of the file. */
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
                    .append(CsvTable.field(metric.name()))
                    .append(',')
                    .append(value)
                    .append(',')
                    .append(CsvTable.field(metric.unit()))
                    .append(',')
                    .append(CsvTable.field(source))
                    .append('\n');
        }
    }

    private boolean write(ObservedProcess child, StringBuilder lines) {
        Path file = folder.resolve(RunFiles.Each.METRICS.of(child.name()));
        try {
            if (!Files.exists(file)) {
                lines.insert(0, CsvTable.METRICS.header() + "\n");
            }
            Files.write(
                    file,
                    lines.toString().getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            return true;
        } catch (IOException e) {
            problem = Finding.notWritten(file.toString(), e.getMessage());
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
                if (!thread.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS) && problem == null) {
                    problem = Finding.metricFails(
                            allMetrics, ALL, "a source did not end within " + END.toSeconds() + " s");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
