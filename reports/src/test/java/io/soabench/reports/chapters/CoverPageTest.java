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

/** Sentences of the first page, by what is known of the run. */
final class CoverPageTest {

    private static final String VIEWS =
            """
            create table v_yielding (host varchar(9), yielding varchar(9), sentence varchar(99));
            create table v_verdict (position int, kind varchar(9), sentence varchar(99), good boolean, case_id varchar(9), repetition int);
            create table v_validity (case_id varchar(9), repetition int, title varchar(99), state varchar(9), criterion varchar(99), measured double precision);
            create table v_calibration (sentence varchar(99));
            create table v_suite_summary (repetitions_valid int, confidence double precision, position int, case_id varchar(9),
              ci_low_ms double precision);
            insert into v_suite_summary values (5, 0.95, 1, 'one', 9), (7, 0.95, 2, 'two', 9);
            create table v_pair (kind varchar(9), verdict varchar(9), more_repetitions int);
            create table v_objective (state varchar(9), measured double precision, bound double precision, low double precision,
              high double precision);
            create table v_server (case_id varchar(9), server varchar(9), type varchar(19), role varchar(9));
            create table v_environment (section varchar(9), item varchar(99), content varchar(99));
            create table v_headline (kind varchar(9));
            insert into v_verdict (position, kind, sentence) values (1, 'noise', 'A noise floor.');
            """;

