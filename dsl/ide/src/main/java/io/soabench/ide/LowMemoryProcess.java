package io.soabench.ide;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A second JVM for the server, with options for small memory. It is started unless the user has chosen options. By
 * default, a JVM uses a quarter of the machine's memory before it collects garbage. For a model of 500 lines, that
 * is half a gigabyte. With the options below, 200 MiB suffice, and more is used only if needed. The options of a
 * running JVM cannot be changed, so another JVM inherits the standard streams.
 */
final class LowMemoryProcess {

    /**
     * Options for a heap that grows and shrinks with its content, and for a short start. A model of 10,000 lines does
     * not reach the limit of the heap.
     */
    static final List<String> OPTIONS = List.of(
            "-Xms24m",
            "-Xmx512m",
            "-XX:MinHeapFreeRatio=20",
            "-XX:MaxHeapFreeRatio=40",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1");

    /** The property that is set in the second JVM. */
    private static final String SECOND_JVM = "soabench.server.second";

    private LowMemoryProcess() {}

    /**
     * Serves in another JVM, unless the user has chosen options ({@code -X…}) for this one.
     *
     * @return its exit code, when it has ended; empty if this JVM is to serve
     */
    static OptionalInt serve(String[] args) throws InterruptedException {
        if (Boolean.getBoolean(SECOND_JVM)) {
            // A killed parent process sends no notification, so this one watches for its end.
            ProcessHandle.current().parent().ifPresent(first -> {
                var unused = first.onExit().thenRun(() -> System.exit(1));
            });
            return OptionalInt.empty();
        }
        List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (given.stream().anyMatch(option -> option.startsWith("-X"))) {
            return OptionalInt.empty();
        }
        Process second;
        try {
            second = new ProcessBuilder(command(given, args)).inheritIO().start();
        } catch (IOException e) {
            return OptionalInt.empty();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(second::destroy, "soabench-end"));
        return OptionalInt.of(second.waitFor());
    }

    private static List<String> command(List<String> given, String[] args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(given);
        command.add("-D" + SECOND_JVM + "=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(LanguageServerMain.class.getName());
        command.addAll(List.of(args));
        return command;
    }
}
