package io.soabench.engine.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.topology.IdSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A bench of options of the virtual machine. Batches of the workflow of P13 (figure 2) run in engines that differ in
 * these options alone, in alternating rounds. Each result is over that of the engine without options. Each engine is
 * bound to the first processor as a whole, with its collector and compiler.
 *
 * <p>Without other cases, it tries young generations that the caches of a processor hold, and large pages. A young
 * generation within a cache is written anew again and again without reaching the memory.
 */
final class JvmBench implements AutoCloseable {
    /** The cases that are tried unless others are given. */
    static final List<List<String>> CASES = List.of(
            List.of("-Xmn8m"),
            List.of("-Xmn32m"),
            List.of("-XX:+UseTransparentHugePages"),
            List.of("-Xmn32m", "-XX:+UseTransparentHugePages"),
            List.of("-XX:+AlwaysPreTouch"));

    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final Path CACHES = Path.of("/sys/devices/system/cpu");
    private static final int CACHE_LEVELS = 8;
    private static final String UNKNOWN = "unknown";
    private static final String HUGE = "AnonHugePages:";

    private final BenchOptions options;
    private final PrintWriter out;
    private final int processor = Affinity.get().toList().get(0);
    private final List<Case> cases = new ArrayList<>();

    /** An engine with its options, and its results so far. */
    private static final class Case {
        private final String text;
        private final ChildEngine engine;
        private final BenchRatios byClock;
        private final BenchRatios byProcessor;
        private long collections;
        private double perSecond;
        private double perCpuSecond;

        Case(String text, ChildEngine engine) {
            this.text = text;
            this.engine = engine;
            byClock = new BenchRatios("instances/s, " + text, "with", "without");
            byProcessor = new BenchRatios("instances/CPU s, " + text, "with", "without");
        }
    }

    JvmBench(BenchOptions options, PrintWriter out) throws IOException {
        this.options = options;
        this.out = out;
        IdSet before = Affinity.get();
        try {
            Affinity.set(IdSet.of(processor));
            start(List.of());
            for (List<String> each : options.java().isEmpty() ? CASES : options.java()) {
                start(each);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        } finally {
            Affinity.set(before);
        }
    }

    private void start(List<String> ofJava) throws IOException {
        cases.add(new Case(
                ofJava.isEmpty() ? "without options" : String.join(" ", ofJava),
                ChildEngine.withOneLoop(
                        BatchBench.NAME,
                        BatchBench.archive(),
                        options.heapMb(),
                        BenchOptions.withCollector(ReplicaBench.COLLECTOR, ofJava),
                        List.of(options.transportOption()))));
    }

    void run() throws IOException, InterruptedException {
        out.println("processor " + processor + " has caches of " + caches() + "; transparent huge pages: "
                + line(HUGE_PAGES));
        Case plain = cases.get(0);
        for (int i = -options.warmUps(); i < options.rounds(); i++) {
            for (int j = 0; j < cases.size(); j++) {
                batch(cases.get(Math.floorMod(i + j, cases.size())), i >= 0);
            }
            if (i >= 0) {
                List<String> parts = new ArrayList<>();
                for (Case each : cases) {
                    each.byClock.add(each.perSecond, plain.perSecond);
                    each.byProcessor.add(each.perCpuSecond, plain.perCpuSecond);
                    parts.add(String.format(Locale.ROOT, "%s %.0f/s", each.text, each.perSecond));
                }
                out.println("  round: " + String.join("; ", parts));
            }
        }
        for (Case each : cases.subList(1, cases.size())) {
            each.byClock.print(out);
            each.byProcessor.print(out);
        }
        for (Case each : cases) {
            out.printf(
                    Locale.ROOT,
                    "  %s: %.1f collections a batch, %s of huge pages%n",
                    each.text,
                    (double) each.collections / Math.max(1, options.rounds()),
                    hugePages(each.engine.pid()));
        }
        out.flush();
    }

    private void batch(Case one, boolean isMeasured) throws IOException, InterruptedException {
        JsonNode done = BatchBench.batch(one.engine.adminPort(), options.instances());
        one.perSecond = BatchBench.perSecond(options.instances(), done.get("wallMs"));
        one.perCpuSecond = BatchBench.perSecond(options.instances(), done.get("cpuMs"));
        if (isMeasured) {
            one.collections += done.get("gcCount").longValue();
        }
    }

    /** Returns the sizes of the caches of the processor, as the kernel has them. */
    private String caches() throws IOException {
        List<String> sizes = new ArrayList<>();
        for (int i = 0; i < CACHE_LEVELS; i++) {
            Path cache = CACHES.resolve("cpu" + processor).resolve("cache").resolve("index" + i);
            String size = line(cache.resolve("size"));
            if (!size.equals(UNKNOWN)) {
                sizes.add("L" + line(cache.resolve("level")) + " " + size);
            }
        }
        return sizes.isEmpty() ? UNKNOWN + " sizes" : String.join(", ", sizes);
    }

    private static String line(Path file) throws IOException {
        try {
            return Files.readString(file).strip();
        } catch (NoSuchFileException e) {
            return UNKNOWN;
        }
    }

    /** Returns the memory of a process that is in huge pages, as the kernel has it. */
    private static String hugePages(long pid) throws IOException {
        return line(Path.of("/proc", Long.toString(pid), "smaps_rollup"))
                .lines()
                .filter(line -> line.startsWith(HUGE))
                .map(line -> line.substring(HUGE.length()).strip())
                .findFirst()
                .orElse(UNKNOWN);
    }

    @Override
    public void close() throws IOException {
        for (Case each : cases) {
            each.engine.close();
        }
    }
}
