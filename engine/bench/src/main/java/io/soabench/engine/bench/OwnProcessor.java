package io.soabench.engine.bench;

import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.topology.IdSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * An assignment of the first processor of this JVM to the threads of the measured system, and of the rest to all
 * others: load, partner, compilers and collectors. The capacity of one processor is then not mixed with a varying share
 * of two. Only one of several systems in a JVM may be busy at a time, as in alternating rounds.
 */
final class OwnProcessor {
    private OwnProcessor() {}

    /**
     * Binds all threads of this JVM. Threads that start later inherit the processors of the thread that starts them.
     *
     * @param systems how the names of the threads start that have the processor
     * @return a text for readers with the processors of each group
     * @throws IllegalStateException if there is one processor only, if a system has no thread, or if threads may not be bound
     */
    static String give(List<String> systems) {
        List<Integer> all = Affinity.get().toList();
        if (all.size() < 2) {
            throw new IllegalStateException("processor=own needs two processors, and there is " + all.size());
        }
        IdSet own = IdSet.of(all.get(0));
        IdSet rest = IdSet.of(all.subList(1, all.size()));
        int bound = 0;
        for (Path task : tasks()) {
            try {
                String name = Files.readString(task.resolve("comm")).strip();
                boolean system = systems.stream().anyMatch(name::startsWith);
                Affinity.set(Integer.parseInt(task.getFileName().toString()), system ? own : rest);
                bound += system ? 1 : 0;
            } catch (IOException | NotAvailableException e) {
                if (Files.exists(task)) {
                    throw new IllegalStateException("a thread could not be bound: " + e.getMessage(), e);
                }
                // The thread has ended in the meantime.
            }
        }
        if (bound < systems.size()) {
            throw new IllegalStateException("of " + systems + " not each has a thread; it is busy before it is bound");
        }
        return "processor " + own + " for the " + bound + " threads of " + String.join(" and ", systems) + ", " + rest
                + " for all others";
    }

    private static List<Path> tasks() {
        try (Stream<Path> list = Files.list(Path.of("/proc/self/task"))) {
            return list.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
