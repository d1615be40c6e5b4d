package io.soabench.agent;

import io.soabench.agent.protocol.HostPart;
import io.soabench.driver.run.ArchivedStart;
import io.soabench.driver.run.ClassArchives;
import io.soabench.plan.HostClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The archives of classes that the programs of one repetition start with, and those that they leave. Safe for use by many threads. */
final class CaseArchives {

    /** SIGABRT, SIGBUS, SIGSEGV. */
    private static final Set<Integer> CRASHES = Set.of(128 + 6, 128 + 7, 128 + 11);

    private final HostClock clock;
    private final Map<String, ArchivedStart> starts = new ConcurrentHashMap<>();

    CaseArchives(HostClock clock) {
        this.clock = clock;
    }

    /**
     * Returns the command that starts a program: with an archive if there is one, else with an order to leave one.
     *
     * @param mayLeave whether the program may leave one; only one of several equal programs does
     */
    synchronized List<String> command(String name, HostPart.Program program, boolean mayLeave) {
        if (program.archives().isEmpty()) {
            return program.command();
        }
        ArchivedStart start = new ClassArchives(Path.of(program.archives()), clock)
                .start(program.command(), program.environment(), mayLeave);
        if (start.leaves().isPresent()
                && starts.values().stream().anyMatch(other -> other.leaves().equals(start.leaves()))) {
            start.ended(false);
            return program.command();
        }
        if (start.leaves().isPresent() || start.uses()) {
            starts.put(name, start);
        }
        return start.command();
    }

    /** Returns how long a program may take to write its archive when it ends. */
    Duration writing(String name) {
        ArchivedStart start = starts.get(name);
        return start != null && start.leaves().isPresent() ? ClassArchives.WRITING : Duration.ZERO;
    }

    /**
     * Keeps what a program has left if it has done all its work, and what it used unless its JVM crashed.
     *
     * @param exit status, 128 and the number of a signal that ended it
     * @see ArchivedStart#ended
     */
    void ended(String name, boolean whole, int exit) {
        ArchivedStart start = starts.remove(name);
        if (start == null) {
            return;
        }
        start.ended(whole && exit == 0);
        if (CRASHES.contains(exit)) {
            start.removeArchive();
        }
    }

    /** Forgets programs that were never started. */
    void endedAll() {
        starts.values().forEach(start -> start.ended(false));
        starts.clear();
    }
}
