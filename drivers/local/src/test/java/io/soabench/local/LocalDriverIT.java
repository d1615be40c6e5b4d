package io.soabench.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.run.Settings;
import io.soabench.plan.HostClock;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The local driver keeps the contract. */
class LocalDriverIT extends DriverContract {

    @Override
    protected Driver driver() {
        return new LocalDriver(List.of(), Settings.STANDARD, HostClock.system());
    }

    @Test
    void shouldPublishWhatIsServedInARegistry() throws IOException {
        testbed.registry("ok").add("a", "ok", "ok");

        assertThat(run().state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(Files.readAllLines(runFolder.resolve("cases/a/1/published.txt")))
                .satisfiesExactly(
                        portType -> assertThat(portType).isEqualTo("tModel Quote"),
                        instance -> assertThat(instance).matches("quotes-1 http://127\\.0\\.0\\.1:\\d+/quotes-1"));
    }

    @Test
    void shouldPublishAServiceInstanceWhenItAppears() throws IOException {
        testbed.measureMs(1500).registry("ok").appears(8, "registry-1").add("a", "ok", "ok");

        assertThat(run().message()).isEmpty();

        assertThat(runFolder.resolve("cases/a/1/orders.txt")).hasContent("PUT /quotes-1");
        assertThat(Files.readAllLines(runFolder.resolve("cases/a/1/published.txt")))
                .satisfiesExactly(
                        portType -> assertThat(portType).isEqualTo("tModel Quote"),
                        instance -> assertThat(instance).matches("quotes-1 http://127\\.0\\.0\\.1:\\d+/quotes-1"));
    }

    @Test
    void shouldFailWhenARegistryRefusesWhatAppears() {
        testbed.measureMs(3000).registry("refuse").appears(3, "registry-1").add("a", "ok", "ok");

        assertThat(failure())
                .matches(
                        "the event \"at request 3: a new Quote appears\" cannot be carried out: publication of quotes-1 in"
                                + " registry registry-1 was refused: POST http://127.0.0.1:\\d+/publications was answered with status"
                                + " 500: no business");
    }

    @Test
    void shouldFailWhenARegistryRefusesAPublication() {
        testbed.registry("refuse").add("a", "ok", "ok");

        assertThat(failure())
                .matches(
                        "publication of quotes-1 in registry registry-1 was refused: POST http://127.0.0.1:\\d+/publications"
                                + " was answered with status 500: no business");
    }
}
