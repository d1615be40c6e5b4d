package io.soabench.ansible.host;

import io.soabench.driver.run.Bell;
import io.soabench.driver.run.RoundTrips;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.EnvironmentRecord.Fingerprint;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The driver's own connection to one host, beside the playbooks: asks for the time, a fingerprint and processor times, follows what
 * processes print, and hears which of them ended. When the connection breaks it is taken up again, and output is followed from
 * where it had come to: no line is lost and none comes twice.
 *
 * <p>One thread, the run's, asks; a reader's thread of its own hears and rings the bell.
 */
public final class HostLine implements AutoCloseable {

    /** How long a host may be silent before it counts as lost, while something on it is followed. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long AGAIN_MS = 1_000;
    private static final long ANSWER_MS = 15_000;
    private static final long CONNECT_MS = 5_000;
    private static final int CLOCK_ROUNDS = 20;

    private final String host;
    private final Session.Opener opener;
    private final HostClock clock;
    private final Bell bell;
    private final Map<String, Followed> followed = new ConcurrentHashMap<>();
    private final BlockingQueue<Answer> answers = new ArrayBlockingQueue<>(16);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread reader;
    private volatile Session session;
    private volatile long heardNs;
    private final AtomicInteger breaks = new AtomicInteger();
    private volatile String why = "";

    /** What is known of one process. */
    private static final class Followed {
        private final String name;
        private final boolean printing;
        private final Output output = new Output();
        private volatile long offset;
        private volatile Integer exit;

        Followed(String name, boolean printing) {
            this.name = name;
            this.printing = printing;
        }

        String command() {
            return printing ? "follow " + name + " " + offset : "watch " + name;
        }
    }

    private record Answer(String line, long receivedNs) {}

    HostLine(String host, Session.Opener opener, HostClock clock, Bell bell) {
        this.host = host;
        this.opener = opener;
        this.clock = clock;
        this.bell = bell;
        this.reader = new Thread(this::read, "host-" + host);
        reader.setDaemon(true);
    }

    /**
     * Begins to connect.
     *
     * @param directory of the testbed on the host, absolute; exists
     * @param options more options for {@code ssh}
     */
    public static HostLine open(
            Plan.HostPlan host, String directory, List<String> options, HostClock clock, Bell bell) {
        HostLine line = new HostLine(
                host.name(), () -> SshSession.open(host, SshSession.line(directory), options), clock, bell);
        line.start();
        return line;
    }

    void start() {
        heardNs = clock.epochNanos();
        reader.start();
    }

    // ---- the reader's thread

    private void read() {
        while (closed.getCount() > 0) {
            try (Session now = opener.open()) {
                session = now;
                takeUp(now);
                hear(now.output());
                why = "the connection ended";
            } catch (IOException e) {
                why = e.getMessage();
            } finally {
                session = null;
                breaks.incrementAndGet();
                bell.ring();
            }
            pause();
        }
        followed.values().forEach(f -> f.output.end());
    }

