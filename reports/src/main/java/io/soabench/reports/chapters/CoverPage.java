package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.flames.FlamePage;
import io.soabench.reports.interactive.InteractivePage;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The first page: the question, its answer in words and in a picture, the certainty of the answer, open questions, problems, caveats, and
 * the machines.
 */
public final class CoverPage {

    private static final ReportQuery RUN = new ReportQuery(
            "run",
            """
            select run_id, testbed, title, coalesce(verdict, '') verdict, cast(seed as varchar) seed,
              case when profile = '' then '' else ', profile ' || profile end profile,
              formatdatetime(started_at, 'd MMMM yyyy, HH:mm', 'en') || ' UTC' started, driver, state,
              coalesce(message, '') message, coalesce(substring(model_hash, 1, 12), '') model_hash
              from v_run""");

    /** The release of each engine, where the model names another one than its type does. The names of servers do not show it. */
    static final ReportQuery RELEASES = new ReportQuery(
            "releases",
            """
            select listagg(%s, ', ') within group (order by place) || '.' sentence from (
              select s.server engine, min(c.position) place, min(coalesce(
                (select min(content) from v_environment where section = 'programs' and item like s.type || '.%%.coordinates'), s.type)) release
              from v_server s join v_suite_summary c on c.case_id = s.case_id where s.role = 'engine' group by s.server)
            where exists (select 1 from v_server where role = 'engine' and type like '%%@%%')
            having count(*) > 0"""
                    .formatted(SqlSentence.of(ChapterSentences.ENGINE_IS, "engine", "release")));

    /** The meaning of the names of configurations that an exploration has run as engines. */
    static final ReportQuery CONFIGURATIONS = new ReportQuery(
            "configurationNames",
            """
            select listagg(%s, '; ') within group (order by name) || '.' sentence
            from v_configuration where not own and name in (select engine from v_suite_summary) having count(*) > 0"""
                    .formatted(SqlSentence.of(ChapterSentences.CONFIGURATION_IS, "name", "engine", "parameters")));

    /** Maximum number of lines on the cover for invalid repetitions and cases, and for unmet objectives; the last line counts all others. */
    private static final int SHOWN = 5;

    /** Maximum number of answers on the first page; the chapter "Answers" has the others. */
    static final int ANSWERS_SHOWN = 12;

    /** Maximum number of sentences about certainty; sentences about all results precede those about single cases. */
    static final int SURE_SHOWN = 7;

    /** Maximum number of problems. */
    private static final int PROBLEMS_SHOWN = 20;

    /** Maximum number of notes on valid repetitions. */
    static final int NOTES_SHOWN = 10;

    /**
     * The answers in their order, with their number. The places on the page are divided between suites and workloads: place 1 is that of the
     * first answer of each of them, place 2 that of the second.
     */
    private static final String ANSWERED =
            """
            (select sentence, nth, row_number() over (order by turn, nth) place, count(*) over () number from (
              select sentence, row_number() over (order by part, position) nth,
                row_number() over (partition by part, suite, workload order by position) turn from (
                select 0 part, position, sentence, cast(null as varchar) suite, cast(null as varchar) workload from v_verdict where kind = 'exploration'
                union all select 1, position, sentence, suite, workload from v_headline where shown and kind <> 'basis')))""";

    static final ReportQuery ANSWERS = new ReportQuery(
            "coverAnswers",
            """
            select sentence from (
              select nth, sentence from %1$s where place < %2$d or number = %2$d
              union all select max(nth) + 1, %3$s from %1$s having max(number) > %2$d)
            order by nth"""
                    .formatted(
                            ANSWERED,
                            ANSWERS_SHOWN,
                            SqlSentence.of(
                                    ChapterSentences.MORE_ANSWERS, "(max(number) - " + ANSWERS_SHOWN + " + 1)")));

