package io.soabench.engine.server;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.durable.DurableState;
import io.soabench.engine.server.group.ReplicaProtocol;
import io.soabench.engine.server.group.ReplicaSetup;
import io.soabench.engine.server.peer.PeerAddress;
import io.soabench.engine.server.peer.Peers;
import io.soabench.engine.server.replica.EnginePlan;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.Totals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine;

/**
 * The program of a replica that is a process. {@link ReplicatedEngine} starts it and sends it the lines of
 * {@link ReplicaProtocol} on its standard input. The end of that input means that the parent has ended, and the replica
 * ends too. Users do not start this program.
 */
public final class ReplicaMain {
    private static final System.Logger LOG = System.getLogger(ReplicaMain.class.getName());
    private static final int REFUSED = 2;
    private static final long SIGN_MS = 500;

    private final EngineConfiguration configuration;
    private final BufferedReader lines;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final Runnable halt = new EngineMain.Halt();
    private Peers peers;
    private Engine engine;

    private ReplicaMain(EngineConfiguration configuration, BufferedReader lines) {
        this.configuration = configuration;
        this.lines = lines;
    }

    /** Runs the replica until its parent stops it, or ends. */
    public static void main(String[] arguments) {
        BufferEvents.unlessAskedFor();
        LeakSampling.unlessAskedFor();
        EngineMain options = new EngineMain();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ReplicaMain replica = new ReplicaMain(options.configuration(), lines);
        try {
            replica.start(ReplicaSetup.read(lines.readLine()));
            replica.readLines();
        } catch (EngineStartException e) {
            send(ReplicaProtocol.FAILED, e.getMessage());
            Runtime.getRuntime().halt(REFUSED);
        } catch (IOException | RuntimeException | Error e) {
            // Nobody reads the lines of the parent any more, so this process must not go on, nor wait for its
            // instances.
            try {
                LOG.log(System.Logger.Level.ERROR, "The replica cannot go on.", e);
            } finally {
                replica.halt.run();
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static void send(String word, String rest) {
        System.out.println(word + " " + rest);
        System.out.flush();
    }

    private void start(ReplicaSetup setup) throws EngineStartException {
        peers = new Peers(
                Engine.transport(configuration).transport(),
                setup.plan().id(),
                setup.plan().of(),
                setup.secret(),
                configuration.maxBodyBytes(),
                configuration.durable() != null);
        EnginePlan plan = new EnginePlan(
                ReplicaKind.PROCESSES,
                List.of(setup.plan()),
                Runtime.getRuntime().maxMemory(),
                Totals.CONSTANT,
                Optional.empty(),
                List.of(),
                List.of());
        AtomicReference<DurableState> durable = new AtomicReference<>();
        ScheduledExecutorService signs = configuration.durable() == null ? null : signsOfLife(durable);
        try {
            engine = Engine.startReplica(
                    configuration,
                    plan,
                    new Engine.ReplicaIdentity(
                            peers, setup.adminToken(), setup.lastId(), setup.versions(), durable::set),
                    new SystemEngineClock(),
                    halt,
                    error -> EngineMain.haltBecauseOf(
                            configuration.durable(),
                            error,
                            new PrintWriter(System.err, false, StandardCharsets.UTF_8),
                            () -> {}));
        } finally {
            if (signs != null) {
                signs.shutdownNow();
            }
        }
        engine.recoveryWarnings().forEach(warning -> System.err.println("soabench-engine: warning: " + warning));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(configuration.drain()), "shutdown"));
        send(
                ReplicaProtocol.READY,
                "{\"admin\": " + engine.adminPort() + ", \"peers\": " + engine.peerPort()
                        + (durable.get() == null
                                ? ""
                                : ", \"needed\": " + durable.get().needed() + ", \"highestId\": "
                                        + durable.get().highestId())
                        + "}");
    }

    /** Prints now and then how many instances are recovered, so that the parent does not give the process up. */
    @SuppressWarnings("FutureReturnValueIgnored") // It ends with its executor.
    private static ScheduledExecutorService signsOfLife(AtomicReference<DurableState> durable) {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "recovering");
            thread.setDaemon(true);
            return thread;
        });
        executor.scheduleWithFixedDelay(
                () -> {
                    DurableState state = durable.get();
                    send(
                            ReplicaProtocol.RECOVERING,
                            "{\"recovered\": " + (state == null ? 0 : state.recoveredInstances()) + ", \"of\": "
                                    + (state == null ? 0 : state.instancesToRecover()) + "}");
                    if (System.out.checkError()) {
                        // The parent has ended, and another one may wait for the journals.
                        Runtime.getRuntime().halt(REFUSED);
                    }
                },
                SIGN_MS,
                SIGN_MS,
                TimeUnit.MILLISECONDS);
        return executor;
    }

    private void readLines() throws IOException, EngineStartException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(ReplicaProtocol.PEERS)) {
                String[] parts =
                        line.substring(ReplicaProtocol.PEERS.length()).strip().split(" ", 2);
                peers.at(addresses(parts.length == 1 ? "" : parts[1]));
                send(ReplicaProtocol.KNOWS, parts[0]);
            } else if (line.startsWith(ReplicaProtocol.ABOVE)) {
                engine.numberAbove(Long.parseLong(
                        line.substring(ReplicaProtocol.ABOVE.length()).strip()));
            } else if (line.equals(ReplicaProtocol.LISTEN)) {
                engine.listen();
                send(ReplicaProtocol.LISTENING, "");
            } else if (line.equals(ReplicaProtocol.STOP)) {
                stop(configuration.drain());
                return;
            } else {
                throw new IOException("a replica does not know the word '" + line + "'");
            }
        }
        // The parent has gone, and the next start waits for the journals.
        engine.keepRecords();
        stop(Duration.ZERO);
    }

    private static Map<Integer, PeerAddress> addresses(String text) {
        Map<Integer, PeerAddress> addresses = new TreeMap<>();
        for (String one : text.split(" ", -1)) {
            int mark = one.indexOf('=');
            if (mark > 0) {
                addresses.put(Integer.valueOf(one.substring(0, mark)), PeerAddress.read(one.substring(mark + 1)));
            }
        }
        return addresses;
    }

    private void stop(Duration drain) {
        if (stopped.compareAndSet(false, true)) {
            engine.drain(drain);
            engine.close();
        }
    }
}
