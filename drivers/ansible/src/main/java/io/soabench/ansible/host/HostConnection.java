package io.soabench.ansible.host;

import io.soabench.agent.Records;
import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.ansible.play.ConnectionErrors;
import io.soabench.driver.run.RoundTrips;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Json;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A host at the other end of a session: the driver's connection to the {@link io.soabench.agent.daemon.Agent} there. A
 * broken connection is opened again. Orders without an answer are sent again; the agent does not do them twice. The
 * output of load clients is read from the last line on, so that no line is lost and none comes twice.
 * {@link ConnectionTimeouts} has the time after which a silent host counts as lost.
 *
 * <p>One thread reads the messages of the host, and another one writes the orders. Safe for use by many threads.
 */
public final class HostConnection implements Host, AutoCloseable {

    /** The exit status of {@code ask.py} when there is no agent. */
    static final int NO_AGENT = 3;

    /** The exit status of {@code ssh} when the connection failed, not the program on the host (ssh(1)). */
    private static final int SSH_FAILED = 255;

    private static final Duration ANSWER = Duration.ofSeconds(15);

    /** The time that is added to the deadlines of a host, whose answers may come a little later. */
    private static final Duration ANSWER_DELAY = Duration.ofSeconds(90);

    /** The longest time to pack records: hundreds of megabytes on a busy host. */
    private static final Duration PACK = Duration.ofMinutes(5);

    /** The interval of signs of life for the agent. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);

    private final HostPlan host;
    private final String records;
    private final Session.Opener opener;
    private final Far far;
    private final HostClock clock;
    private final ConnectionTimeouts timeouts;
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private final List<Consumer<HostMessage.Unasked>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, Long> outputOffsets = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final AtomicLong ids = new AtomicLong(ThreadLocalRandom.current().nextLong(1, 1L << 52));
    private final AtomicInteger breaks = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread reader;
    private volatile Line line;
    private volatile long heardNs;
    private volatile String why = "";
    private volatile boolean agentMissing;

    /** A source of sessions that print a file of the host. */
    interface Far {

        /** Opens a session that prints the file. */
        Session file(String path) throws IOException;
    }

    private record Pending(HostOrder.Asked asked, CompletableFuture<HostMessage.Answer> answer) {}

    /**
     * Creates a host without a connection.
     *
     * @param records absolute path of the archive of a repetition on the host
     */
    HostConnection(
            HostPlan host,
            String records,
            Session.Opener opener,
            Far far,
            HostClock clock,
            ConnectionTimeouts timeouts) {
        this.host = host;
        this.records = records;
        this.opener = opener;
        this.far = far;
        this.clock = clock;
        this.timeouts = timeouts;
        this.reader = new Thread(this::read, "host-" + host.name());
        reader.setDaemon(true);
    }

    /**
     * Begins to connect.
     *
     * @param directory of the testbed on the host, absolute; an agent works there
     * @param root folder of a repetition on the host, absolute
     * @param options more options for {@code ssh}
     */
    public static HostConnection open(
            HostPlan host,
            String directory,
            String root,
            List<String> options,
            HostClock clock,
            ConnectionTimeouts timeouts) {
        HostConnection connection = new HostConnection(
                host,
                root + "/" + HostOrder.Pack.RECORDS,
                () -> SshSession.open(host, SshSession.toAgent(directory), options),
                path -> SshSession.open(host, SshSession.file(path), options),
                clock,
                timeouts);
        connection.start();
        return connection;
    }

    void start() {
        heardNs = clock.epochNanos();
        reader.start();
    }

    // ---- the reader's thread

    private void read() {
        while (closed.getCount() > 0) {
            try (Line now = new Line(opener.open())) {
                takeUp(now);
                read(now.session.output());
                ended(now.session);
            } catch (IOException | UncheckedIOException e) {
                why = e.getMessage();
            } finally {
                line = null;
                breaks.incrementAndGet();
            }
            giveUp();
            pause();
        }
    }

