package io.soabench.ansible.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.agent.Records;
import io.soabench.agent.daemon.Agent;
import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.protocol.HostProblem;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The far end is the real script and a real agent, without SSH; what the agent does is scripted. */
@Timeout(300)
class HostConnectionTest {

    private static final HostPlan HERE = new HostPlan("here", "127.0.0.1", true, Map.of(), "", "", Map.of());
    private static final long SOON_S = 30;

    @TempDir
    Path folder;

    private final AtomicLong aheadNs = new AtomicLong();
    private final HostClock clock = new HostClock() {
        private final HostClock real = HostClock.system();

        @Override
        public long epochNanos() {
            return real.epochNanos() + aheadNs.get();
        }

        @Override
        public Instant now() {
            return real.now();
        }
    };
    private final Scripted host = new Scripted();
    private final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
    private final BlockingQueue<HostMessage.Unasked> heard = new LinkedBlockingQueue<>();
    private volatile boolean cut;

    /** Commands of a login script. */
    private volatile String welcome = "";

    private Agent agent;
    private HostConnection connection;

    /** Phases last until the test ends them; what was said before is said again to who follows. */
    private static final class Scripted implements Host {
        private final List<HostOrder> asked = new CopyOnWriteArrayList<>();
        private final BlockingQueue<CompletableFuture<HostMessage.Answer>> phases = new LinkedBlockingQueue<>();
        private final List<Consumer<HostMessage.Unasked>> listeners = new CopyOnWriteArrayList<>();
        private final List<HostMessage.Unasked> said = new CopyOnWriteArrayList<>();

        @Override
        public CompletableFuture<HostMessage.Answer> ask(HostOrder order) {
            asked.add(order);
            if (order instanceof HostOrder.Follow) {
                said.forEach(word -> listeners.forEach(listener -> listener.accept(word)));
            }
            if (order instanceof HostOrder.Ready) {
                CompletableFuture<HostMessage.Answer> phase = new CompletableFuture<>();
                phases.add(phase);
                return phase;
            }
            return CompletableFuture.completedFuture(HostMessage.Answer.done());
        }

        @Override
        public Listening listen(Consumer<HostMessage.Unasked> listener) {
            listeners.add(listener);
            return () -> listeners.remove(listener);
        }

        void say(HostMessage.Unasked word) {
            said.add(word);
            listeners.forEach(listener -> listener.accept(word));
        }
    }