    /**
     * The level and the repetitions behind the answers, where the answers do not name them, the time of the harness, the noise floor, and
     * repeated measurements. Of more than two cases that were measured again, the first sentence is about all of them.
     */
    static final ReportQuery CERTAINTY = new ReportQuery(
            "howSure",
            """
            select case when rank < %1$d or number = %1$d then sentence
                else %2$s end sentence
              from (select sentence, row_number() over (order by place, position) rank, count(*) over () number from (
              select 0 place, 0 position, %3$s sentence
              from v_suite_summary where ci_low_ms is not null and not exists (select 1 from v_headline where kind = 'basis')
                having count(*) > 0
              union all select 0, 0, %4$s
                from v_suite_summary having max(repetitions_valid) = 1
              union all select 0, 0, %5$s
                from v_suite_summary having max(repetitions_valid) = 2 and count(ci_low_ms) = 0
              union all select 0, 1, sentence from v_calibration
              union all select 1, position, sentence from v_verdict where kind = 'noise'
              union all select 3, position, sentence from v_verdict where kind = 'precision'
              union all select 4, position, sentence from (
                select position, sentence, count(*) over () number, row_number() over (order by position) nth from v_verdict where kind = 'again')
                where number <= 2 or nth = 1))
            where rank <= %1$d order by rank"""
                    .formatted(
                            SURE_SHOWN,
                            SqlSentence.of(ChapterSentences.MORE_IN_VIEW, "(number - " + SURE_SHOWN + " + 1)"),
                            SqlSentence.of(
                                    ChapterSentences.LEVEL_AND_REPETITIONS,
                                    SqlText.LEVELS,
                                    SqlSentence.either(
                                            "min(repetitions_valid) = max(repetitions_valid)",
                                            "max(repetitions_valid) || ''",
                                            SqlSentence.of(
                                                    ChapterSentences.RANGE,
                                                    "min(repetitions_valid)",
                                                    "max(repetitions_valid)"))),
                            SqlSentence.of(ChapterSentences.ONE_REPETITION),
                            SqlSentence.of(ChapterSentences.NO_INTERVAL_OF_TWO)));

    /** Sentences about a large processor use of other programs. They precede all answers, which depend on it. */
    static final ReportQuery BUSY =
            new ReportQuery("busy", "select sentence from v_verdict where kind = 'busy' order by position");

    /** The open questions, and the measurements that would answer them. */
    static final ReportQuery CHANGE = new ReportQuery(
            "whatWouldChange",
            """
            select sentence from (
              select 0 place, sentence from v_verdict where kind = 'steadiness'
              union all select 2, %s from v_objective where state = 'undecided' having count(measured) > 0
              union all select 3, %s from v_suite_summary where repetitions_valid > 0 having max(repetitions_valid) = 2
              union all select 4, %s from v_suite_summary where repetitions_valid > 0 having max(repetitions_valid) = 1)
            order by place"""
                    .formatted(
                            SqlSentence.of(
                                    ChapterSentences.UNDECIDED_OBJECTIVES,
                                    "count(*)",
                                    one(ChapterSentences.OBJECTIVE_IS, ChapterSentences.OBJECTIVES_ARE),
                                    one(ChapterSentences.LIMIT_IS, ChapterSentences.LIMITS_ARE),
                                    SqlSentence.either(
                                            "count(case when low < bound and bound < high then 1 end) = count(*)",
                                            SqlSentence.of(ChapterSentences.MORE_REPETITIONS),
                                            SqlSentence.of(ChapterSentences.SEE_OBJECTIVES))),
                            SqlSentence.either(
                                    "count(ci_low_ms) = 0",
                                    SqlSentence.of(ChapterSentences.THIRD_REPETITION),
                                    SqlSentence.of(ChapterSentences.TWO_REPETITIONS)),
                            SqlSentence.of(ChapterSentences.SECOND_REPETITION)));

    /** Returns the expression for one row or for several. */
    private static String one(String singular, String plural) {
        return SqlSentence.either("count(*) = 1", SqlSentence.of(singular), SqlSentence.of(plural));
    }

    /** Repetitions that count against the engine, the model or the tool. */
    private static final String AT_FAULT = "w.good = false";

    /** Repetitions that a busy machine disturbed, which count against none of these. */
    private static final String DISTURBED_ONLY = "w.good is null";