    private void pause() {
        try {
            boolean unused = closed.await(timeouts.again().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Only the end of the program interrupts this thread.
            closed.countDown();
            Thread.currentThread().interrupt();
        }
    }

    /** Repeats all orders without an answer, and asks for all output since. */
    private void takeUp(Line now) {
        synchronized (this) {
            if (!outputOffsets.isEmpty()) {
                now.send(new HostOrder.Asked(ids.incrementAndGet(), new HostOrder.Follow(Map.copyOf(outputOffsets))));
            }
            line = now;
        }
        pending.values().stream()
                .map(Pending::asked)
                .sorted(Comparator.comparingLong(HostOrder.Asked::id))
                .forEach(now::send);
        if (closed.getCount() == 0) {
            now.close();
        }
    }

    private void read(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            Optional<HostMessage.Said> said = said(text);
            if (said.isPresent()) {
                heardNs = clock.epochNanos();
                agentMissing = false;
                receive(said.get());
            }
        }
    }

    /** Returns a word of the agent; empty for a line that a login script prints. */
    private static Optional<HostMessage.Said> said(String line) {
        // The last line of a welcome may have no end.
        int begin = line.indexOf("{\"id\"");
        return begin < 0 ? Optional.empty() : Optional.of(Json.parse(line.substring(begin), HostMessage.Said.class));
    }

    private void receive(HostMessage.Said said) {
        if (said.word() instanceof HostMessage.Answer answer) {
            Pending asked = pending.remove(said.id());
            if (asked != null) {
                asked.answer().complete(answer);
            }
        } else if (said.word() instanceof HostMessage.Unasked word && isNew(word)) {
            listeners.forEach(listener -> listener.accept(word));
        }
    }

    private synchronized boolean isNew(HostMessage.Unasked word) {
        if (word instanceof HostMessage.Line printed) {
            // An offset that was passed before belongs to a connection that had been given up.
            return outputOffsets.replace(printed.client(), printed.offset(), printed.next());
        }
        return !(word instanceof HostMessage.Ended end) || ended.add(end.name());
    }

    private void ended(Session session) {
        int exit = session.exit();
        agentMissing = exit == NO_AGENT;
        why = session.complaint().isEmpty() ? "the connection ended" : session.complaint();
    }

    /** Gives up: all orders end without an answer. */
    private void giveUp() {
        if (agentMissing || clock.epochNanos() - heardNs > timeouts.away().toNanos()) {
            HostProblem problem = HostProblem.of(HostProblem.Code.SILENT, "", unreachable());
            for (Long id : List.copyOf(pending.keySet())) {
                Pending asked = pending.remove(id);
                if (asked != null) {
                    asked.answer().complete(HostMessage.Answer.of(problem));
                }
            }
        }
    }

    private String unreachable() {
        return agentMissing
                ? "host " + host.name() + ": " + why + "; look why its agent has ended, and resume the run"
                : ConnectionErrors.unreachable(host, why);
    }

    // ---- asking

    /** The writer's end of one session. */
    private static final class Line implements AutoCloseable {

        private final Session session;
        private final OutputStream out;
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private final Thread writer;

        Line(Session session) {
            this.session = session;
            this.out = session.input();
            this.writer = new Thread(
                    () -> {
                        try {
                            write();
                        } catch (IOException e) {
                            // A program that accepts no input has usually ended. Its last words are still to be read,
                            // and a close would cut them off. The next connection sends the order again.
                            if (session.exit() < 0) {
                                session.close();
                            }
                        }
                    },
                    "host-orders");
            writer.setDaemon(true);
            writer.start();
        }

        void send(HostOrder.Asked asked) {
            texts.add(Json.line(asked));
        }

