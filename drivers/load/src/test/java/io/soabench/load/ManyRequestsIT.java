package io.soabench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.soabench.load.input.LoadPlan;
import io.soabench.load.record.Descriptors;
import io.soabench.load.server.ClientProcess;
import io.soabench.load.server.HoldingServer;
import io.soabench.load.server.Replayed;
import io.soabench.load.server.Testbed;
import io.soabench.plan.LoadRecord;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Requests that are in flight at once, as many as the load client has connections, or the machine has files for one process. */
@Isolated
class ManyRequestsIT {

    /** What processes of a JVM have open besides, and this one more than they. */
    private static final int OTHERS = 150;

    private static final int LEAST = 4_000;
    private static final int EVERY_US = 200;

    @TempDir
    Path folder;

    @Test
    void shouldHoldThemWithTwoThreads() throws Exception {
        int requests = Math.min(LoadPlan.MAX_CONNECTIONS, Descriptors.forConnections() - OTHERS);
        assumeThat(requests)
                .as("files that this machine lets a process open (ulimit -n), less what it needs otherwise")
                .isGreaterThan(LEAST);
        Process server = new ProcessBuilder(
                        ClientProcess.java(HoldingServer.class, List.of("-Xmx512m"), Integer.toString(requests)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader port =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
            int sendingMs = requests * EVERY_US / 1_000;
            Testbed testbed = Testbed.open(folder).phases(0, sendingMs + 10_000L, 60_000);
            for (int i = 0; i < requests; i++) {
                testbed.request(1, i + 1, (long) i * EVERY_US, 0);
            }
            LoadOptions options = testbed.write("http://127.0.0.1:" + port.readLine() + "/Sequential");
            try (ClientProcess client = ClientProcess.start(options)) {
                client.awaitLine("ready");
                client.startIn(200);
                assertThat(client.awaitExit()).as(client.errors()).isEqualTo(LoadClient.DONE);
            }
            Replayed run = Replayed.read(options.out(), List.of());

            assertThat(run.samples()).hasSize(requests).allMatch(line -> line.outcome()
                    .equals("OK"));
            assertThat(run.load().effort().threads()).isEqualTo(2);
            assertThat(run.load().effort().connections().atOnce()).isEqualTo(requests);
            assertThat(run.load().requests().measure().waits()).isEqualTo(LoadRecord.Waits.NONE);
            // Those that were opened ahead are counted before the measurement.
            LoadRecord.Requests counted = run.load().requests();
            assertThat(counted.warmUp().opened() + counted.measure().opened()).isEqualTo(requests);
        } finally {
            server.destroyForcibly();
        }
    }
}
