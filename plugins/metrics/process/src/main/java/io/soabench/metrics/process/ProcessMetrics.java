package io.soabench.metrics.process;

import io.soabench.driver.MetricSource;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code cpu} (processor cores used since the observation before: processor time by wall time, user and kernel mode, threads
 * that have ended included), {@code memory} (resident set, bytes) and {@code threads} (alive now), read from {@code
 * /proc/PID/stat} and {@code /proc/PID/status} (proc(5)).
 *
 * <p>Processes that a server starts are not counted: a server must be one process. The first observation of a process has no
 * {@code cpu}. Processor time has a step of 10 ms, which is 0.01 cores at one observation a second. An observation reads two
 * small files (about 50 µs).
 */
public final class ProcessMetrics implements MetricSource {

    /** The unit of times in {@code /proc/PID/stat}: USER_HZ, 100 on all Linux platforms that run Java. */
    private static final long NS_PER_TICK = 10_000_000;

    private static final int PROCESSES_KEPT = 256;
    private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s*(\\d+) kB");
    private static final Pattern THREADS = Pattern.compile("(?m)^Threads:\\s*(\\d+)");

    private final Path proc;
    private final HostClock clock;
    private final Map<Long, Reading> before = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Reading> eldest) {
            return size() > PROCESSES_KEPT;
        }
    };

    /** @param startTicks tells two processes with the same number apart */
    private record Reading(long atNs, long cpuNs, long startTicks) {}

    /** Of this machine. */
    public ProcessMetrics() {
        this(Path.of("/proc"), HostClock.system());
    }

    ProcessMetrics(Path proc, HostClock clock) {
        this.proc = proc;
        this.clock = clock;
    }

    @Override
    public List<String> metrics() {
        return List.of("cpu", "memory", "threads");
    }

    @Override
    public void observe(long pid, Sink sink) {
        Reading now = reading(pid);
        Reading last = before.put(pid, now);
        if (last != null && last.startTicks() == now.startTicks() && now.atNs() > last.atNs()) {
            sink.observation(
                    "cpu",
                    (double) (now.cpuNs() - last.cpuNs()) / (now.atNs() - last.atNs()),
                    "cores",
                    "/proc/PID/stat");
        }
        String status = text(pid, "status");
        number(RESIDENT, status)
                .ifPresent(kib -> sink.observation("memory", (double) (kib * 1024), "bytes", "/proc/PID/status"));
        number(THREADS, status).ifPresent(n -> sink.observation("threads", (double) n, "count", "/proc/PID/status"));
    }

    private Reading reading(long pid) {
        String stat = text(pid, "stat");
        // The second field is the program's name in parentheses and may hold blanks and parentheses itself.
        List<String> fields =
                List.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1));
        long ticks = Long.parseLong(fields.get(11)) + Long.parseLong(fields.get(12));
        return new Reading(clock.epochNanos(), ticks * NS_PER_TICK, Long.parseLong(fields.get(19)));
    }

    private static OptionalLong number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    private String text(long pid, String file) {
        Path path = proc.resolve(Long.toString(pid)).resolve(file);
        try {
            return Files.readString(path, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }
}