    private void pause() {
        try {
            boolean unused = closed.await(AGAIN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread but who ends the program.
            closed.countDown();
            Thread.currentThread().interrupt();
        }
    }

    private void takeUp(Session now) throws IOException {
        for (Followed each : followed.values()) {
            if (each.exit == null) {
                command(now.input(), each.command());
            }
        }
    }

    private static void command(OutputStream out, String line) throws IOException {
        synchronized (out) {
            out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    private void hear(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            heardNs = clock.epochNanos();
            if (line.startsWith("line ")) {
                printed(line.split(" ", 4));
            } else if (line.startsWith("ended ")) {
                ended(line.split(" ", 3));
            } else if (!line.equals("alive") && !answers.offer(new Answer(line, heardNs))) {
                // Answers that nobody waits for any more.
                answers.clear();
            }
        }
    }

    /** {@code line <name> <offset> <text>}; an offset that was passed before belongs to a connection that had been given up. */
    private void printed(String[] words) {
        Followed of = words.length == 4 ? followed.get(words[1]) : null;
        if (of == null || !words[2].matches("\\d{1,18}")) {
            return;
        }
        long offset = Long.parseLong(words[2]);
        if (offset > of.offset) {
            of.offset = offset;
            of.output.add(words[3]);
        }
    }

    private void ended(String[] words) {
        Followed of = words.length == 3 ? followed.get(words[1]) : null;
        if (of != null && words[2].matches("-?\\d{1,3}")) {
            of.exit = Integer.valueOf(words[2]);
            of.output.end();
            bell.ring();
        }
    }

    // ---- the run's thread

    /**
     * Begins to follow a process of the host, from the begin of what it prints.
     *
     * @return what it prints; ends when it has ended and everything was read
     */
    public InputStream follow(String name) {
        return begin(new Followed(name, true)).output;
    }

    /** Begins to look whether a process of the host ends. */
    public void watch(String name) {
        begin(new Followed(name, false));
    }

    private Followed begin(Followed of) {
        followed.put(of.name, of);
        heardNs = clock.epochNanos();
        Session now = session;
        if (now != null) {
            try {
                command(now.input(), of.command());
            } catch (IOException e) {
                // The connection just broke; the next one follows it.
                now.close();
            }
        }
        return of;
    }

    /** Follows nothing any more: what is stopped now ends as it should. */
    public void forget() {
        followed.values().forEach(of -> of.output.end());
        followed.clear();
    }

    /** Exit status of a process that is followed, -1 when unknown; nothing while it runs. */
    public OptionalInt ended(String name) {
        Followed of = followed.get(name);
        return of == null || of.exit == null ? OptionalInt.empty() : OptionalInt.of(of.exit);
    }

    /** Whether something runs there and nothing was heard for longer than {@link #PATIENCE}. */
    public boolean lost() {
        return followed.values().stream().anyMatch(of -> of.exit == null)
                && clock.epochNanos() - heardNs > PATIENCE.toNanos();
    }

    /** What was wrong with the last connection that ended. */
    public String why() {
        return why;
    }

    /** How often a connection ended that was not closed. */
    public int breaks() {
        return breaks.get();
    }

    /** How the host's clock stands to the driver's; nothing when the host does not answer. */
    public Optional<ClockRecord.Reading> clock() {
        List<ClockRounds.Round> rounds = new ArrayList<>();
        for (int i = 0; i < CLOCK_ROUNDS; i++) {
            long sentNs = clock.epochNanos();
            Optional<Answer> answer = ask("time", "time ");
            if (answer.isEmpty() || !answer.get().line().matches("time \\d{1,19}")) {
                break;
            }
            rounds.add(new ClockRounds.Round(
                    sentNs,
                    Long.parseLong(answer.get().line().substring("time ".length())),
                    answer.get().receivedNs()));
        }
        return ClockRounds.best(rounds);
    }

    /**
     * Tells a load client something.
     *
     * @param words one line of ASCII
     * @return why it does not have it; empty when it has
     */
    public String tell(String name, String words) {
        return ask("tell " + name + " " + words, "told")
                .map(answer -> answer.line().replaceFirst("^told( not )?", ""))
                .orElseGet(this::silence);
    }

    /**
     * Sends a signal to a process of the host and to everything that it started.
     *
     * @param signal name without SIG
     * @return why it did not get it; empty when it did
     */
    public String signal(String name, String signal) {
        return ask("signal " + name + " " + signal, "signalled")
                .map(answer -> answer.line().replaceFirst("^signalled( not )?", ""))
                .orElseGet(this::silence);
    }

    private String silence() {
        return "the host does not answer" + (why.isEmpty() ? "" : " (" + why + ")");
    }

    /**
     * Measures round trips from the host as {@link RoundTrips} does.
     *
     * @param address {@code http://host:port}
     * @return nanoseconds each; empty when the server or the host does not answer
     */
    public List<Long> roundTrips(String address) {
        URI to = URI.create(address);
        String question = "trips " + to.getHost() + " " + to.getPort() + " " + RoundTrips.UNCOUNTED + " "
                + RoundTrips.EXCHANGES + " " + RoundTrips.LIMIT.toSeconds();
        return ask(question, "trips", RoundTrips.LIMIT.toMillis() + ANSWER_MS).stream()
                .flatMap(answer -> Arrays.stream(answer.line().split(" ")).skip(1))
                .map(Long::parseLong)
                .toList();
    }

    /**
     * What was answered to a request that the host sent.
     *
     * @param status of HTTP; 0 when there was no answer
     * @param problem why there was none; empty when there was one
     */
    public record Answered(int status, String body, String problem) {}

    /** Lets the host send a request; its own deadline ends it. */
    public Answered send(HttpAction action) {
        String request = Json.text(new Request(
                action.method(), action.url(), action.contentType(), action.bodyFile(), action.timeoutMs()));
        String packed = Base64.getEncoder().encodeToString(request.getBytes(StandardCharsets.UTF_8));
        return ask("send " + packed, "sent ", action.timeoutMs() + ANSWER_MS)
                .map(answer -> answer.line().split(" ", 3))
                .map(words -> words[1].equals("not")
                        ? new Answered(0, "", words[2])
                        : new Answered(Integer.parseInt(words[1]), unpacked(words[2]), ""))
                .orElseGet(() -> new Answered(0, "", silence()));
    }

    private static String unpacked(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    /** What {@code host_line.py} reads. */
    record Request(String method, String url, String type, String body, long timeoutMs) {}

    /**
     * What a process said last.
     *
     * @param log {@code stdout} or {@code stderr}
     */
    public record LastWords(String log, String text) {}

    /** What a process of the host said last; empty text when it said nothing or the host does not answer. */
    public LastWords lastWords(String name) {
        return ask("words " + name, "words ")
                .map(answer -> answer.line().split(" ", 3))
                .filter(words -> words.length == 3)
                .map(words -> new LastWords(words[1], words[2]))
                .orElseGet(() -> new LastWords("stderr", ""));
    }

    /** Processor time of a process and what it started, milliseconds; -1 when unknown. */
    public long cpuMs(String name) {
        return ask("cpu " + name, "cpu ")
                .map(a -> a.line().substring("cpu ".length()))
                .filter(text -> text.matches("-?\\d{1,18}"))
                .map(Long::parseLong)
                .orElse(-1L);
    }

    /** What may change on the host; nothing when it does not answer. */
    public Optional<Fingerprint> fingerprint() {
        return ask("fingerprint", "fingerprint ").map(answer -> {
            try {
                Seen seen = Json.parse(answer.line().substring("fingerprint ".length()), Seen.class);
                return new Fingerprint(
                        answer.receivedNs(),
                        seen.boot(),
                        seen.kernel(),
                        seen.cpusOnline(),
                        seen.governor(),
                        seen.loadAverage(),
                        seen.availableBytes(),
                        seen.swapUsedBytes(),
                        seen.stolenMs());
            } catch (UncheckedIOException e) {
                throw new UncheckedIOException(
                        "host " + host + " describes itself in an unknown form: " + answer.line(), e.getCause());
            }
        });
    }

    /** What {@code host_line.py} says of its host. */
    record Seen(
            String boot,
            String kernel,
            String cpusOnline,
            String governor,
            double loadAverage,
            long availableBytes,
            long swapUsedBytes,
            long stolenMs) {}

    private Optional<Answer> ask(String question, String begin) {
        return ask(question, begin, ANSWER_MS);
    }

    private Optional<Answer> ask(String question, String begin, long maxMs) {
        answers.clear();
        Session now = connected();
        if (now == null) {
            return Optional.empty();
        }
        try {
            command(now.input(), question);
            long endNs = clock.epochNanos() + Duration.ofMillis(maxMs).toNanos();
            while (true) {
                Answer answer = answers.poll(endNs - clock.epochNanos(), TimeUnit.NANOSECONDS);
                if (answer == null || answer.line().startsWith(begin)) {
                    return Optional.ofNullable(answer);
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Waits a little for a connection that is being made. */
    private Session connected() {
        long endNs = clock.epochNanos() + Duration.ofMillis(CONNECT_MS).toNanos();
        try {
            boolean ended = false;
            while (session == null && clock.epochNanos() < endNs && !ended) {
                ended = closed.await(10, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return session;
    }

    /** Ends the connection. */
    @Override
    public void close() {
        closed.countDown();
        Session now = session;
        if (now != null) {
            now.close();
        }
        try {
            reader.join(AGAIN_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