    /**
     * Returns the violated criteria with the numbers of their repetitions.
     *
     * @param which condition of the repetitions
     */
    private static String violations(String which) {
        return """
            (select listagg(%s, ', ') within group (order by repetitions desc, title)
              from (select title, count(distinct y.case_id || ' ' || y.repetition) repetitions from v_validity y
                join v_verdict w on w.kind = 'validity' and w.case_id = y.case_id and w.repetition = y.repetition and %s
                where y.state = 'violated' group by title))"""
                .formatted(
                        SqlSentence.of(
                                ChapterSentences.COUNTED,
                                "lower(substring(title, 1, 1)) || substring(title, 2)",
                                "repetitions"),
                        which);
    }

    /**
     * The number of repetitions that a busy machine disturbed, and the number of those in which the load client was late although other programs
     * took little. The last column is the largest share of the processors that other programs took in these.
     */
    private static final String OWN_LOADS =
            """
            select count(*) number, count(share) own, max(share) most from (
              select (select max(o.measured) from v_validity o where o.case_id = w.case_id and o.repetition = w.repetition
                  and o.criterion = 'surroundings' and o.state = 'good' and exists (select 1 from v_validity s
                    where s.case_id = w.case_id and s.repetition = w.repetition
                      and s.criterion in ('load-client-slip', 'load-client-median-slip') and s.state = 'violated')) share
              from v_verdict w where w.kind = 'validity' and w.good is null)""";

    /**
     * Repetitions that a busy machine disturbed, and cases of which no other repetition is left. They stand apart from
     * the problems, because they are not evidence about the engine.
     */
    static final ReportQuery DISTURBED = new ReportQuery(
            "disturbed",
            """
            select sentence from (
              select 0 place, %s sentence from (%s) where number > 0
              union all select 1, %s from (%s) where own > 0
              union all select 2, %s from (%s) where own < number
              union all select 3, %s
                from (select count(*) number, listagg(c.process || ' under ' || c.workload, ', ') within group (order by c.position) cases
                  from v_suite_summary c join v_verdict v on v.kind = 'case' and v.case_id = c.case_id and v.good is null
                  where c.repetitions_valid = 0)
                where number > 0)
            order by place"""
                    .formatted(
                            SqlSentence.of(
                                    ChapterSentences.DISTURBED_REPETITIONS,
                                    "number",
                                    "(select sum(repetitions_planned) from v_suite_summary)",
                                    SqlSentence.either(
                                            "number = 1",
                                            SqlSentence.of(ChapterSentences.DOES),
                                            SqlSentence.of(ChapterSentences.DO)),
                                    violations(DISTURBED_ONLY)),
                            OWN_LOADS,
                            SqlSentence.of(ChapterSentences.OWN_LOAD, "own", SqlText.number("100 * most") + " || ' %'"),
                            OWN_LOADS,
                            SqlSentence.either(
                                    "own = 0",
                                    SqlSentence.of(ChapterSentences.RUN_AGAIN),
                                    SqlSentence.of(ChapterSentences.RUN_OTHERS_AGAIN)),
                            OWN_LOADS,
                            SqlSentence.either(
                                    "number > " + SHOWN,
                                    SqlSentence.of(ChapterSentences.CASES_NOT_MEASURED, "number"),
                                    SqlSentence.of(ChapterSentences.NOT_MEASURED_CASES, "cases"))));

    /** The problems. Of many repetitions, a line counts the violations of each criterion, and a chapter has each repetition. */
    static final FirstRows PROBLEMS = FirstRows.of(
            "problems",
            PROBLEMS_SHOWN,
            """
            select sentence from (
              select position, case when kind = 'case' and number > 1
                  then %2$s
                when kind not in ('validity', 'objective', 'missing') or place < %1$d or number = %1$d then sentence
                else %3$s end sentence
              from (select kind, good, position, sentence, count(*) over (partition by kind, good) number,
                row_number() over (partition by kind, good order by position) place from v_verdict)
              where kind not in ('run', 'answer', 'noise', 'steadiness', 'standing', 'caveat') and good = false
                and (kind <> 'engine' or exists (select 1 from v_verdict where kind = 'answer'))
                and (kind not in ('validity', 'case', 'objective', 'missing') or place <= %1$d)
                and not (kind = 'validity' and number > %1$d) and not (kind = 'case' and place > 1)
              union all select position, %4$s
                from (select count(*) number, min(position) position from v_verdict where kind = 'validity' and good = false)
                where number > %1$d)
            order by position"""
                    .formatted(
                            SHOWN,
                            SqlSentence.of(ChapterSentences.CASES_WITHOUT_REPETITION, "number"),
                            SqlSentence.of(
                                    ChapterSentences.AND_MORE,
                                    "(number - " + SHOWN + " + 1)",
                                    SqlSentence.either(
                                            "kind = 'objective'",
                                            SqlSentence.of(ChapterSentences.MORE_OBJECTIVES, "number"),
                                            SqlSentence.either(
                                                    "kind = 'missing'",
                                                    SqlSentence.of(ChapterSentences.MORE_WITHOUT_DATA),
                                                    SqlSentence.of(ChapterSentences.MORE)))),
                            SqlSentence.of(
                                    ChapterSentences.INVALID_REPETITIONS,
                                    "number",
                                    "(select sum(repetitions_planned) from v_suite_summary)",
                                    violations(AT_FAULT))),
            "V_VERDICT");

