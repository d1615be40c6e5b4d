package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.counter.CounterEvent;
import io.soabench.engine.overseer.counter.CounterReading;
import io.soabench.engine.overseer.counter.CounterSet;
import io.soabench.engine.overseer.counter.CounterTarget;
import io.soabench.engine.overseer.counter.PerformanceCounters;
import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.thread.BoundThreads;
import io.soabench.engine.overseer.thread.MemoryPolicy;
import io.soabench.engine.overseer.topology.IdSet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A program that runs on some processors, with some memory, and is counted from its first instruction with all that it
 * starts. A shell stops itself before it turns into the program. In the pause the counters are bound to it, and the
 * kernel starts them when it executes the program. The work of the shell itself is not counted.
 */
final class CountedProgram {

    private static final int SIGCONT = 18;
    private static final List<String> GATE = List.of("/bin/sh", "-c", "kill -STOP $$; exec \"$0\" \"$@\"");

    /**
     * The result of one run.
     *
     * @param status of the program, 128 + n if signal n ended it; 126 or 127 if it could not be executed
     * @param processors that it ran on, as read back from the kernel
     */
    record Outcome(int status, Duration wall, IdSet processors, List<CounterReading> readings) {}

    private final PerformanceCounters counters;

    CountedProgram(PerformanceCounters counters) {
        this.counters = counters;
    }

    /**
     * Runs the program to its end, with this process's input and outputs.
     *
     * @throws NotAvailableException if it cannot be bound as planned; then it was not run
     */
    Outcome run(List<String> command, IdSet processors, Optional<MemoryPolicy> memory, List<CounterEvent> events)
            throws IOException, InterruptedException {
        Process process = start(command, processors, memory);
        try {
            int pid = Math.toIntExact(process.pid());
            if (Linux.waitUntilStopped(pid) < 0) {
                throw new NotAvailableException(Availability.unsupported(
                        "/bin/sh ended with status " + process.waitFor() + " before it ran the program"));
            }
            try (CounterSet set = counters.open(events, CounterTarget.ofProgram(pid))) {
                IdSet got = Affinity.get(pid);
                CommandClock clock = new CommandClock();
                Linux.kill(pid, SIGCONT);
                int status = process.waitFor();
                return new Outcome(status, clock.elapsed(), got, set.read());
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * Starts a command. A child inherits processors and memory policy of the thread that starts it, so a thread is
     * bound for that.
     */
    private static Process start(List<String> command, IdSet processors, Optional<MemoryPolicy> memory)
            throws IOException, InterruptedException {
        BoundThreads threads = new BoundThreads("start", List.of(processors), memory);
        FutureTask<Process> started = new FutureTask<>(() -> {
            Optional<Availability> failure = threads.threads().get(0).failure();
            if (failure.isPresent()) {
                throw new NotAvailableException(failure.get());
            }
            List<String> gated = new ArrayList<>(GATE);
            gated.addAll(command);
            return new ProcessBuilder(gated).inheritIO().start();
        });
        threads.newThread(started).start();
        try {
            return started.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotAvailableException refused) {
                throw refused;
            }
            throw new IOException("/bin/sh cannot be started: " + e.getCause().getMessage(), e);
        }
    }
}
