package io.soabench.metrics.process;

import io.soabench.plan.HostClock;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Metrics that Linux counts for each process, summed up over a server and its descendants. They are processor time,
 * resident memory, live threads, and bytes sent to storage. An observation reads three small files a process (about 100
 * µs).
 */
public final class ProcessMetrics implements MetricSource {

    /** The unit of times in {@code /proc/PID/stat}: USER_HZ, 100 on all Linux platforms that run Java. */
    private static final double TICKS_PER_S = 100;

    /**
     * The shortest interval for a share of the processors. In a shorter one, the step of the processor time would be a
     * large part of the share.
     */
    private static final long LEAST_INTERVAL_NS = 200_000_000;

    private static final double NS_PER_S = 1e9;
    private static final double BYTES_PER_KIB = 1024;

    private static final List<MetricRecord> METRICS = List.of(
            new MetricRecord(
                    "cpu",
                    Kind.GAUGE,
                    "cores",
                    "/proc/PID/stat",
                    "Processor time since the previous observation, divided by wall time, in user and kernel mode. Step 10 ms, that is"
                            + " 0.01 cores at one observation a second. The first observation has no value, nor has one within 0.2 s of another."),
            new MetricRecord(
                    "cpu-time",
                    Kind.COUNTER,
                    "s",
                    "/proc/PID/stat",
                    "Threads and children that ended are included. Step 10 ms. A child that its parent never waited for"
                            + " is lost when it ends."),
            new MetricRecord(
                    "memory",
                    Kind.GAUGE,
                    "bytes",
                    "/proc/PID/status VmRSS",
                    "Resident pages; the kernel's figure may lag by some pages a thread. Pages that several processes of a"
                            + " server share count for each."),
            new MetricRecord(
                    "memory-peak",
                    Kind.GAUGE,
                    "bytes",
                    "/proc/PID/status VmHWM",
                    "Highest resident set since the process began, by the kernel, so no peak is missed between observations."
                            + " Of several processes: the sum of their peaks, an upper bound."),
            new MetricRecord(
                    "threads",
                    Kind.GAUGE,
                    "count",
                    "/proc/PID/status",
                    "Alive at the instant of the observation, those of the virtual machine included; threads that live"
                            + " for less than the interval may not be seen: use threads-created."),
            new MetricRecord(
                    "disk-written",
                    Kind.COUNTER,
                    "bytes",
                    "/proc/PID/io write_bytes",
                    "Pages made dirty on file systems with storage behind them; files on tmpfs have none. With a page the kernel"
                            + " counts all pages of its folio, so it is an upper bound of what storage gets. Bytes of a page that"
                            + " is not yet written back are counted once however often it changes."));

    private final Path proc;
    private final HostClock clock;
    private final Map<Long, Before> before = new HashMap<>();

    /** The values of the previous observation of a server. */
    private record Before(long startTicks, long cpuTicks, long writtenBytes, Basis basis) {}

    /** The start of the interval for the share of the processors. */
    private record Basis(long atNs, long cpuTicks) {}

    /** Creates the source for this machine. */
    public ProcessMetrics() {
        this(Path.of("/proc"), HostClock.system());
    }

    ProcessMetrics(Path proc, HostClock clock) {
        this.proc = proc;
        this.clock = clock;
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    @Override
    public void observe(List<Long> pids, Sink sink) {
        List<ProcessReading> all = readings(pids);
        long atNs = clock.epochNanos();
        long start = all.get(0).startTicks();
        Before last = before.get(pids.get(0));
        if (last != null && last.startTicks() != start) {
            last = null;
        }
        long ticks = all.stream().mapToLong(ProcessReading::cpuTicks).sum();
        // Less than before: a descendant ended without being waited for. A counter never falls.
        ticks = last == null ? ticks : Math.max(ticks, last.cpuTicks());
        Basis basis = last == null ? new Basis(atNs, ticks) : last.basis();
        if (atNs - basis.atNs() >= LEAST_INTERVAL_NS) {
            sink.value("cpu", (ticks - basis.cpuTicks()) / TICKS_PER_S / ((atNs - basis.atNs()) / NS_PER_S));
            basis = new Basis(atNs, ticks);
        }
        sink.value("cpu-time", ticks / TICKS_PER_S);
        sum(all, ProcessReading::residentKib).ifPresent(kib -> sink.value("memory", kib * BYTES_PER_KIB));
        sum(all, ProcessReading::peakKib).ifPresent(kib -> sink.value("memory-peak", kib * BYTES_PER_KIB));
        sum(all, ProcessReading::threads).ifPresent(n -> sink.value("threads", (double) n));
        long written = last == null ? 0 : last.writtenBytes();
        if (all.stream().allMatch(r -> r.writtenBytes().isPresent())) {
            written = Math.max(written, sum(all, ProcessReading::writtenBytes).orElse(0));
            sink.value("disk-written", (double) written);
        } else {
            sink.unavailable(
                    "disk-written",
                    "/proc/PID/io cannot be read: the server belongs to another user, or the kernel has no I/O accounting");
        }
        before.put(pids.get(0), new Before(start, ticks, written, basis));
    }

    private List<ProcessReading> readings(List<Long> pids) {
        List<ProcessReading> all = new ArrayList<>();
        for (long pid : pids) {
            try {
                all.add(ProcessReading.of(proc, pid));
            } catch (IOException e) {
                if (all.isEmpty()) {
                    throw new UncheckedIOException("cannot read " + proc.resolve(Long.toString(pid)) + ": " + e, e);
                }
                // A descendant that has ended meanwhile: its parent's sums include its use once the parent has waited
                // for it.
            }
        }
        return all;
    }

    private static OptionalLong sum(List<ProcessReading> all, Function<ProcessReading, OptionalLong> part) {
        return all.stream()
                .map(part)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .reduce(Long::sum);
    }

    @Override
    public void close() {
        before.clear();
    }
}
