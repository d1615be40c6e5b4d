package io.soabench.metrics.process;

import io.soabench.plan.CollectionLog;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Metrics from the log of collections that each virtual machine of a server under test keeps: what it allocated, and
 * its longest pause. What was allocated since the last collection comes from the {@link PerfData}.
 */
public final class CollectionLogMetrics implements MetricSource {

    private static final String SOURCE = "log of collections of the JVM";
    private static final String ALLOCATED = "allocated";
    private static final String LONGEST = "gc-longest";

    /** The part of the heap in which all common collectors make new objects. */
    private static final String EDEN = "sun.gc.generation.0.space.0.used";

    /** How often the use of the heap is read again because a collection came meanwhile. */
    private static final int AGAIN = 3;

    private static final List<MetricRecord> METRICS = List.of(
            new MetricRecord(
                    ALLOCATED,
                    Kind.COUNTER,
                    "bytes",
                    SOURCE + ": heap before each pause less heap after the one before; " + EDEN,
                    "Bytes of new Java objects, to about a mebibyte a collection; at an observation to what was"
                            + " allocated within the last 50 ms or in the last region of the heap. Objects of half a"
                            + " region and more are seen at the next collection. Of the serial, the parallel and the"
                            + " G1 collector only."),
            new MetricRecord(
                    LONGEST,
                    Kind.GAUGE,
                    "s",
                    SOURCE + ": lines of pauses",
                    "Longest pause for a collection that ended since the last observation, 0 without any; without"
                            + " the time that it took to stop the threads."));

    private final Path proc;
    private final Map<Long, Server> servers = new HashMap<>();

    /** A virtual machine and its log. */
    private static final class Machine {
        private final CollectionLogReader log;
        private final PerfData counters;
        private long allocated;

        Machine(CollectionLogReader log, PerfData counters) {
            this.log = log;
            this.counters = counters;
        }

        void read() throws IOException {
            log.read();
            long eden = eden();
            for (int i = 0; i < AGAIN && log.read(); i++) {
                eden = eden();
            }
            // A collection that has emptied the heap and is not in the log yet makes the sum smaller for a moment.
            allocated = Math.max(allocated, log.allocated() + eden);
        }

        private long eden() {
            return counters == null ? 0 : counters.counter(EDEN).orElse(0);
        }
    }

    private static final class Server {
        private final Map<Long, Machine> machines = new LinkedHashMap<>();
        private final Set<Long> others = new HashSet<>();
        private long ended;
    }

    /** Creates the source for this machine. */
    public CollectionLogMetrics() {
        this(Path.of("/proc"));
    }

    CollectionLogMetrics(Path proc) {
        this.proc = proc;
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    @Override
    public void observe(List<Long> pids, Sink sink) {
        Server server = servers.computeIfAbsent(pids.get(0), pid -> new Server());
        double longest = 0;
        String reason = "";
        forget(server, new HashSet<>(pids));
        for (long pid : pids) {
            Machine machine = machine(server, pid);
            if (machine == null) {
                continue;
            }
            try {
                machine.read();
                longest = Math.max(longest, machine.log.takeLongestS());
                if (!machine.log.hasAllocated()) {
                    reason = "the log of the JVM's collector (" + machine.log.collector()
                            + ") does not have the heap in use at each pause";
                }
            } catch (IOException e) {
                reason = "the log of collections of process " + pid + " cannot be read: " + e;
            }
        }
        report(server, longest, reason, sink);
    }

    private static void report(Server server, double longest, String reason, Sink sink) {
        if (server.machines.isEmpty() || !server.others.isEmpty()) {
            String none = server.others.isEmpty()
                    ? "no process of the server is a JVM that keeps a log of its collections, as those of a server"
                            + " under test do"
                    : "the JVM of process " + server.others.iterator().next() + " keeps no log of its collections";
            sink.unavailable(ALLOCATED, none);
            sink.unavailable(LONGEST, none);
            return;
        }
        if (reason.isEmpty()) {
            long sum = server.ended;
            for (Machine machine : server.machines.values()) {
                sum += machine.allocated;
            }
            sink.value(ALLOCATED, (double) sum);
        } else {
            sink.unavailable(ALLOCATED, reason);
        }
        sink.value(LONGEST, longest);
    }

    /** Keeps what was allocated by virtual machines that have ended. */
    private static void forget(Server server, Set<Long> alive) {
        server.others.retainAll(alive);
        server.machines.entrySet().removeIf(entry -> {
            if (alive.contains(entry.getKey())) {
                return false;
            }
            server.ended += entry.getValue().allocated;
            return true;
        });
    }

    /** Returns a process that is a virtual machine with a log; {@code null} when it is none, not yet or no longer. */
    private Machine machine(Server server, long pid) {
        Machine machine = server.machines.get(pid);
        if (machine == null) {
            try {
                machine = find(server, pid);
            } catch (IOException e) {
                // A process that has just ended, or that of another user.
                return null;
            }
            if (machine != null) {
                server.machines.put(pid, machine);
            }
        }
        return machine;
    }

    private Machine find(Server server, long pid) throws IOException {
        PerfData counters = PerfData.of(proc, pid);
        if (counters != null && !counters.complete()) {
            return null;
        }
        List<String> commandLine =
                List.of(ProcFile.read(proc, pid, "cmdline").text().split("\0", -1));
        Optional<Path> file = CollectionLog.of(commandLine, pid);
        if (file.isEmpty()) {
            if (counters != null) {
                server.others.add(pid);
            }
            return null;
        }
        // As the server sees it, which may be in a container.
        Path root = proc.resolve(Long.toString(pid)).resolve("root");
        CollectionLogReader log =
                new CollectionLogReader(Path.of(root + file.get().toString()));
        log.read();
        return log.collector().isEmpty() ? null : new Machine(log, counters);
    }

    @Override
    public void close() {
        servers.clear();
    }
}
