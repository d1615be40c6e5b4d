package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.ProcessorSharing;
import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.Precedence;
import io.soabench.plan.Precedence.Why;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.Yielding;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How engines shared their machines, as repetitions record it. */
final class ProcessorSharingTest {

    private static final Precedence BEHIND = new Precedence(Yielding.NICE, Why.FEW_PROCESSORS, 2, "", "");
    private static final Precedence DIVIDED = new Precedence(Yielding.CPUSET, Why.ENOUGH_PROCESSORS, 8, "2-7", "0-1");

    @TempDir
    private Path run;

    private static void write(RunFixture fixture, String testCase, int repetition, String engine, Precedence how)
            throws IOException {
        fixture.repetition(testCase, repetition)
                .fill(100)
                .servers(
                        new ServerRecord("mocks", "here", 1, 143, ServerEnd.ASKED, 0),
                        new ServerRecord(engine, "here", 2, 143, ServerEnd.ASKED, 0, how))
                .write();
    }

    @Test
    void shouldTellEachWayOfAnEngineOnce() throws Exception {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(2, 0, 2));
        write(fixture, "case1", 1, "engine1", BEHIND);
        write(fixture, "case1", 2, "engine1", BEHIND);
        write(fixture, "case2", 1, "engine2", BEHIND);
        write(fixture, "case2", 2, "engine2", DIVIDED);

        fixture.analyze();

        List<String> rows = new ArrayList<>();
        try (Connection database = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = database.createStatement();
                ResultSet row = sql.executeQuery("select engine, host, yielding, why, processors, engine_processors,"
                        + " other_processors, repetitions from v_yielding")) {
            while (row.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    values.add(row.getString(column));
                }
                rows.add(String.join(" ", values));
            }
        }
        assertThat(rows)
                .containsExactly(
                        "engine1 here nice few_processors 2   2",
                        "engine2 here nice few_processors 2   1",
                        "engine2 here cpuset enough_processors 8 2-7 0-1 1");
    }

    @Test
    void shouldSayNothingWhereNothingWasRecorded() throws Exception {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 0, 1));
        fixture.repetition("case1", 1).fill(100).write();

        fixture.analyze();

        try (Connection database = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = database.createStatement();
                ResultSet row = sql.executeQuery("select count(*) from v_yielding")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getInt(1)).isZero();
        }
    }

    private static String sentence(Precedence how) {
        return new ProcessorSharing.Arrangement("engine1", "here", how, 1).sentence();
    }

    @Test
    void shouldSayInASentenceWhoWentFirst() {
        assertThat(sentence(BEHIND))
                .isEqualTo(
                        "On host here the engine under test shared 2 processors with load client and mock host, which have"
                                + " priority (nice -n 10).");
        assertThat(sentence(new Precedence(Yielding.NICE, Why.NO_TASKSET, 8, "", "")))
                .isEqualTo(
                        "On host here the engine under test shared 8 processors (only taskset can divide them) with load"
                                + " client and mock host, which have priority (nice -n 10).");
        assertThat(sentence(new Precedence(Yielding.NICE, Why.WISH, 0, "", "")))
                .isEqualTo(
                        "On host here the engine under test shared the processors with load client and mock host, which have"
                                + " priority (nice -n 10), as requested.");
        assertThat(sentence(DIVIDED))
                .isEqualTo(
                        "On host here the engine under test had the processors 2-7 to itself, load client and mock host"
                                + " had 0-1.");
        assertThat(sentence(new Precedence(Yielding.NONE, Why.ALONE, 8, "", "")))
                .isEqualTo("On host here the engine under test was alone.");
        assertThat(sentence(new Precedence(Yielding.NONE, Why.WISH, 2, "", "")))
                .isEqualTo(
                        "On host here the engine under test shared 2 processors with load client and mock host at equal"
                                + " priority, as requested: the wait of load client and mock host for a processor is part of its"
                                + " response times.");
    }
}
