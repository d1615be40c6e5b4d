package io.soabench.agent;

import io.soabench.agent.protocol.HostPart;
import io.soabench.driver.run.ArchivedStart;
import io.soabench.driver.run.ClassArchives;
import io.soabench.plan.HostClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The archives of classes that the programs of one repetition start with, and those that they leave. Safe for use by many threads. */
final class CaseArchives {

    private final HostClock clock;
    private final Map<String, ArchivedStart> leaving = new ConcurrentHashMap<>();

    CaseArchives(HostClock clock) {
        this.clock = clock;
    }

    /**
     * The command that starts a program: with an archive if there is one, else with an order to leave one.
     *
     * @param mayLeave whether it may be told to leave one; of several equal programs one is
     */
    synchronized List<String> command(String name, HostPart.Program program, boolean mayLeave) {
        if (program.archives().isEmpty()) {
            return program.command();
        }
        ArchivedStart start = new ClassArchives(Path.of(program.archives()), clock)
                .start(program.command(), program.environment(), mayLeave);
        if (start.leaves().isEmpty()) {
            return start.command();
        }
        if (leaving.values().stream().anyMatch(other -> other.leaves().equals(start.leaves()))) {
            start.ended(false);
            return program.command();
        }
        leaving.put(name, start);
        return start.command();
    }

    /** How long a program may take to write its archive when it ends. */
    Duration writing(String name) {
        return leaving.containsKey(name) ? ClassArchives.WRITING : Duration.ZERO;
    }

    /**
     * Keeps what a program has left if it has done all its work.
     *
     * @see ArchivedStart#ended
     */
    void ended(String name, boolean well) {
        ArchivedStart start = leaving.remove(name);
        if (start != null) {
            start.ended(well);
        }
    }

    /** Forgets programs that were never started. */
    void endedAll() {
        List.copyOf(leaving.keySet()).forEach(name -> ended(name, false));
    }
}