    @BeforeEach
    void make() throws IOException {
        assumeThat(List.of(Path.of("/usr/bin/python3"), Path.of("/usr/local/bin/python3")))
                .as("python3 is needed")
                .anyMatch(Files::isExecutable);
        Files.createDirectories(folder.resolve("bin"));
        try (InputStream script = Plan.class.getResourceAsStream("/io/soabench/ansible/render/folder/collections/"
                + "ansible_collections/soabench/testbed/roles/host/files/ask.py")) {
            Files.copy(script, folder.resolve("bin/ask.py"));
        }
        agent = new Agent(folder.resolve(Agent.SOCKET), host, clock);
        Thread work = new Thread(() -> {
            try {
                agent.work();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        work.setDaemon(true);
        work.start();
        connection = new HostConnection(
                HERE,
                folder.resolve("run's/records.zip").toString(),
                this::open,
                path -> SshSession.open(HERE, welcome + SshSession.file(path), List.of()),
                clock,
                ConnectionTimeouts.STANDARD);
        connection.listen(word -> {
            if (!(word instanceof HostMessage.Alive)) {
                heard.add(word);
            }
        });
        connection.start();
    }

    private Session open() throws IOException {
        if (cut) {
            throw new IOException("ssh: connect to host h2 port 22: Connection timed out");
        }
        Session session = SshSession.open(HERE, welcome + SshSession.toAgent(folder.toString()), List.of());
        sessions.add(session);
        return session;
    }

    @AfterEach
    void end() {
        connection.close();
        agent.close();
    }

    private HostMessage.Answer answer(HostOrder order) throws Exception {
        return connection.ask(order).get(SOON_S, TimeUnit.SECONDS);
    }

    private void breakOff() throws InterruptedException {
        cut = true;
        sessions.take().close();
        while (!host.listeners.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private HostMessage.Unasked word() throws InterruptedException {
        return heard.poll(SOON_S, TimeUnit.SECONDS);
    }

    @Test
    void shouldLoseNoWordAndHearNoneTwiceWhenTheConnectionBreaks() throws Exception {
        answer(new HostOrder.Place(part(), 1000));
        host.say(new HostMessage.Line("load-here", 0, 6, "ready"));
        assertThat(word()).isEqualTo(new HostMessage.Line("load-here", 0, 6, "ready"));

        breakOff();
        host.say(new HostMessage.Line("load-here", 6, 20, "progress {\"ü\":1}"));
        host.say(new HostMessage.Ended("engine", 137, 5, "", "logs/engine/stderr.log", 0));
        cut = false;

        assertThat(word()).isEqualTo(new HostMessage.Line("load-here", 6, 20, "progress {\"ü\":1}"));
        assertThat(word()).isEqualTo(new HostMessage.Ended("engine", 137, 5, "", "logs/engine/stderr.log", 0));
        assertThat(host.asked).contains(new HostOrder.Follow(Map.of("load-here", 6L)));

        breakOff();
        cut = false;
        host.say(new HostMessage.Line("load-here", 20, 25, "done"));
        assertThat(word()).isEqualTo(new HostMessage.Line("load-here", 20, 25, "done"));
        answer(new HostOrder.Look());
        assertThat(heard).isEmpty();
        assertThat(connection.breaks()).isEqualTo(2);
    }

    @Test
    void shouldHearTheNextRepetitionFromItsBegin() throws Exception {
        answer(new HostOrder.Place(part(), 1000));
        host.say(new HostMessage.Line("load-here", 0, 6, "ready"));
        assertThat(word()).isNotNull();

        answer(new HostOrder.Place(part(), 1000));
        host.say(new HostMessage.Line("load-here", 0, 6, "ready"));

        assertThat(word()).isEqualTo(new HostMessage.Line("load-here", 0, 6, "ready"));
    }

    @Test
    void shouldHaveAPhaseDoneOnceWhateverHappensToTheConnection() throws Exception {
        CompletableFuture<HostMessage.Answer> ready = connection.ask(new HostOrder.Ready(20_000));
        CompletableFuture<HostMessage.Answer> phase = host.phases.take();

        breakOff();
        phase.complete(HostMessage.Answer.of(HostProblem.of(HostProblem.Code.NOT_READY, "engine", "it sleeps")));
        cut = false;

        assertThat(ready.get(SOON_S, TimeUnit.SECONDS).problem().text()).isEqualTo("it sleeps");
        assertThat(host.asked).containsExactly(new HostOrder.Ready(20_000));
    }

    @Test
    void shouldAskWhatWasAskedForWhileTheConnectionWasBroken() throws Exception {
        answer(new HostOrder.Look());
        breakOff();
        CompletableFuture<HostMessage.Answer> told = connection.ask(new HostOrder.Tell("load-here", "start 1"));
        cut = false;

        assertThat(told.get(SOON_S, TimeUnit.SECONDS)).isEqualTo(HostMessage.Answer.done());
        assertThat(host.asked).endsWith(new HostOrder.Tell("load-here", "start 1"));
    }

    @Test
    void shouldGiveUpAHostThatIsSilentForTooLong() throws Exception {
        answer(new HostOrder.Look());
        assertThat(connection.lost()).isEmpty();
        breakOff();
        CompletableFuture<HostMessage.Answer> look = connection.ask(new HostOrder.Ready(1000));
        TimeUnit.MILLISECONDS.sleep(1500);
        assertThat(look).isNotDone();
        assertThat(connection.lost()).isEmpty();

        aheadNs.set(ConnectionTimeouts.STANDARD.lost().toNanos());

        HostProblem problem = look.get(SOON_S, TimeUnit.SECONDS).problem();
        assertThat(problem.code()).isEqualTo(HostProblem.Code.SILENT);
        assertThat(problem.text())
                .isEqualTo(
                        "host here (127.0.0.1) cannot be worked on: it does not answer (ssh: connect to host h2 port 22:"
                                + " Connection timed out); switch it on, look at the firewall, or correct its address");
        assertThat(connection.lost().orElseThrow())
                .isEqualTo("host here (127.0.0.1) has not been heard of for 60 s (ssh: connect to host h2 port 22:"
                        + " Connection timed out); look whether it runs, and resume the run");
    }

    @Test
    void shouldNotWaitForAnAgentThatHasEnded() throws Exception {
        answer(new HostOrder.Look());

        agent.close();

        HostProblem problem = answer(new HostOrder.Ready(60_000)).problem();
        assertThat(problem.code()).isEqualTo(HostProblem.Code.SILENT);
        assertThat(problem.text())
                .startsWith("host here: no agent answers in " + folder.toRealPath())
                .endsWith("; look why its agent has ended, and resume the run");
        assertThat(connection.lost()).contains(problem.text());
    }

    @Test
    void shouldBringTheRecordsHome() throws Exception {
        byte[] content = new byte[3_000_000];
        new Random(1).nextBytes(content);
        Path out = Files.createDirectories(folder.resolve("run's/out/logs"));
        Files.write(out.resolve("server.log"), content);
        Records.pack(out.getParent(), folder.resolve("run's/records.zip"));
        Path home = Files.createDirectories(folder.resolve("home"));

        HostMessage.Answer answer = connection.fetchRecords(home).get(SOON_S, TimeUnit.SECONDS);

        assertThat(answer).isEqualTo(HostMessage.Answer.done());
        assertThat(host.asked).singleElement().isInstanceOf(HostOrder.Pack.class);
        assertThat(Files.readAllBytes(home.resolve("logs/server.log"))).isEqualTo(content);
        assertThat(home).isDirectoryNotContaining("glob:**zip");
    }

    @Test
    void shouldSkipLinesOfALoginScript() throws Exception {
        welcome = "printf 'PK\\n{welcome}\\n42\\nno end: '; ";
        for (Session session : sessions) {
            session.close();
        }
        Path out = Files.createDirectories(folder.resolve("run's/out"));
        Files.writeString(out.resolve("a.csv"), "1");
        Records.pack(out, folder.resolve("run's/records.zip"));
        Path home = Files.createDirectories(folder.resolve("home"));

        HostMessage.Answer answer = connection.fetchRecords(home).get(SOON_S, TimeUnit.SECONDS);

        assertThat(answer).isEqualTo(HostMessage.Answer.done());
        assertThat(home.resolve("a.csv")).hasContent("1");
    }

    @Test
    void shouldSayWhyTheRecordsDoNotComeHome() throws Exception {
        HostProblem problem =
                connection.fetchRecords(folder).get(SOON_S, TimeUnit.SECONDS).problem();

        assertThat(problem.code()).isEqualTo(HostProblem.Code.FILES);
        assertThat(problem.text())
                .startsWith("what host here has recorded does not come home: ")
                .contains("No such file");
    }

    @Test
    void shouldConnectByOneWordOfAShell() {
        HostPlan far = new HostPlan(
                "far",
                "10.0.0.9",
                false,
                Map.of("user", "u", "port", "2200", "key", "/k", "jump", "j@gate"),
                "",
                "",
                Map.of());

        List<String> command =
                SshSession.command(far, SshSession.toAgent("/srv/it's"), List.of("-o", "UserKnownHostsFile=/h"));

        assertThat(command.get(0)).isEqualTo("ssh");
        assertThat(command)
                .containsSubsequence(
                        "-o",
                        "UserKnownHostsFile=/h",
                        "BatchMode=yes",
                        "-p",
                        "2200",
                        "-l",
                        "u",
                        "-i",
                        "/k",
                        "-J",
                        "j@gate",
                        "--",
                        "10.0.0.9",
                        "exec /bin/sh -c "
                                + SshSession.quoted("exec python3 '/srv/it'\\''s/bin/ask.py' '/srv/it'\\''s'"));
    }

    private HostPart part() {
        return new HostPart(
                "token",
                "1",
                List.of(new HostPart.Target("Order", "http://127.0.0.1:1/")),
                new HostPart.Places("/r", "/r/out", "/r"),
                new HostPart.Limits(1, 1, 1, 1000),
                90_000,
                Map.of(),
                List.of(),
                List.of(new HostPart.Client("load-here", new HostPart.Program(List.of("x"), Map.of(), "/r"), 1)),
                List.of());
    }
}