    /** The cases whose valid repetitions have limits: response times were not settled, or the engine did not keep up. */
    static final ReportQuery NOTES = new ReportQuery(
            "caseNotes",
            """
            select case when place < %1$d or number = %1$d then sentence else %2$s end sentence
            from (select sentence, row_number() over (order by position) place, count(*) over () number
              from v_verdict where kind = 'standing')
            where place <= %1$d order by place"""
                    .formatted(
                            NOTES_SHOWN,
                            SqlSentence.of(ChapterSentences.MORE_IN_VIEW, "(number - " + NOTES_SHOWN + " + 1)")));

    /** The conclusions that a reader may not draw; the sharing of processors stands there once. */
    static final ReportQuery CAVEATS = new ReportQuery(
            "caveats",
            """
            select sentence from (
              select 0 place, 0 position, sentence from (select distinct sentence from v_yielding y where yielding = 'cpuset'
                or yielding = 'nice' and not exists (select 1 from v_verdict v where v.kind = 'caveat'
                  and v.sentence like '%of host ' || y.host || ' with the %'))
              union all select 1, position, sentence from v_verdict where kind = 'caveat')
            order by place, position""");

    /** The heading of the answers, which appears only with answers below it. */
    private static final ReportQuery FINDINGS = heading("findings", "The answer", ANSWERS);

    private static final ReportQuery BASIS =
            new ReportQuery("basis", "select sentence from v_headline where kind = 'basis' order by position");

    private static final ReportQuery FOOTNOTES =
            new ReportQuery("footnotes", "select sentence from v_footnote order by mark");

    private static final ReportQuery SURE_HEADING = heading("howSureHeading", "How certain the results are", CERTAINTY);

    private static final ReportQuery CHANGE_HEADING =
            heading("changeHeading", "What would make them more certain", CHANGE);

    private static final ReportQuery CAVEATS_HEADING = heading("caveatsHeading", "Limits of these results", CAVEATS);

    private static final ReportQuery NOTES_HEADING = heading("caseNotesHeading", "Notes on valid repetitions", NOTES);

    private static final ReportQuery DISTURBED_HEADING =
            heading("disturbedHeading", "Disturbed by a busy machine", DISTURBED);

    private static final ReportQuery NOT_RIGHT = heading("notRight", "What was not valid or not met", PROBLEMS.shown());

    private static ReportQuery heading(String name, String text, ReportQuery query) {
        return new ReportQuery(name, "select '" + text + "' sentence where exists (" + query.sql() + ")");
    }

    /** A line for each host; the chapter about the environment has more. */
    private static final ReportQuery MACHINES = new ReportQuery(
            "machines",
            """
            select host || ': ' || listagg(amount, ', ') within group (order by position) sentence from (
              select position, substring(item, 1, locate('.', item) - 1) host, case substring(item, locate('.', item) + 1)
                when 'processors.cpus' then %s
                when 'memoryBytes' then %s
                when 'system.kernel' then %s
                else regexp_replace(content, ';.*', '') end amount from v_environment
              where section = 'hosts' and substring(item, locate('.', item) + 1) in
                ('processors.model', 'processors.cpus', 'memoryBytes', 'system.name', 'system.kernel', 'java'))
            group by host order by min(position)"""
                    .formatted(
                            SqlSentence.of(ChapterSentences.PROCESSORS, "content"),
                            SqlSentence.of(
                                    ChapterSentences.MEMORY,
                                    "cast(cast(cast(content as double precision) / cast(1073741824 as double precision) as decimal(12, 1)) as varchar)"),
                            SqlSentence.of(ChapterSentences.KERNEL, "content")));

