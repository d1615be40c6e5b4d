package io.soabench.mock;

import io.soabench.plan.HostClock;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Measures what a large trace costs: 1,000,000 identifiers with five behaviours each. Run by hand. */
final class BehaviourTraceBench {

    private static final int LINES = 1_000_000;

    private BehaviourTraceBench() {}

    @SuppressWarnings("SystemOut") // a bench prints its result
    public static void main(String[] arguments) throws IOException {
        HostClock clock = HostClock.system();
        Path file = Files.createTempFile("behaviour", ".trace");
        try {
            write(file);
            long before = usedBytes();
            long begunNs = clock.epochNanos();
            List<String> problems = new ArrayList<>();
            BehaviourTrace trace = BehaviourTraceReader.read(file, "s", 1, problems);
            long readMs = TimeUnit.NANOSECONDS.toMillis(clock.epochNanos() - begunNs);
            long bytes = usedBytes() - before;
            long lookUpNs = lookUp(trace, clock);
            System.out.printf(
                    "%d lines, %d behaviours, file %.1f MiB: %.1f MiB in memory, read in %d ms, %d ns a look-up%n",
                    trace.lines(),
                    trace.behaviours(),
                    Files.size(file) / 1048576.0,
                    bytes / 1048576.0,
                    readMs,
                    lookUpNs);
        } finally {
            Files.delete(file);
        }
    }

    private static void write(Path file) throws IOException {
        Random random = new Random(1);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("# soabench behaviour trace 1\n# service=s instance=1\n");
            for (int i = 0; i < LINES; i++) {
                out.write("office." + (i % 200 + 1) + '.' + (i / 200 + 1) + '\t');
                for (int step = 0; step < 5; step++) {
                    out.write((step == 0 ? "" : " ") + random.nextInt(100_000) + "+500"
                            + (random.nextInt(100) == 0 ? "!" : ""));
                }
                out.write('\n');
            }
        }
    }

    /** Time of one look-up in random order, of two rounds the second. */
    private static long lookUp(BehaviourTrace trace, HostClock clock) {
        Random random = new Random(2);
        String[] uiids = new String[100_000];
        for (int i = 0; i < uiids.length; i++) {
            int line = random.nextInt(LINES);
            uiids[i] = "office." + (line % 200 + 1) + '.' + (line / 200 + 1);
        }
        long result = 0;
        for (int round = 0; round < 2; round++) {
            long begunNs = clock.epochNanos();
            for (String uiid : uiids) {
                if (trace.line(uiid) < 0) {
                    throw new IllegalStateException(uiid + " was not found");
                }
            }
            result = (clock.epochNanos() - begunNs) / uiids.length;
        }
        return result;
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
