package io.soabench.engine.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time of threads of another process, as Linux knows it. Source: proc(5), {@code schedstat}: the first number is the time
 * on a processor in nanoseconds.
 */
final class ChildThreads {
    private final Path tasks;

    ChildThreads(long pid) {
        tasks = Path.of("/proc", Long.toString(pid), "task");
    }

    /**
     * Returns the nanoseconds of all threads whose names start with a word. Threads that have ended are not among them.
     *
     * @throws IllegalStateException when there is no such thread: zero would look like a result
     */
    long cpuNs(List<String> words) throws IOException {
        long sum = 0;
        int found = 0;
        List<Path> all;
        try (Stream<Path> list = Files.list(tasks)) {
            all = list.toList();
        }
        for (Path task : all) {
            try {
                String name = Files.readString(task.resolve("comm")).strip();
                if (words.stream().anyMatch(name::startsWith)) {
                    sum += Long.parseLong(
                            Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
                    found++;
                }
            } catch (NoSuchFileException e) {
                // The thread has ended in the meantime.
            }
        }
        if (found == 0) {
            throw new IllegalStateException("no thread " + words + " in " + tasks + "; the engine may have ended");
        }
        return sum;
    }
}
