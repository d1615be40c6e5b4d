package io.soabench.generators;

import io.soabench.model.testbed.Unit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How long a large compilation takes, and how much memory: two processes with five calls each, 10,000 clients with about 100
 * requests each. Arguments: number of clients, seconds of think time in all.
 */
final class CompileBench {

    private static final double MEBI = 1 << 20;

    private CompileBench() {}

    /** Runs it once and prints seconds, peak heap and written megabytes. */
    public static void main(String... arguments) throws IOException {
        int clients = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
        Path temp = Files.createTempDirectory("compile-bench");
        try {
            ModelFixture model = new ModelFixture(temp.resolve("model"));
            model.office.getClasses().get(0).setClients(clients);
            var think = ModelFixture.MAKE.createExponentialDistribution();
            think.setMean(ModelFixture.quantity("1", Unit.SECOND));
            model.office.getClasses().get(0).setThinkTime(think);
            model.suite.setWarmUp(ModelFixture.quantity("0", Unit.SECOND));
            model.suite.setDrain(ModelFixture.quantity("0", Unit.SECOND));
            model.suite.setMeasure(ModelFixture.quantity(Integer.toString(seconds), Unit.SECOND));
            long before = ManagementFactory.getRuntimeMXBean().getUptime();
            new TestbedCompiler()
                    .compile(model.testbed, Set.of(), ModelFixture.types(), temp.resolve("out"), OptionalLong.empty());
            Duration time =
                    Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime() - before);
            System.out.printf(
                    java.util.Locale.ROOT,
                    "%d clients, %d requests: %.1f s, peak heap %.0f MiB, %.0f MiB written%n",
                    clients,
                    lines(temp.resolve("out/repetitions/1/workloads/office/here.trace")) - 2,
                    time.toMillis() / 1000.0,
                    peak() / MEBI,
                    size(temp.resolve("out")) / MEBI);
        } finally {
            try (Stream<Path> files = Files.walk(temp)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static long lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
