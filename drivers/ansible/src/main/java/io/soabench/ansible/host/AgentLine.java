package io.soabench.ansible.host;

import io.soabench.agent.AgentOrder;
import io.soabench.agent.AgentWord;
import io.soabench.agent.protocol.Finding;
import io.soabench.driver.run.Bell;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The driver's connection to the {@link io.soabench.agent.Agent} of one host. When it breaks it is taken up again, and a new agent
 * goes on observing; what happened meanwhile is not observed.
 *
 * <p>One thread, the run's, asks; a reader's thread of its own hears and rings the bell.
 */
public final class AgentLine implements AutoCloseable {

    private static final long AGAIN_MS = 1_000;

    /** So often an agent may end before its first word until nobody waits for it any longer. */
    private static final int ATTEMPTS = 3;

    private final String host;
    private final Session.Opener opener;
    private final Bell bell;
    private final Thread reader;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch firstWord = new CountDownLatch(1);
    private volatile Session session;
    private volatile AgentWord ready;
    private volatile Finding finding;
    private volatile CountDownLatch rests = new CountDownLatch(0);
    private volatile String why = "";
    private AgentOrder order;

    AgentLine(String host, Session.Opener opener, Bell bell) {
        this.host = host;
        this.opener = opener;
        this.bell = bell;
        this.reader = new Thread(this::read, "agent-" + host);
        reader.setDaemon(true);
    }

    /**
     * Begins to connect and to start the agent.
     *
     * @param command that starts it, for a POSIX shell
     * @param options more options for {@code ssh}
     */
    public static AgentLine open(Plan.HostPlan host, String command, List<String> options, Bell bell) {
        AgentLine line = new AgentLine(host.name(), () -> SshSession.open(host, command, options), bell);
        line.start();
        return line;
    }

    void start() {
        reader.start();
    }

    // ---- the reader's thread

    private void read() {
        for (int attempt = 1; closed.getCount() > 0; attempt++) {
            try (Session now = opener.open()) {
                hear(now);
            } catch (IOException | UncheckedIOException e) {
                why = e.getMessage();
            } finally {
                session = null;
                rests.countDown();
            }
            if (attempt >= ATTEMPTS) {
                firstWord.countDown();
            }
            pause();
        }
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

    private void hear(Session now) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(now.output(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("{")) {
                heard(now, Json.parse(line, AgentWord.class));
            } else if (!line.isBlank()) {
                // A shell or a Java machine that says why there is no agent.
                why = line.strip();
            }
        }
    }

    private void heard(Session now, AgentWord word) throws IOException {
        switch (word.code()) {
            case READY -> {
                synchronized (this) {
                    session = now;
                    ready = word;
                    if (order != null) {
                        send(now, order);
                    }
                }
                firstWord.countDown();
            }
            case FOUND -> {
                Finding found = word.finding();
                finding = found.code() == Finding.Code.DISK_NEARLY_FULL
                        ? found.at(found.where() + " on host " + host)
                        : found;
                bell.ring();
            }
            case RESTS -> rests.countDown();
        }
    }

    private static void send(Session to, AgentOrder order) throws IOException {
        to.input().write((Json.line(order) + "\n").getBytes(StandardCharsets.UTF_8));
        to.input().flush();
    }

    // ---- the run's thread

    /**
     * What the agent said first; nothing when there is no agent within that time, or when it ended {@value #ATTEMPTS} times without a
     * word, see {@link #why}.
     */
    public Optional<AgentWord> ready(Duration max) {
        try {
            boolean unused = firstWord.await(max.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.ofNullable(ready);
    }

    /** What was said last when there was no agent; may be empty. */
    public String why() {
        return why;
    }

    /** Lets the agent observe a repetition, whose files have been placed. */
    public synchronized void observe(AgentOrder asked) {
        finding = null;
        order = asked;
        tell(asked);
    }

    /** Lets it observe once more, soon. */
    public synchronized void once() {
        tell(AgentOrder.of(AgentOrder.Verb.ONCE));
    }

    /** Why the servers of the host must be stopped. */
    public Optional<Finding> finding() {
        return Optional.ofNullable(finding);
    }

    /** Ends the observation and waits until its files are written, or until the time is up. */
    public void rest(Duration max) {
        CountDownLatch ended = new CountDownLatch(1);
        synchronized (this) {
            if (order == null) {
                return;
            }
            order = null;
            rests = ended;
            if (!tell(AgentOrder.of(AgentOrder.Verb.REST))) {
                return;
            }
        }
        try {
            boolean unused = ended.await(max.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether it could be told; an agent that cannot be told now gets the order when it is there again. */
    private boolean tell(AgentOrder asked) {
        Session now = session;
        if (now == null) {
            return false;
        }
        try {
            send(now, asked);
            return true;
        } catch (IOException e) {
            now.close();
            return false;
        }
    }

    /** Ends the connection, and with it the agent. */
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
