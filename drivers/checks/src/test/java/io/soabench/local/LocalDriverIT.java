package io.soabench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.driver.Driver;
import io.soabench.driver.DriverContract;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.Json;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The local driver keeps the contract. */
@Order(1)
class LocalDriverIT extends DriverContract {

    @Override
    protected Driver driver(DriverSettings settings) {
        return LocalDriver.standard(LocalDriverIT.class.getClassLoader(), settings);
    }

    @Test
    void shouldLetClientsCallWhereTheNetworkLeadsAndMeasureRoundTrips() throws IOException {
        testbed.relayed("http://${server.mocks.address}:${server.mocks.port.http}")
                .add("a", "ok", "ok");

        assertThat(run().state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(Files.readString(runFolder.resolve("cases/a/1/samples-here.csv")))
                .as("what is relayed the fake mock host does not know")
                .contains(",OK,404,")
                .doesNotContain(",OK,200,");
        RepetitionRecord record = Json.read(runFolder.resolve("cases/a/1/repetition.json"), RepetitionRecord.class);
        assertThat(record.endpoint()).as("of the checks").contains("/processes/");
        assertThat(record.roundTrips())
                .extracting(
                        RoundTripRecord::from, RoundTripRecord::to, RoundTripRecord::when, RoundTripRecord::exchanges)
                .containsExactly(
                        tuple("here", "mocks", RoundTripRecord.When.BEFORE, 20),
                        tuple("here", "mocks", RoundTripRecord.When.AFTER, 20));
    }
}