    /** What a reader must know about servers. Those of which the same is known share a sentence. */
    static final ReportQuery NOTICES = new ReportQuery(
            "notices",
            """
            select listagg(item, ', ') within group (order by position) || ': ' || content sentence from v_environment
            where section = 'notices' group by content order by min(position)""");

    private CoverPage() {}

    /** Adds the footer of all pages. */
    public static void footer(ReportLayout layout) throws SemanticException {
        layout.page(RUN, "\"SOABench · \" + row[\"TESTBED\"] + \" · run \" + row[\"RUN_ID\"]");
    }

    /** Adds the cover. */
    public static void write(ReportLayout layout) throws SemanticException {
        SlotHandle run = layout.forEach(layout.body(), RUN);
        run.add(layout.label("SOABENCH", "product"));
        run.add(layout.text("row[\"TITLE\"]", "cover-title"));
        run.add(layout.text(
                "\"Testbed \" + row[\"TESTBED\"] + \", run \" + row[\"RUN_ID\"] + \", \" + row[\"STARTED\"]",
                "cover-line"));
        run.add(layout.text("row[\"VERDICT\"]", "verdict"));
        TextDataHandle message = layout.text("row[\"MESSAGE\"]", "alarm");
        layout.hideWhenEmpty(message, "MESSAGE");
        run.add(message);
        run.add(layout.text(
                "\"Seed \" + row[\"SEED\"] + row[\"PROFILE\"] + \", model \" + row[\"MODEL_HASH\"] +"
                        + " \", driver \" + row[\"DRIVER\"] + \".\"",
                "note"));

        layout.body()
                .add(layout.fileLink(
                        "Interactive results: zoom into response times, switch engines on and off, look at single requests",
                        InteractivePage.FILE));
        layout.whereAny(layout.body(), "recorded engines", "v_recorded_frame")
                .add(layout.fileLink(
                        "Flame graphs: where threads of each engine ran, and where it made objects", FlamePage.FILE));

        layout.sentences(layout.body(), BUSY, "finding");
        layout.sentences(layout.body(), RELEASES, "note");
        layout.sentences(layout.body(), CONFIGURATIONS, "note");
        section(layout, layout.together(layout.body()), FINDINGS, ANSWERS);
        layout.sentences(layout.body(), BASIS, "note");
        if (RatioPicture.drawn(layout)) {
            RatioPicture.write(layout);
        } else {
            ResponseTimePicture.write(layout);
        }
        if (EngineRows.wanted(layout)) {
            EngineRows.write(layout);
            layout.sentences(layout.body(), FOOTNOTES, "note");
        } else {
            EngineMatrix.write(layout);
            layout.sentences(layout.body(), FOOTNOTES, "note");
            ProcessorMatrix.write(layout);
        }
        section(layout, layout.together(layout.body()), SURE_HEADING, CERTAINTY);
        section(layout, layout.together(layout.body()), CHANGE_HEADING, CHANGE);
        section(layout, layout.together(layout.body()), NOTES_HEADING, NOTES);
        section(layout, layout.together(layout.body()), DISTURBED_HEADING, DISTURBED);
        layout.sentences(layout.body(), NOT_RIGHT, "subheading");
        PROBLEMS.sentences(layout, layout.body(), "alarm");
        section(layout, layout.together(layout.body()), CAVEATS_HEADING, CAVEATS);
        SlotHandle environment = layout.together(layout.body());
        environment.add(layout.label("Environment", "subheading"));
        layout.sentences(environment, MACHINES, "note");
        layout.sentences(environment, NOTICES, "note");
    }

    /** Adds sentences below their heading. */
    private static void section(ReportLayout layout, SlotHandle rows, ReportQuery heading, ReportQuery sentences)
            throws SemanticException {
        layout.sentences(rows, heading, "subheading");
        layout.sentences(rows, sentences, "finding");
    }
}
