package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.memory.MemoryBenchmark;
import io.soabench.engine.overseer.memory.MemoryResult;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.topology.Survey;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures near and far memory, in order and at random. */
@Command(
        name = "memory",
        description =
                "Measures how long one processor works on an array in the memory of its own NUMA node and of the farthest one,"
                        + " place after place and at random.",
        mixinStandardHelpOptions = true)
final class MemoryCommand implements Callable<Integer> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,10})\\s*([KMG]iB)");
    private static final int LEAST_BYTES = 1 << 12;
    private static final int MOST_BYTES = 1 << 30;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MiB",
            description =
                    "Bytes of the array, 4KiB to 1GiB, which should be more than the last cache holds; four times as many"
                            + " are taken for the order of its places (default: ${DEFAULT-VALUE}).")
    private String size;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "How often each is measured (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--events",
            paramLabel = "EVENTS",
            defaultValue = "cycles,instructions,cache-misses",
            description = "Names as 'overseer counters' lists them, separated by commas (default: ${DEFAULT-VALUE}).")
    private String events;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        try {
            int places = places(size);
            if (runs < 1) {
                throw new IllegalArgumentException("'" + runs + "' runs measure nothing; take at least 1");
            }
            PerformanceCounters counters = new PerformanceCounters();
            List<CounterEvent> wanted = counters.catalogue().parseList(events);
            MemoryPlaces where = MemoryPlaces.of(Survey.ofThisMachine());
            CommandClock clock = new CommandClock();
            MemoryBenchmark benchmark = new MemoryBenchmark(
                    places, runs, counters, wanted, () -> clock.elapsed().toNanos());
            Map<String, List<MemoryResult>> results = new LinkedHashMap<>();
            results.put(MemoryReport.LOCAL, benchmark.measure(where.processor(), where.local()));
            if (where.remote().isPresent()) {
                results.put(MemoryReport.REMOTE, benchmark.measure(where.processor(), where.remote()));
            }
            MemoryReport report = new MemoryReport(places, runs, where, results);
            spec.commandLine().getOut().print(json ? report.json().toPrettyString() + "\n" : report.text());
            spec.commandLine().getOut().flush();
            return 0;
        } catch (IllegalArgumentException | NotAvailableException | IOException e) {
            e.getMessage().lines().forEach(line -> spec.commandLine().getErr().println("overseer: " + line));
            spec.commandLine().getErr().flush();
            return 2;
        }
    }

    /**
     * Reads a number of places.
     *
     * @throws IllegalArgumentException with a sentence if the text is no such size
     */
    static int places(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (matcher.matches()) {
            long unit =
                    switch (matcher.group(2)) {
                        case "KiB" -> 1L << 10;
                        case "MiB" -> 1L << 20;
                        default -> 1L << 30;
                    };
            long bytes = Long.parseLong(matcher.group(1)) * unit;
            if (bytes >= LEAST_BYTES && bytes <= MOST_BYTES) {
                return (int) bytes;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no size from 4KiB to 1GiB");
    }
}