    private static List<String> told(ReportQuery source, String rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute(VIEWS + rows);
            List<String> told = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(source.sql())) {
                while (row.next()) {
                    told.add(row.getString(1));
                }
            }
            return told;
        }
    }

    @Test
    void shouldSayOnceHowAnEngineSharesItsProcessors() throws SQLException {
        String nice = "insert into v_yielding values ('here', 'nice', 'On host here it yields.');";
        String caveat =
                "insert into v_verdict (position, kind, sentence) values (2, 'caveat', 'The engine shares the 2 processors of host %s with the rest.');";

        assertThat(told(CoverPage.CAVEATS, nice)).containsExactly("On host here it yields.");
        assertThat(told(CoverPage.CAVEATS, nice + caveat.formatted("here")))
                .containsExactly("The engine shares the 2 processors of host here with the rest.");
        assertThat(told(CoverPage.CAVEATS, nice + caveat.formatted("there"))).hasSize(2);
        assertThat(told(
                        CoverPage.CAVEATS,
                        "insert into v_yielding values ('here', 'cpuset', 'It has 2-3.');" + caveat.formatted("here")))
                .as("which processors it has is news")
                .hasSize(2);
    }

    @Test
    void shouldSayWhatTheHarnessTakesWhereThatIsKnown() throws SQLException {
        assertThat(told(CoverPage.CERTAINTY, "")).hasSize(2).last().isEqualTo("A noise floor.");
        assertThat(told(CoverPage.CERTAINTY, "insert into v_calibration values ('A null engine answered in 0.4 ms.');"))
                .hasSize(3)
                .element(1)
                .isEqualTo("A null engine answered in 0.4 ms.");
    }

    /** That others used the machine bears on all numbers, and stands before the answer; which repetitions were measured again bears on single cases. */
    @Test
    void shouldSayFirstThatTheMachineWasBusyAndCountWhatThereIsNoRoomFor() throws SQLException {
        StringBuilder again = new StringBuilder();
        for (int i = 1; i <= 8; i++) {
            again.append("insert into v_verdict (position, kind, sentence) values (" + (i + 9)
                    + ", 'precision', 'Precision " + i + ".');");
        }
        String busy = again
                + "insert into v_verdict (position, kind, sentence) values (9, 'busy', 'Others took the processors.');";

        List<String> sure = told(CoverPage.CERTAINTY, busy);

        assertThat(sure).hasSize(CoverPage.SURE_SHOWN).doesNotContain("Others took the processors.");
        assertThat(sure).last().isEqualTo("And 4 more such sentences, in the view V_VERDICT of the database.");
        assertThat(told(CoverPage.BUSY, busy)).containsExactly("Others took the processors.");
    }

    /** A single repetition has no interval, so none is over one. */
    @Test
    void shouldCountTheRepetitionsOfIntervalsOnly() throws SQLException {
        assertThat(told(CoverPage.CERTAINTY, "insert into v_suite_summary values (1, 0.95, 3, 'three', null);"))
                .first()
                .asString()
                .contains(" use 5 to 7 valid repetitions of a case.");
    }

    /** Two repetitions without similar cases have no interval, so no interval is named. */
    @Test
    void shouldNameNoIntervalWhereNoneIsShown() throws SQLException {
        String two = "delete from v_suite_summary; insert into v_suite_summary values (2, null, 1, 'one', null);";

        assertThat(told(CoverPage.CERTAINTY, two))
                .containsExactly(
                        "Two valid repetitions of a case are too few for a confidence interval of a response time."
                                + " Sentences give both values.",
                        "A noise floor.");
        assertThat(told(CoverPage.CHANGE, two))
                .containsExactly(
                        "Three valid repetitions of each case would give intervals; five would make them narrower.");
        assertThat(told(CoverPage.CHANGE, two + "insert into v_suite_summary values (2, 0.95, 2, 'two', 9);"))
                .containsExactly(
                        "Two repetitions of a case are few. With the same spread, five repetitions would give narrower intervals.");
    }

    @Test
    void shouldNotRepeatWhatStandsBesideTheAnswers() throws SQLException {
        assertThat(told(CoverPage.CERTAINTY, "insert into v_headline values ('basis');"))
                .containsExactly("A noise floor.");
    }

    /** More repetitions do not help where each has too few requests, or where what is known is a least value. */
    @Test
    void shouldPromiseNarrowerIntervalsOnlyWhereTheyWouldDecide() throws SQLException {
        String within = "insert into v_objective values ('undecided', 10, 11, 8, 12);";
        String tooFew = "insert into v_objective values ('undecided', 10, 2000, 8, 12);";
        String alone = "insert into v_objective values ('undecided', 10, 11, null, null);";

        assertThat(told(CoverPage.CHANGE, within))
                .containsExactly("1 objective is undecided: the data do not show whether its limit is kept."
                        + " More repetitions, or longer ones, usually make intervals narrower.");
        for (String rows : List.of(within + tooFew, tooFew + alone)) {
            assertThat(told(CoverPage.CHANGE, rows))
                    .containsExactly("2 objectives are undecided: the data do not show whether their limits are kept."
                            + " The chapter \"Objectives\" gives the reason for each, and what would decide it.");
        }
        assertThat(told(CoverPage.CHANGE, "insert into v_objective values ('met', 10, 11, 8, 10.5);"))
                .isEmpty();
    }

    /** The first page must not count fewer than its own first sentence; where nothing was measured at all, the reason stands elsewhere. */
    @Test
    void shouldCountAllObjectivesThatAreUndecided() throws SQLException {
        String unknown = "insert into v_objective values ('undecided', null, 11, null, null);";

        assertThat(told(CoverPage.CHANGE, unknown + "insert into v_objective values ('undecided', 10, 11, 8, 12);"))
                .singleElement()
                .asString()
                .startsWith("2 objectives are undecided: ");
        assertThat(told(CoverPage.CHANGE, unknown)).isEmpty();
    }

    /** The spread may be pooled over cases, so the sentence gives no number. */
    @Test
    void shouldAdviseMoreRepetitionsWhereNoCaseHasMoreThanTwo() throws SQLException {
        String repetitions = "delete from v_suite_summary; insert into v_suite_summary values (%s, 0.95, 1, 'one', 9);";

        assertThat(told(CoverPage.CHANGE, repetitions.formatted("2")))
                .containsExactly(
                        "Two repetitions of a case are few. With the same spread, five repetitions would give narrower intervals.");
        assertThat(told(CoverPage.CHANGE, repetitions.formatted("1")))
                .containsExactly("More valid repetitions of each case would give intervals.");
        assertThat(told(CoverPage.CHANGE, repetitions.formatted("3"))).isEmpty();
    }

    /** Response times that fell make no repetition invalid: the sentence is a note, not a problem. */
    @Test
    void shouldNoteBesideTheProblemsWhatMakesNoRepetitionInvalid() throws SQLException {
        String fell =
                "insert into v_verdict (position, kind, sentence) values (5, 'standing', 'one: response times fell by 12 %.');";
        String planned = "alter table v_suite_summary add repetitions_planned int;";
        String late = "insert into v_verdict values (6, 'validity', 'Late.', false, 'one', 1);";

        assertThat(told(CoverPage.NOTES, fell + late)).containsExactly("one: response times fell by 12 %.");
        assertThat(told(CoverPage.PROBLEMS.shown(), planned + fell + late)).containsExactly("Late.");
        assertThat(told(CoverPage.PROBLEMS.shown(), planned + fell))
                .as("nothing is not valid")
                .isEmpty();
    }

    @Test
    void shouldCountTheNotesForWhichThereIsNoRoom() throws SQLException {
        StringBuilder notes = new StringBuilder();
        for (int i = 1; i <= CoverPage.NOTES_SHOWN + 2; i++) {
            notes.append("insert into v_verdict (position, kind, sentence) values (" + i + ", 'standing', 'Case " + i
                    + ".');");
        }

        assertThat(told(CoverPage.NOTES, notes.toString()))
                .hasSize(CoverPage.NOTES_SHOWN)
                .last()
                .isEqualTo("And 3 more such sentences, in the view V_VERDICT of the database.");
    }

    @Test
    void shouldSayWhatEachConfigurationIs() throws SQLException {
        String found =
                """
                create table v_configuration (engine varchar(9), name varchar(9), parameters varchar(99), own boolean);
                alter table v_suite_summary add engine varchar(9);
                insert into v_suite_summary values (2, 0.95, 1, 'c', 9, 'ours'), (2, 0.95, 2, 'd', 9, 'ours-3');
                insert into v_configuration values ('ours', 'ours', 'workers 1', true), ('ours', 'ours-2', 'workers 2', false),
                  ('ours', 'ours-3', 'workers 4', false);
                """;

        assertThat(told(CoverPage.CONFIGURATIONS, found)).containsExactly("ours-3 is ours with workers 4.");
        assertThat(told(CoverPage.CONFIGURATIONS, found + "delete from v_configuration;"))
                .isEmpty();
    }

    /** Two cases are named; of more, the sentence about all of them stands before theirs. */
    @Test
    void shouldHaveOneSentenceAboutManyCasesThatWereMeasuredAgain() throws SQLException {
        String two =
                """
                insert into v_verdict (position, kind, sentence) values (8, 'again', 'One again.'), (9, 'again', 'Two again.');""";

        assertThat(told(CoverPage.CERTAINTY, two)).endsWith("One again.", "Two again.");
        assertThat(told(
                        CoverPage.CERTAINTY,
                        two
                                + "insert into v_verdict (position, kind, sentence) values (7, 'again', 'All three again.'),"
                                + " (10, 'again', 'Three again.');"))
                .endsWith("A noise floor.", "All three again.");
    }

    /** What other programs did is no fault of the engine: it stands apart from the problems, and in no red. */
    @Test
    void shouldKeepWhatABusyMachineDisturbedApartFromTheProblems() throws SQLException {
        String rows =
                """
                drop table v_suite_summary;
                create table v_suite_summary (case_id varchar(9), position int, process varchar(9), workload varchar(9),
                  repetitions_planned int, repetitions_valid int);
                insert into v_suite_summary values ('one', 1, 'Buy', 'office', 2, 0), ('two', 2, 'Sell', 'office', 2, 1);
                insert into v_verdict values (1, 'validity', 'Late.', null, 'one', 1), (2, 'validity', 'Late.', null, 'one', 2),
                  (3, 'validity', 'Lost.', false, 'two', 1), (4, 'case', 'No repetition.', null, 'one', null),
                  (5, 'case', 'A median.', null, 'two', null);
                insert into v_validity values ('one', 1, 'Slip', 'violated', 'load-client-slip', 5), ('one', 2, 'Slip', 'violated', 'load-client-slip', 6),
                  ('two', 1, 'Calls', 'violated', 'calls', 1), ('one', 1, 'Other programs', 'warning', 'surroundings', 0.15);
                """;

        assertThat(told(CoverPage.DISTURBED, rows))
                .containsExactly(
                        "2 of 4 repetitions do not count, because the machine was busy: slip (2). The chapter \"Repetitions that are not"
                                + " valid\" has each.",
                        "Run again on a quieter machine.",
                        "No repetition counts of Buy under office.");
        assertThat(told(CoverPage.PROBLEMS.shown(), rows)).containsExactly("Lost.");
        assertThat(told(
                        CoverPage.DISTURBED,
                        rows + "delete from v_verdict where good is null and kind = 'validity';"
                                + "delete from v_verdict where case_id = 'one';"))
                .isEmpty();
    }

    /** A quieter machine is no help where the engine itself, its partners and the load client keep it busy. */
    @Test
    void shouldTellALoadThatIsTooMuchForTheMachineFromOtherPrograms() throws SQLException {
        String rows =
                """
                drop table v_suite_summary;
                create table v_suite_summary (case_id varchar(9), position int, process varchar(9), workload varchar(9),
                  repetitions_planned int, repetitions_valid int);
                insert into v_suite_summary values ('one', 1, 'Buy', 'office', 3, 1);
                insert into v_verdict values (1, 'validity', 'Late.', null, 'one', 1), (2, 'validity', 'Late.', null, 'one', 2);
                insert into v_validity values ('one', 1, 'Slip', 'violated', 'load-client-slip', 5), ('one', 2, 'Slip', 'violated', 'load-client-slip', 6),
                  ('one', 1, 'Other programs', 'good', 'surroundings', 0.0131), ('one', 2, 'Other programs', 'warning', 'surroundings', 0.15);
                """;
        String tooMuch =
                "other programs took 1.31 % of the processors at most: engine, partners and load client together were too much for"
                        + " the machine. Offer less load, or give the load client a host of its own.";

        assertThat(told(CoverPage.DISTURBED, rows))
                .endsWith("In 1 of them, " + tooMuch, "Run the other repetitions again on a quieter machine.");
        assertThat(told(CoverPage.DISTURBED, rows + "delete from v_verdict where repetition = 2;"))
                .endsWith("In 1 of them, " + tooMuch);
    }

    /** Of what is missing the criterion is that there are no data: it is none of those that were measured and do not count. */
    @Test
    void shouldCountAmongThoseThatAreNotValidNoneThatAreMissing() throws SQLException {
        StringBuilder rows = new StringBuilder(
                """
                drop table v_verdict; drop table v_suite_summary;
                create table v_verdict (position int, kind varchar(9), sentence varchar(99), good boolean, case_id varchar(9), repetition int);
                create table v_suite_summary (repetitions_planned int);
                insert into v_suite_summary values (8);
                insert into v_verdict values (9, 'missing', 'No data.', false, 'one', 8);
                insert into v_validity values ('one', 8, 'Data', 'violated', 'data', null);
                """);
        for (int i = 1; i <= 6; i++) {
            rows.append("insert into v_verdict values (" + i + ", 'validity', 'Late.', false, 'one', " + i + ");");
            rows.append("insert into v_validity values ('one', " + i + ", 'Slip', 'violated', 'load-client-slip', 5);");
        }

        assertThat(told(CoverPage.PROBLEMS.shown(), rows.toString()))
                .containsExactly(
                        "6 of 8 repetitions are not valid: slip (6). The chapter \"Repetitions that are not valid\" has each.",
                        "No data.");
    }

    @Test
    void shouldSayWhichReleaseEachEngineIsWhereOneIsNamed() throws SQLException {
        String one =
                "insert into v_server values ('one', 'new', 'ode', 'engine'), ('one', 'mocks', 'lean', 'partner');";
        String other = "insert into v_server values ('two', 'old', 'ode@1.3', 'engine');"
                + "insert into v_environment values ('programs', 'ode.war.coordinates', 'org:ode:1.4'),"
                + " ('programs', 'ode@1.3.war.coordinates', 'org:ode:1.3');";

        assertThat(told(CoverPage.RELEASES, one)).isEmpty();
        assertThat(told(CoverPage.RELEASES, one + other)).containsExactly("new is org:ode:1.4, old is org:ode:1.3.");
    }

    @Test
    void shouldSayOnceWhatHoldsForSeveralServers() throws SQLException {
        String rows = "alter table v_environment add position int;"
                + "insert into v_environment values ('notices', 'old', 'It is a library.', 2),"
                + " ('notices', 'ode', 'It is shared.', 1), ('notices', 'new', 'It is a library.', 3);";

        assertThat(told(CoverPage.NOTICES, rows)).containsExactly("ode: It is shared.", "old, new: It is a library.");
    }

    /** Two suites of many engines: the places are divided between them, and each keeps its order. */
    @Test
    void shouldHaveAnswersOfEachSuite() throws SQLException {
        String views =
                """
                drop table v_headline;
                create table v_headline (position int, kind varchar(9), suite varchar(9), workload varchar(9), shown boolean, sentence varchar(99));
                insert into v_headline values (1, 'all', null, null, true, 'Over all.');
                insert into v_headline select 1 + x, 'capacity', 'S', 'full', true, 'S ' || x from system_range(1, %1$d);
                insert into v_headline select 100 + x, 'capacity', 'T', 'full', true, 'T ' || x from system_range(1, %1$d);
                insert into v_headline values (999, 'basis', null, null, true, 'Basis.');
                """;

        assertThat(told(CoverPage.ANSWERS, views.formatted(14)))
                .hasSize(CoverPage.ANSWERS_SHOWN)
                .containsExactly(
                        "Over all.",
                        "S 1",
                        "S 2",
                        "S 3",
                        "S 4",
                        "S 5",
                        "T 1",
                        "T 2",
                        "T 3",
                        "T 4",
                        "T 5",
                        "And 18 more, in the chapter \"Answers\".");
        assertThat(told(CoverPage.ANSWERS, views.formatted(5))).hasSize(11).doesNotContain("Basis.");
    }
}
