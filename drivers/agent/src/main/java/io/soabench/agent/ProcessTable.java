package io.soabench.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The processes of this machine as {@code /proc} shows them. A process that disappears during the reading, or that
 * cannot be read, is left out.
 */
public final class ProcessTable {

    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /** Returns the processes that have this {@code NAME=value} in the environment with which they were started. */
    public static List<ProcessHandle> withEnvironment(String assignment) {
        return find(entry -> entry.equals(assignment));
    }

    /** Returns the processes that have a variable of that name in their environment, with another value. */
    public static List<ProcessHandle> withOtherValue(String name, String value) {
        return find(entry -> entry.startsWith(name + "=") && !entry.equals(name + "=" + value));
    }

    private static List<ProcessHandle> find(Predicate<String> wanted) {
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (environment(process).stream().anyMatch(wanted)) {
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return found;
        }
        return found;
    }

    private static List<String> environment(Path process) {
        try {
            return List.of(
                    new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8).split("\0", -1));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Returns whether the process runs; one that ended but was not yet waited for by its parent does not. */
    public static boolean runs(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(PROC.resolve(process.pid() + "/stat"), StandardCharsets.ISO_8859_1);
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException e) {
            return false;
        }
    }
}
