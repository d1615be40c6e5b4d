package io.soabench.metrics.process;

import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Metrics of the virtual machines of a server: threads created, garbage collections and stops of all threads. They come from counters that
 * every virtual machine publishes, see {@link PerfData}. No agent is attached, and the server needs no option.
 */
public final class JvmMetrics implements MetricSource {

    private static final String SOURCE = "hsperfdata of the JVM";

    private static final String REACH =
            " Counted by the JVM itself, so nothing is missed between observations. Of a child JVM"
                    + " that ends, what it counted after its last observation is lost.";

    private static final List<MetricRecord> METRICS = List.of(
            new MetricRecord(
                    "threads-created",
                    Kind.COUNTER,
                    "count",
                    SOURCE + ": java.threads.started",
                    "Java threads started, exact. Threads of the virtual machine itself and virtual threads are not counted."
                            + REACH),
            new MetricRecord(
                    "gc",
                    Kind.COUNTER,
                    "count",
                    SOURCE + ": sun.gc.collector.*.invocations",
                    "Pauses of all collectors, exact; a concurrent cycle counts with each of its pauses." + REACH),
            new MetricRecord(
                    "gc-pause",
                    Kind.COUNTER,
                    "s",
                    SOURCE + ": sun.gc.collector.*.time",
                    "Time within these pauses; without the time that it took to stop the threads." + REACH),
            new MetricRecord(
                    "safepoint-time",
                    Kind.COUNTER,
                    "s",
                    SOURCE + ": sun.rt.safepointTime",
                    "Time in which all threads were to stop or stood, for collections and whatever else the virtual"
                            + " machine does so." + REACH));

    private static final int COLLECTORS = 8;

    private final Path proc;
    private final Map<Long, Server> servers = new HashMap<>();

    /** The counts up to the last observation. */
    private record Counts(long threads, long pauses, double pauseS, boolean collects, double stoppedS) {

        static final Counts NONE = new Counts(0, 0, 0, false, 0);

        Counts plus(Counts other) {
            return new Counts(
                    threads + other.threads,
                    pauses + other.pauses,
                    pauseS + other.pauseS,
                    collects || other.collects,
                    stoppedS + other.stoppedS);
        }
    }

    private static final class Server {
        private final Map<Long, PerfData> machines = new HashMap<>();
        private final Map<Long, Counts> counts = new HashMap<>();
        private Counts ended = Counts.NONE;
        private boolean seen;
    }

    /** Creates the source for this machine. */
    public JvmMetrics() {
        this(Path.of("/proc"));
    }

    JvmMetrics(Path proc) {
        this.proc = proc;
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    @Override
    public void observe(List<Long> pids, Sink sink) {
        Server server = servers.computeIfAbsent(pids.get(0), pid -> new Server());
        forget(server, new HashSet<>(pids));
        String reason = "no process of the server is a JVM that publishes performance data"
                + " (-XX:-UsePerfData and -XX:+PerfDisableSharedMem switch them off)";
        for (long pid : pids) {
            try {
                PerfData machine = machine(server, pid);
                if (machine != null && machine.complete()) {
                    server.counts.put(pid, counts(machine));
                    server.seen = true;
                }
            } catch (IOException e) {
                reason = "performance data of process " + pid + " cannot be read: " + e;
            }
        }
        report(server, reason, sink);
    }

    private static void report(Server server, String reason, Sink sink) {
        if (!server.seen) {
            METRICS.forEach(metric -> sink.unavailable(metric.name(), reason));
            return;
        }
        Counts all = server.counts.values().stream().reduce(server.ended, Counts::plus);
        sink.value("threads-created", (double) all.threads());
        if (Double.isNaN(all.stoppedS())) {
            sink.unavailable("safepoint-time", "the JVM does not publish it");
        } else {
            sink.value("safepoint-time", all.stoppedS());
        }
        if (all.collects()) {
            sink.value("gc", (double) all.pauses());
            sink.value("gc-pause", all.pauseS());
        } else {
            sink.unavailable("gc", "the JVM's collector publishes no counters");
            sink.unavailable("gc-pause", "the JVM's collector publishes no counters");
        }
    }

    /** Keeps the counts of virtual machines that have ended. */
    private static void forget(Server server, Set<Long> alive) {
        server.machines.keySet().retainAll(alive);
        server.counts.entrySet().removeIf(entry -> {
            if (alive.contains(entry.getKey())) {
                return false;
            }
            server.ended = server.ended.plus(entry.getValue());
            return true;
        });
    }

    /** Returns the counters of a process; {@code null} when it is not a JVM, or not yet. */
    private PerfData machine(Server server, long pid) throws IOException {
        PerfData known = server.machines.get(pid);
        if (known != null) {
            return known;
        }
        PerfData found = PerfData.of(proc, pid);
        if (found != null) {
            server.machines.put(pid, found);
        }
        return found;
    }

    private static Counts counts(PerfData machine) {
        long frequency = machine.counter("sun.os.hrt.frequency").orElse(1_000_000_000L);
        long pauses = 0;
        long ticks = 0;
        boolean collects = false;
        for (int i = 0; i < COLLECTORS; i++) {
            String collector = "sun.gc.collector." + i;
            if (machine.counter(collector + ".invocations").isPresent()) {
                pauses += machine.counter(collector + ".invocations").getAsLong();
                ticks += machine.counter(collector + ".time").orElse(0);
                collects = true;
            }
        }
        return new Counts(
                machine.counter("java.threads.started").orElse(0),
                pauses,
                (double) ticks / frequency,
                collects,
                machine.counter("sun.rt.safepointTime").isPresent()
                        ? (double) machine.counter("sun.rt.safepointTime").getAsLong() / frequency
                        : Double.NaN);
    }

    @Override
    public void close() {
        servers.clear();
    }
}
