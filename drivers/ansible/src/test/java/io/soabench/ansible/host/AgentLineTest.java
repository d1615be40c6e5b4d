package io.soabench.ansible.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.AgentOrder;
import io.soabench.driver.run.Bell;
import io.soabench.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The driver's end, with a shell script in place of the agent. */
@Timeout(60)
class AgentLineTest {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Plan.HostPlan HERE = new Plan.HostPlan("h2", "127.0.0.1", true, Map.of(), "", "", Map.of());
    private static final String READY = "echo '{\"code\": \"READY\", \"metrics\": [], \"sources\": {},"
            + " \"machine\": {\"cores\": 4, \"packages\": 1, \"numaNodes\": 1, \"openFiles\": 9}, \"finding\": null}'; ";

    @TempDir
    Path folder;

    private final Bell bell = new Bell();
    private AgentLine line;

    @AfterEach
    void close() {
        line.close();
    }

    private void open(String script) {
        line = AgentLine.open(HERE, script, List.of(), bell);
    }

    private void await(Path file, int lines) throws Exception {
        for (int i = 0;
                i < 300 && (!Files.exists(file) || Files.readAllLines(file).size() < lines);
                i++) {
            bell.await(100);
        }
        assertThat(Files.readAllLines(file)).hasSizeGreaterThanOrEqualTo(lines);
    }

    @Test
    void shouldTellANewAgentWhatTheOldOneWasTold() throws Exception {
        Path heard = folder.resolve("heard");
        // Each agent ends after its first order.
        open(READY + "head -n 1 >> " + heard);
        assertThat(line.ready(SOON))
                .hasValueSatisfying(word -> assertThat(word.machine().cores()).isEqualTo(4));

        line.observe(AgentOrder.observe(1000, 5, 6));

        await(heard, 2);
        assertThat(Files.readAllLines(heard).subList(0, 2))
                .allMatch(order -> order.contains("\"OBSERVE\"") && order.contains("\"workLimitBytes\":5"));
    }

    @Test
    void shouldNameTheHostWhoseDiskIsNearlyFull() throws Exception {
        open(READY
                + "head -n 1 > /dev/null; echo '{\"code\": \"FOUND\", \"metrics\": [], \"sources\": {}, \"machine\": null,"
                + " \"finding\": {\"code\": \"DISK_NEARLY_FULL\", \"where\": \"/srv\", \"server\": null, \"limitBytes\": 0,"
                + " \"leftBytes\": 1048576, \"detail\": \"\"}}'; cat > /dev/null");
        assertThat(line.ready(SOON)).isPresent();

        line.observe(AgentOrder.observe(1000, 5, 6));
        bell.await(SOON.toMillis());

        assertThat(line.finding()).hasValueSatisfying(finding -> assertThat(finding.sentence())
                .isEqualTo(
                        "the servers were stopped before the disk of /srv on host h2 is full: 1.0 MiB are left; make room"
                                + " and resume the run"));
    }

    @Test
    void shouldSayWhyThereIsNoAgent() throws Exception {
        open("echo 'Error: the class file version 61.0 is too new'; exit 1");

        assertThat(line.ready(Duration.ofSeconds(2))).isEmpty();
        assertThat(line.why()).isEqualTo("Error: the class file version 61.0 is too new");
    }
}
