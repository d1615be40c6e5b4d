package io.soabench.engine.server.group;

import io.soabench.engine.overseer.system.NotAvailableException;
import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.thread.MemoryPolicy;
import io.soabench.engine.overseer.thread.NumaMemory;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.ReplicaPlan;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * A starter of the virtual machines of replicas. The thread that starts a process is bound to the replica's processors
 * and memory, and the process inherits the binding. So its heap, collector and compiler use the same processors and
 * memory as its stages. Source: P13, section 4.1; sched_setaffinity(2), set_mempolicy(2).
 */
public final class ReplicaLaunch {
    private static final System.Logger LOG = System.getLogger(ReplicaLaunch.class.getName());
    /** The version of Java from which on calls to the C library must be announced. */
    private static final int NATIVE_ACCESS = 22;

    private static final long START_MS = 60_000;

    private final EnginePlan plan;
    private final String mainClass;
    private final Function<ReplicaPlan, List<String>> arguments;

    /**
     * Makes the launch of the replicas of a plan.
     *
     * @param mainClass the main class of a replica
     * @param arguments its command line
     */
    public ReplicaLaunch(EnginePlan plan, String mainClass, Function<ReplicaPlan, List<String>> arguments) {
        this.plan = plan;
        this.mainClass = mainClass;
        this.arguments = arguments;
    }

    /** Returns the planned replicas. */
    List<ReplicaPlan> replicas() {
        return plan.replicas();
    }

    /**
     * Starts a replica; its streams are pipes.
     *
     * @throws IOException if there is no process, for whatever reason, or none within {@value #START_MS} ms
     */
    Process start(ReplicaPlan replica) throws IOException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        place(replica);
                        started.complete(new ProcessBuilder(command(replica)).start());
                    } catch (IOException | RuntimeException | Error e) {
                        // Without an outcome, the thread that supervises all replicas would wait for ever.
                        started.completeExceptionally(e);
                    }
                },
                "start-replica-" + replica.id());
        thread.setDaemon(true);
        thread.start();
        try {
            return started.get(START_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(e.getCause().toString(), e.getCause());
        } catch (TimeoutException e) {
            endLater(started);
            throw new IOException("the system has not started its process within " + START_MS + " ms", e);
        } catch (InterruptedException e) {
            endLater(started);
            Thread.currentThread().interrupt();
            throw new IOException("the start was interrupted", e);
        }
    }

    /** Ends a process that nobody waits for any more, as soon as there is one. */
    @SuppressWarnings("FutureReturnValueIgnored") // There is nothing to end after a failure.
    private static void endLater(CompletableFuture<Process> started) {
        started.thenAccept(Process::destroyForcibly);
    }

    private static void place(ReplicaPlan replica) {
        try {
            if (!replica.processors().isEmpty()) {
                Affinity.set(replica.processors());
            }
            if (!replica.nodes().isEmpty()) {
                NumaMemory.set(MemoryPolicy.bind(replica.nodes()));
            }
        } catch (NotAvailableException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Replica " + replica.id() + " cannot be bound: " + e.getMessage() + ". It runs where it may.");
        }
    }

    private List<String> command(ReplicaPlan replica) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(HeapOptions.of(
                ManagementFactory.getRuntimeMXBean().getInputArguments(),
                plan.heapBytes(),
                plan.totals(),
                plan.replicas().size()));
        if (Runtime.version().feature() >= NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass);
        command.addAll(arguments.apply(replica));
        return command;
    }
}
