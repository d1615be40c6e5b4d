package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.protocol.Finding;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of a host, with orders and words as it reads and writes them. */
@Timeout(60)
class AgentTest {

    private static final MetricRecord PROCESSES =
            new MetricRecord("processes", MetricRecord.Kind.GAUGE, "count", "a test", "None.");

    @TempDir
    Path folder;

    private final BlockingQueue<AgentWord> words = new LinkedBlockingQueue<>();
    private final CountDownLatch looked = new CountDownLatch(3);
    private OutputStream orders;
    private Thread agent;
    private Process server;

    private final class Counting implements MetricSource {
        @Override
        public List<MetricRecord> metrics() {
            return List.of(PROCESSES);
        }

        @Override
        public void observe(List<Long> pids, Sink sink) {
            sink.value("processes", pids.size());
            looked.countDown();
        }
    }

    @BeforeEach
    void start() throws IOException {
        Files.createDirectories(folder.resolve("run/out"));
        Files.createDirectories(folder.resolve("run/servers/engine/work"));
        server = new ProcessBuilder("sh", "-c", "sleep 60 & wait").start();
        Json.write(
                folder.resolve("run/engine.pid"),
                Map.of("pid", server.pid(), "born", "1", "keeper", 1, "mark", "t/engine", "stopped", ""));
        PipedOutputStream pipe = new PipedOutputStream();
        PipedInputStream input = new PipedInputStream(pipe);
        orders = pipe;
        Agent program = new Agent(folder, List.of(new Counting()), HostClock.system(), words::add);
        agent = new Thread(() -> {
            try {
                program.work(input);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        agent.start();
    }

    @AfterEach
    void end() throws Exception {
        orders.close();
        agent.join(TimeUnit.SECONDS.toMillis(30));
        server.descendants().forEach(ProcessHandle::destroyForcibly);
        server.destroyForcibly();
        assertThat(agent.isAlive()).isFalse();
    }

    private void order(AgentOrder order) throws IOException {
        orders.write((Json.line(order) + "\n").getBytes(StandardCharsets.UTF_8));
        orders.flush();
    }

    private AgentWord heard(AgentWord.Code code) throws InterruptedException {
        AgentWord word = words.poll(30, TimeUnit.SECONDS);
        assertThat(word).isNotNull();
        assertThat(word.code()).isEqualTo(code);
        // As a driver reads it.
        return Json.parse(Json.line(word), AgentWord.class);
    }

    @Test
    void shouldObserveWhatSomebodyElseHasStarted() throws Exception {
        AgentWord ready = heard(AgentWord.Code.READY);
        assertThat(ready.metrics()).containsExactly(PROCESSES);
        assertThat(ready.sources()).containsOnlyKeys(Counting.class.getName());
        assertThat(ready.machine().openFiles()).isPositive();

        order(AgentOrder.observe(50, 1L << 30, 0));
        assertThat(looked.await(30, TimeUnit.SECONDS)).isTrue();
        order(AgentOrder.of(AgentOrder.Verb.REST));
        heard(AgentWord.Code.RESTS);

        List<String> lines = Files.readAllLines(folder.resolve("run/out/metrics-engine.csv"));
        assertThat(lines.get(0)).isEqualTo("at_ns,metric,value,unit,source");
        assertThat(lines.subList(1, lines.size()))
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(line -> line.matches("\\d+,processes,[12]\\.0,count,a test"))
                .as("the child counts, too")
                .anyMatch(line -> line.contains(",2.0,"));
    }

    @Test
    void shouldEndAServerThatWritesTooMuchAndSayWhy() throws Exception {
        heard(AgentWord.Code.READY);
        order(AgentOrder.observe(1000, 1000, 0));

        Files.write(folder.resolve("run/servers/engine/work/store.bin"), new byte[3000]);

        Finding finding = heard(AgentWord.Code.FOUND).finding();
        assertThat(finding.code()).isEqualTo(Finding.Code.WORK_LIMIT);
        assertThat(finding.server()).isEqualTo(new Finding.Use("engine", 3000, "work/store.bin", 3000));
        assertThat(finding.sentence())
                .isEqualTo("server engine was stopped: its work folder holds 0.0 MiB, of which work/store.bin 0.0 MiB,"
                        + " and at most 0.0 MiB are allowed; make it write less, or raise soabench.workLimit");
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldSayThatTheDiskIsNearlyFull() throws Exception {
        heard(AgentWord.Code.READY);

        order(AgentOrder.observe(1000, 1L << 30, Long.MAX_VALUE));

        Finding finding = heard(AgentWord.Code.FOUND).finding();
        assertThat(finding.code()).isEqualTo(Finding.Code.DISK_NEARLY_FULL);
        assertThat(finding.at("/srv on host h2").sentence())
                .startsWith("the servers were stopped before the disk of /srv on host h2 is full: ")
                .contains(" MiB are left; the work folder of server engine holds 0.0 MiB; make room");
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
}
