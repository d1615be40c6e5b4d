package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.reports.design.ReportQuery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonChapterTest {

    @Test
    void shouldExplainNoPictureThatIsNotThere() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_run (run_id varchar(9)); insert into v_run values ('now');
                    create table v_beside (published_mean_ms double precision);
                    create table v_suite_summary (suite varchar(9), workload varchar(9), engine varchar(9), mean_ms double precision,
                      ci_low_ms double precision, confidence double precision, standing varchar(9));
                    insert into v_suite_summary values ('S', 'H1', 'one', 10, 9, 0.95, 'settled'), ('S', 'H2', 'one', 10, 9, 0.95, 'settled')""");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.LEGEND.sql())) {
                assertThat(row.next()).isFalse();
            }
            statement.execute(
                    "update v_suite_summary set workload = 'H1', engine = case when workload = 'H1' then 'one' else 'two' end");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.LEGEND.sql())) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1))
                        .isEqualTo(
                                "Each dot is the mean of a case with its 95 % confidence interval; each colour is an engine.");
            }
        }
    }

    /** There are five colours: of more engines, two have the same. */
    @Test
    void shouldNotSayThatEachColourIsAnEngineWhereTheyRepeat() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_run (run_id varchar(9)); insert into v_run values ('now');
                    create table v_beside (published_mean_ms double precision);
                    create table v_suite_summary (suite varchar(9), workload varchar(9), engine varchar(9), mean_ms double precision,
                      ci_low_ms double precision, confidence double precision, standing varchar(9));
                    insert into v_suite_summary values ('S', 'H1', '1', 10, 9, 0.95, 'settled'), ('S', 'H1', '2', 10, 9, 0.95, 'settled'),
                      ('S', 'H1', '3', 10, 9, 0.95, 'settled'), ('S', 'H1', '4', 10, 9, 0.95, 'settled'), ('S', 'H1', '5', 10, 9, 0.95, 'settled')""");
            assertThat(sentences(statement, ComparisonChapter.LEGEND))
                    .containsExactly(
                            "Each dot is the mean of a case with its 95 % confidence interval; each colour is an engine.");
            statement.execute("insert into v_suite_summary values ('S', 'H1', '6', 10, 9, 0.95, 'settled')");
            assertThat(sentences(statement, ComparisonChapter.LEGEND))
                    .containsExactly(
                            "Each dot is the mean of a case with its 95 % confidence interval; 5 colours are used in turn for the engines,"
                                    + " which are named below.");
        }
    }

    private static List<String> sentences(Statement statement, ReportQuery query) throws SQLException {
        List<String> sentences = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(query.sql())) {
            while (row.next()) {
                sentences.add(row.getString("sentence"));
            }
        }
        return sentences;
    }

    /** The first page has wider intervals of the same ratios where all of them hold together. */
    @Test
    void shouldSayWhatTheIntervalsOfSeveralPairsAre() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_pair (kind varchar(9), ratio_low double precision);
                    insert into v_pair values ('engine', 1.2), ('engine', null), ('twin', 0.9)""");
            assertThat(sentences(statement, ComparisonChapter.PAIR_INTERVALS)).isEmpty();
            statement.execute("insert into v_pair values ('engine', 1.4)");
            assertThat(sentences(statement, ComparisonChapter.PAIR_INTERVALS))
                    .singleElement()
                    .asString()
                    .startsWith("Each interval in these sentences is of a single comparison");
        }
    }

    /** Two processes without a number are a pair, but not one that has a sentence. */
    @Test
    void shouldSayThatThereIsNothingToCompareBesidePairsOfProcesses() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_run (run_id varchar(9)); insert into v_run values ('now');
                    create table v_pair (kind varchar(9)); insert into v_pair values ('process');
                    create table v_suite_summary (suite varchar(9), workload varchar(9), mean_ms double precision);
                    insert into v_suite_summary values ('S', 'H1', 10), ('S', 'H1', null)""");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.NOTHING_TO_COMPARE.sql())) {
                assertThat(row.next()).isTrue();
            }
            statement.execute("insert into v_pair values ('engine')");
            try (ResultSet row = statement.executeQuery(ComparisonChapter.NOTHING_TO_COMPARE.sql())) {
                assertThat(row.next()).isFalse();
            }
        }
    }

    /** Each pair of engines at their capacity has the same reason why response times are not compared; the chapter of tests has the numbers. */
    @Test
    void shouldSayOnceWhyPairsAtCapacityHaveNoSentence() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    """
                    create table v_suite_summary (case_id varchar(9), engine varchar(9), suite varchar(9), workload varchar(9), process varchar(9),
                      twin_of varchar(9), position int, mean_ms double precision, at_least_ms double precision, at_capacity boolean,
                      throughput_per_s double precision);
                    insert into v_suite_summary values ('a', 'one', 'S', 'H4', 'P', null, 1, 1, null, false, 9),
                      ('b', 'two', 'S', 'H4', 'P', null, 2, 2, null, false, 8), ('c', 'base', 'S', 'H4', 'P', null, 3, 3, null, false, 7);
                    create table v_answer (question varchar(9), suite varchar(9), engine varchar(9));
                    insert into v_answer values ('baseline', 'S', 'base');
                    create table v_work_done (case_id varchar(9), repetition int, cpu_ms double precision);
                    create table v_pair (position int, kind varchar(9), suite varchar(9), case_a varchar(9), case_b varchar(9), verdict varchar(12),
                      sentence varchar(99));
                    insert into v_pair values (1, 'engine', 'S', 'a', 'b', 'worse', 'One, two.'), (2, 'engine', 'S', 'a', 'c', 'worse', 'One, base.'),
                      (3, 'engine', 'S', 'b', 'c', 'capacity', 'Full.'), (4, 'engine', 'S', 'b', 'c', 'capacity', 'Full, too.'),
                      (5, 'process', 'S', 'a', 'c', null, 'Processes.'), (6, 'twin', 'S', 'a', 'a', null, 'Twins.')""");
            List<String> sentences = new ArrayList<>();
            for (ReportQuery query : List.of(
                    ComparisonChapter.PAIRS.shown(), ComparisonChapter.PAIRS.left(), ComparisonChapter.AT_CAPACITY)) {
                try (ResultSet row = statement.executeQuery(query.sql())) {
                    while (row.next()) {
                        sentences.add(row.getString("sentence"));
                    }
                }
            }
            assertThat(sentences)
                    .containsExactly(
                            "One, base.",
                            "One, two.",
                            "Twins.",
                            "2 pairs of engines have no comparison of response times, because an engine is at its capacity: the wait of"
                                    + " clients depends on their number. The chapter \"Tests and relations\" compares their throughput and"
                                    + " processor times.");
        }
    }
}
