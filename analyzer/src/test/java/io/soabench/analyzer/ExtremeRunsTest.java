package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.database.ResultDatabase;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.sample.SamplePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sentences of runs in which everything fails, nothing is answered, or no time passes: each is true there, too. */
final class ExtremeRunsTest {

    private static final int REQUESTS = 100;

    private static final int REPETITIONS = 3;

    @TempDir
    private Path folder;

    /** Returns all sentences of a run of two engines under two workloads, in which each request has the same end. */
    private List<String> sentences(double latencyMs, String outcome) throws IOException, SQLException {
        Path run = Files.createDirectories(folder.resolve("run"));
        RunFixture fixture = new RunFixture(
                run,
                RunFixture.under(
                        RunFixture.plan(2, CallTree.sequence(List.of()), REPETITIONS),
                        Stream.of("low", "high")
                                .map(name -> SamplePlan.closed(name, 10))
                                .toList()));
        for (CasePlan one : fixture.plan().cases()) {
            for (int number = 1; number <= REPETITIONS; number++) {
                RunFixture.Repetition repetition = fixture.repetition(one.id(), number);
                for (int i = 1; i <= REQUESTS; i++) {
                    repetition.request(
                            one.workload() + "." + (1 + i % 10) + "." + i, (i - 1) * 100, latencyMs, outcome);
                }
                repetition.write();
            }
        }
        List<String> sentences = new ArrayList<>(fixture.analyze().lines());
        try (Connection connection = DriverManager.getConnection(ResultDatabase.address(run), "sa", "");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(
                        "select sentence from v_verdict union all select sentence from v_answer"
                                + " union all select sentence from v_metric_pair union all select sentence from v_pair")) {
            while (rows.next()) {
                sentences.add(rows.getString(1));
            }
        }
        return sentences;
    }

    @Test
    void shouldSayThatNoRequestHasAResponseTime() throws IOException, SQLException {
        assertThat(sentences(10, "FAULT"))
                .contains("Process on engine1 under low: no request has a response time; 0 answers/s, 100 % failures"
                        + " (95 % CI 98.8 % to 100 %).")
                .noneMatch(sentence -> sentence.contains("median unknown"))
                .noneMatch(sentence -> sentence.contains("steady. Warm up"));
    }

    @Test
    void shouldNotBlameBlocksWhereNothingIsAnswered() throws IOException, SQLException {
        assertThat(sentences(3_000, "TIMEOUT"))
                .contains("Process under low: Throughput is not compared: an engine answered nothing.")
                .anyMatch(sentence ->
                        sentence.startsWith("engine1, engine2 are not shown to hold any load that was offered; "))
                .anyMatch(sentence -> sentence.contains("got an answer, too few for a response time"))
                .noneMatch(sentence -> sentence.contains("Not decided: which load"));
    }

    @Test
    void shouldGiveTheReasonWhereAMeanIsZero() throws IOException, SQLException {
        assertThat(sentences(0, "OK"))
                .contains(
                        "Process under low: the data do not show which of engine1 and engine2 takes longer, because a mean of"
                                + " zero has no ratio.")
                .noneMatch(sentence -> sentence.contains("have ."));
    }
}
