package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.analyzer.sample.SampleRun;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulated run whose first engine has a collection of 8 ms each second, and whose second one has two of them. */
final class CollectionsTest {

    /** The simulated observations end up to a second before a measurement of 10 s does. */
    private static final double UNSEEN = 0.11;

    private static final double BYTES_A_COLLECTION = 150e6;

    @TempDir
    private Path folder;

    @Test
    void shouldShowWhatEachEngineAllocatesAndHowLongItPauses() throws IOException, SQLException {
        Path run = folder.resolve("run");
        SampleRun.write(
                run,
                42,
                new SampleRun.Shape().engines(2).repetitions(2).measureS(10).defects(false));
        Analyzer.analyze(run);

        int rows = 0;
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet found = sql.executeQuery("select v.*, r.requests from v_collection v join (select case_id,"
                        + " avg(cast(requests as double precision) / measured_s) requests from v_repetition group by case_id) r"
                        + " on r.case_id = v.case_id")) {
            while (found.next()) {
                int perS = found.getString("server").equals("reference") ? 1 : 2;
                rows++;
                assertThat(found.getInt("repetitions")).isEqualTo(2);
                assertThat(found.getDouble("per_s")).isCloseTo(perS, within(UNSEEN * perS));
                assertThat(found.getDouble("collections")).isCloseTo(10 * perS, within(UNSEEN * 10 * perS));
                assertThat(found.getDouble("pause_mean_ms")).isCloseTo(8, within(0.5));
                assertThat(found.getDouble("pause_max_ms")).isEqualTo(perS == 1 ? 9 : 16);
                assertThat(found.getDouble("pause_share")).isCloseTo(0.008 * perS, within(0.008 * perS * UNSEEN));
                assertThat(found.getDouble("stopped_share")).isCloseTo(0.01 * perS, within(0.01 * perS * UNSEEN));
                assertThat(found.getDouble("allocated_per_s"))
                        .isCloseTo(BYTES_A_COLLECTION * perS, within(BYTES_A_COLLECTION * perS * UNSEEN));
                assertThat(found.getDouble("allocated_per_request") * found.getDouble("requests"))
                        .isCloseTo(BYTES_A_COLLECTION * perS, within(BYTES_A_COLLECTION * perS * UNSEEN));
            }
        }
        assertThat(rows).as("two engines, two processes, two workloads").isEqualTo(8);
    }
}