        private void write() throws IOException {
            try {
                while (true) {
                    String text = texts.poll(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS);
                    out.write(((text == null ? "" : text) + "\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            writer.interrupt();
            session.close();
        }
    }

    @Override
    public CompletableFuture<HostMessage.Answer> ask(HostOrder order) {
        Pending asked = new Pending(new HostOrder.Asked(ids.incrementAndGet(), order), new CompletableFuture<>());
        if (closed.getCount() == 0) {
            asked.answer().complete(silent(order, Duration.ZERO));
            return asked.answer();
        }
        pending.put(asked.asked().id(), asked);
        synchronized (this) {
            if (order instanceof HostOrder.Place place) {
                follow(place.part());
            }
            Line now = line;
            if (now != null) {
                now.send(asked.asked());
            }
        }
        Duration max = most(order);
        return asked.answer()
                .completeOnTimeout(silent(order, max), max.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failed) -> pending.remove(asked.asked().id()));
    }

    private HostMessage.Answer silent(HostOrder order, Duration max) {
        return HostMessage.Answer.of(HostProblem.of(
                HostProblem.Code.SILENT,
                "",
                "host " + host.name() + " (" + host.address() + ") did not answer within " + max.toSeconds() + " s to "
                        + order.getClass().getSimpleName() + "; look whether it runs, and resume the run"));
    }

    /** Returns how long the answer may take. */
    private static Duration most(HostOrder order) {
        if (order instanceof HostOrder.InTurn phase) {
            return Duration.ofMillis(phase.ms()).plus(ANSWER_DELAY);
        }
        if (order instanceof HostOrder.Send send) {
            return Duration.ofMillis(send.action().timeoutMs()).plus(ANSWER);
        }
        return order instanceof HostOrder.Trips ? RoundTrips.LIMIT.plus(ANSWER) : ANSWER;
    }

    /** Requests the output of the load clients of a repetition from its start. */
    private void follow(HostPart part) {
        outputOffsets.clear();
        ended.clear();
        part.clients().forEach(client -> outputOffsets.put(client.name(), 0L));
    }

    @Override
    public Listening listen(Consumer<HostMessage.Unasked> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Optional<String> lost() {
        if (agentMissing) {
            return Optional.of(unreachable());
        }
        return clock.epochNanos() - heardNs <= timeouts.lost().toNanos()
                ? Optional.empty()
                : Optional.of("host " + host.name() + " (" + host.address() + ") has not been heard of for "
                        + timeouts.lost().toSeconds() + " s (" + (why.isEmpty() ? "the connection is silent" : why)
                        + "); look whether it runs, and resume the run");
    }

    @Override
    public CompletableFuture<HostMessage.Answer> fetchRecords(Path repetition) {
        return ask(new HostOrder.Pack(PACK.toMillis()))
                .thenApplyAsync(
                        answer -> answer.problem() == null ? brought(repetition) : answer, this::onAThreadOfItsOwn);
    }

    private void onAThreadOfItsOwn(Runnable task) {
        Thread thread = new Thread(task, "records-" + host.name());
        thread.setDaemon(true);
        thread.start();
    }

    private HostMessage.Answer brought(Path repetition) {
        Path archive = repetition.resolve("." + host.name() + "-" + HostOrder.Pack.RECORDS);
        try {
            fetch(records, archive);
            Records.unpack(archive, repetition);
            Files.delete(archive);
            return HostMessage.Answer.done();
        } catch (IOException e) {
            return HostMessage.Answer.of(HostProblem.of(
                    HostProblem.Code.FILES,
                    "",
                    "what host " + host.name() + " has recorded does not come home: " + e.getMessage()));
        }
    }

    /** Returns how often a connection ended. */
    int breaks() {
        return breaks.get();
    }

    /** Fetches a file. When the connection breaks, the transfer starts again. */
    private void fetch(String path, Path target) throws IOException {
        long endNs = clock.epochNanos() + timeouts.lost().toNanos();
        while (true) {
            try (Session session = far.file(path)) {
                boolean begun;
                try (InputStream printed = new BufferedInputStream(session.output())) {
                    begun = skipWelcome(printed);
                    Files.copy(printed, target, StandardCopyOption.REPLACE_EXISTING);
                }
                int exit = session.exit();
                if (exit == 0 && begun) {
                    return;
                }
                boolean broken = exit == SSH_FAILED || exit < 0;
                if (!broken || closed.getCount() == 0 || clock.epochNanos() > endNs) {
                    throw new IOException(session.complaint().isEmpty() ? "exit status " + exit : session.complaint());
                }
            }
            pause();
        }
    }

    /** Skips lines that login scripts print before a file, and the line that announces it; returns whether that line came. */
    private static boolean skipWelcome(InputStream printed) throws IOException {
        String end = SshSession.FILE_BEGINS + "\n";
        StringBuilder line = new StringBuilder();
        for (int next = printed.read(); next >= 0; next = printed.read()) {
            line.append((char) next);
            if (next == '\n') {
                // The last line of a welcome may have no end.
                if (line.toString().endsWith(end)) {
                    return true;
                }
                line.setLength(0);
            }
        }
        return false;
    }

    /** Ends the connection; the agent works on. */
    @Override
    public void close() {
        closed.countDown();
        Line now = line;
        if (now != null) {
            now.close();
        }
        try {
            reader.join(timeouts.again().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
