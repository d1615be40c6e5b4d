package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.engine.runtime.journal.store.StoredVersion;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.server.peer.PeerAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A replica that is a process, as its parent handles it. The process prints the lines of {@link ReplicaProtocol}:
 * {@link ReplicaProtocol#READY} with its ports, {@link ReplicaProtocol#LISTENING} when clients can reach it, or
 * {@link ReplicaProtocol#FAILED} with a sentence. A durable one also prints how many instances it has recovered, and may
 * take as long to start as it prints such lines. The parent prints its other output, with its name in front.
 * Thread-safe.
 */
final class ReplicaProcess {
    private static final long PROBE_MS = 20;

    /** The mark behind the last line to a process. */
    private static final String NO_MORE = "\n";

    private final EngineClock clock;
    private final int id;
    private final String secret;
    private final String adminToken;
    private final Process process;
    private final OutputStream input;

    /** The lines that the process has not got yet. */
    private final BlockingQueue<String> toSend = new LinkedBlockingQueue<>();

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final List<StoredVersion> versions;
    private volatile PeerAddress peer;
    private volatile ReplicaAdmin admin;
    private volatile String killedFor = "";
    private volatile long lastSignNs;
    private volatile long recovered;
    private volatile long toRecover;
    private volatile Set<Long> needed = Set.of();
    private volatile long highestId;

    private ReplicaProcess(ReplicaSetup setup, Process process, EngineClock clock) {
        this.clock = clock;
        this.id = setup.plan().id();
        this.secret = setup.secret();
        this.adminToken = setup.adminToken();
        this.versions = setup.versions();
        this.lastSignNs = clock.nanoTime();
        this.process = process;
        this.input = process.getOutputStream();
    }

    /** Sends a new process its setup, and starts to read its output. */
    static ReplicaProcess of(ReplicaSetup setup, Process process, EngineClock clock) {
        try {
            ReplicaProcess replica = new ReplicaProcess(setup, process, clock);
            replica.read(
                    "out",
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                    System.out);
            replica.read(
                    "err",
                    new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)),
                    System.err);
            replica.toSend.add(setup.line());
            replica.startSending();
            return replica;
        } catch (RuntimeException | Error e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private void read(String stream, BufferedReader lines, PrintStream to) {
        Thread thread = new Thread(
                () -> {
                    try (lines) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            if (line.startsWith(ReplicaProtocol.RECOVERING)) {
                                recovering(line.substring(ReplicaProtocol.RECOVERING.length()));
                            } else if (line.startsWith("replica ")) {
                                received.add(line);
                            } else {
                                to.println("replica-" + id + ": " + line);
                            }
                        }
                    } catch (IOException e) {
                        // The process has ended, which its parent notices by other means.
                    } catch (RuntimeException | Error e) {
                        // Otherwise the process would stand still at its next line, and nobody would notice.
                        killedFor = "its output could not be read (" + e + ") and it was killed; ";
                        process.destroyForcibly();
                    }
                },
                "replica-" + id + "-" + stream);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Starts the thread that sends the lines. A line may be larger than the pipe, and a process that does not read must
     * make nobody wait who has to watch the other ones.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // Nothing is left to do after the mark.
    private void startSending() {
        Thread thread = new Thread(this::sendAll, "replica-" + id + "-in");
        thread.setDaemon(true);
        thread.start();
        process.onExit().thenRun(() -> toSend.add(NO_MORE));
    }

    private void sendAll() {
        try {
            for (String line = toSend.take(); !line.equals(NO_MORE); line = toSend.take()) {
                input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                input.flush();
            }
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            // It has ended. Otherwise it must not go on, as it misses a line.
            process.destroyForcibly();
        }
    }

    private void recovering(String counts) {
        JsonNode node = ReplicaAdmin.json(counts);
        recovered = node.path("recovered").longValue();
        toRecover = node.path("of").longValue();
        lastSignNs = clock.nanoTime();
    }

    /**
     * Sends one line to the process, behind the earlier ones; returns at once.
     *
     * @throws IOException if the process has ended
     */
    void send(String line) throws IOException {
        if (!process.isAlive()) {
            throw new IOException("the process has ended");
        }
        toSend.add(line);
    }

    /**
     * Waits until the process answers its admin interface.
     *
     * @throws GroupStartException with the sentence of the process, if it has printed one
     */
    void awaitReady(long timeoutMs) throws GroupStartException, InterruptedException {
        JsonNode ready = ReplicaAdmin.json(await(ReplicaProtocol.READY, timeoutMs));
        peer = new PeerAddress(ready.path("peers").intValue(), secret);
        Set<Long> versionsOfInstances = new TreeSet<>();
        ready.path("needed").forEach(version -> versionsOfInstances.add(version.longValue()));
        needed = versionsOfInstances;
        highestId = ready.path("highestId").longValue();
        admin = new ReplicaAdmin(ready.path("admin").intValue(), adminToken);
    }

    /** Makes the process accept clients, and waits until it listens. */
    void listen(long timeoutMs) throws GroupStartException, InterruptedException {
        try {
            send(ReplicaProtocol.LISTEN);
        } catch (IOException e) {
            throw new GroupStartException("replica " + id + " has ended: " + end(), e);
        }
        await(ReplicaProtocol.LISTENING, timeoutMs);
    }

    /**
     * Waits until the process uses the addresses of a line. The time is limited, since a process that does not read
     * must not delay the others.
     *
     * @param line the number of the line
     */
    void awaitKnown(long line, long timeoutMs) throws InterruptedException {
        try {
            await(ReplicaProtocol.KNOWS + " " + line, timeoutMs);
        } catch (GroupStartException e) {
            // The process has ended, which is handled elsewhere, or it is overloaded.
        }
    }

    private String await(String word, long timeoutMs) throws GroupStartException, InterruptedException {
        long beginNs = clock.nanoTime();
        while (true) {
            String line = received.poll(PROBE_MS, TimeUnit.MILLISECONDS);
            if (line != null && line.startsWith(word)) {
                return line.substring(word.length()).strip();
            }
            if (line != null && line.startsWith(ReplicaProtocol.FAILED)) {
                throw new GroupStartException(
                        line.substring(ReplicaProtocol.FAILED.length()).strip(), null);
            }
            if (line == null && !process.isAlive() && received.isEmpty()) {
                throw new GroupStartException("replica " + id + " could not start: " + end(), null);
            }
            long sinceNs = clock.nanoTime() - beginNs - Math.max(0, lastSignNs - beginNs);
            if (sinceNs > TimeUnit.MILLISECONDS.toNanos(timeoutMs)) {
                throw new GroupStartException(
                        "replica " + id + " has not said '" + word + "' within " + timeoutMs + " ms", null);
            }
        }
    }

    /** Returns whether the process has ended because its disk fails. */
    boolean hasDiskFailed() {
        return !process.isAlive() && process.exitValue() == ReplicaProtocol.DISK_FAILED;
    }

    /** Returns a description of the end of the process. */
    String end() {
        if (process.isAlive()) {
            return "it does not answer";
        }
        int status = process.exitValue();
        return killedFor + "it ended with status " + status + (status > 128 ? " (signal " + (status - 128) + ")" : "");
    }

    int id() {
        return id;
    }

    long pid() {
        return process.pid();
    }

    /** Returns the stored versions of processes that it was started with. */
    List<StoredVersion> versions() {
        return versions;
    }

    /** Returns the number of instances that it has recovered so far. */
    long recovered() {
        return recovered;
    }

    /** Returns the number of instances that it is to recover. */
    long toRecover() {
        return toRecover;
    }

    /** Returns the numbers of the versions that the recovered instances need. */
    Set<Long> needed() {
        return needed;
    }

    /** Returns the highest number of an instance in its journals; 0 if there is none. */
    long highestId() {
        return highestId;
    }

    /** Returns the address at which the others reach the process, with its secret. */
    PeerAddress peer() {
        return peer;
    }

    ReplicaAdmin admin() {
        return admin;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns a future that is complete when the process has ended. */
    CompletableFuture<Process> ended() {
        return process.onExit();
    }

    /** Asks the process to end when its instances have ended. */
    void stop() {
        try {
            send(ReplicaProtocol.STOP);
        } catch (IOException e) {
            // The process has ended already.
        }
    }

    /** Ends the process now, as it does not answer. */
    void killUnresponsive() {
        killedFor = "it answered nothing any more and was killed; ";
        process.destroyForcibly();
    }

    /** Ends the process now. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits for the end of the process. */
    boolean awaitEnd(long timeoutMs) throws InterruptedException {
        return process.waitFor(Math.max(0, timeoutMs), TimeUnit.MILLISECONDS);
    }
}
