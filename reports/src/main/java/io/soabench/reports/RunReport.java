package io.soabench.reports;

import io.soabench.reports.Layout.Column;
import io.soabench.reports.Layout.Source;
import java.math.BigDecimal;
import java.util.List;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.report.model.api.LabelHandle;
import org.eclipse.birt.report.model.api.ListHandle;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.RowHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The report of one run: cover with verdict and environment, contents, answers, suite summary, results of each engine beside
 * published numbers, comparison across processes, one chapter for each case, how to read it. It reads views only; which cases there are comes from the database, so that the
 * design is the same for every run.
 */
final class RunReport {

    private static final double WIDTH = 492;

    /** A time at a mark. */
    private static final String SECONDS = "0.0 's'";

    private static final Source RUN = new Source(
            "run",
            "select run_id, testbed, title, coalesce(verdict, '') verdict, cast(seed as varchar) seed,"
                    + " case when profile = '' then '' else ', profile ' || profile end profile,"
                    + " formatdatetime(started_at, 'd MMMM yyyy, HH:mm', 'en') || ' UTC' started, driver, state,"
                    + " coalesce(message, '') message, coalesce(substring(model_hash, 1, 12), '') model_hash,"
                    + " repetitions_valid || ' of ' || repetitions_planned || ' repetitions are valid' valid from v_run",
            "",
            List.of(),
            List.of(
                    "RUN_ID",
                    "TESTBED",
                    "TITLE",
                    "VERDICT",
                    "SEED",
                    "PROFILE",
                    "STARTED",
                    "DRIVER",
                    "STATE",
                    "MESSAGE",
                    "MODEL_HASH",
                    "VALID"));

    /** Lines on the cover for repetitions, and for cases, that are not valid; the last tells of all others. */
    private static final int SHOWN = 5;

    private static final Source VERDICTS = new Source(
            "verdicts",
            """
            select case when kind not in ('validity', 'case') or place < %1$d or number = %1$d then sentence
                else 'And ' || (number - %1$d + 1) || case kind when 'validity' then ' more; all ' || number
                || ' are in the chapter "Repetitions that are not valid".' else ' more cases.' end end sentence,
              case when good = false then 'bad' else 'plain' end tone
            from (select kind, good, position, sentence, count(*) over (partition by kind, good) number,
              row_number() over (partition by kind, good order by position) place from v_verdict)
            where (kind not in ('validity', 'case') or place <= %1$d)
              and (kind = 'answer' or kind <> 'run' and good = false
                or kind = 'engine' and not exists (select 1 from v_verdict where kind = 'answer')
                or kind = 'process' and not exists (select 1 from v_verdict where kind in ('answer', 'engine')))
            order by case when kind in ('answer', 'engine', 'process') then 0 else 1 end, position
            fetch first 20 rows only"""
                    .formatted(SHOWN),
            "",
            List.of(),
            List.of("SENTENCE", "TONE"));

    private static final Source ENVIRONMENT = new Source(
            "environment",
            "select section, item, content from v_environment order by position",
            "",
            List.of(),
            List.of("SECTION", "ITEM", "CONTENT"));

    private static final Source MACHINE = new Source(
            "machine",
            "select substring(item, 1, locate('.', item) - 1) host,"
                    + " case substring(item, locate('.', item) + 1) when 'cpuModel' then 'processor' when 'cpus' then"
                    + " 'logical processors' when 'memoryBytes' then 'memory' when 'os' then 'operating system'"
                    + " else substring(item, locate('.', item) + 1) end name,"
                    + " case when item like '%.memoryBytes' then"
                    + " cast(cast(cast(content as double precision) / 1073741824e0 as decimal(12, 1)) as varchar) || ' GiB'"
                    + " else regexp_replace(content, ';.*', '') end amount from v_environment"
                    + " where section = 'hosts' and substring(item, locate('.', item) + 1) in"
                    + " ('cpuModel', 'cpus', 'memoryBytes', 'os', 'kernel', 'java') order by position",
            "",
            List.of(),
            List.of("HOST", "NAME", "AMOUNT"));

    private static final Source NOTICES = new Source(
            "notices",
            "select item || ': ' || content sentence from v_environment where section = 'notices' order by position",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source CASES = new Source(
            "cases",
            "select case_id, process, workload, engine, suite, coalesce(verdict, '') verdict,"
                    + " process || ' under ' || workload || case when engine = '(black box)' then ', a black box'"
                    + " else ' on ' || engine end title,"
                    + " coalesce(nullif(think, ''), workload_kind)"
                    + " || '; ' || case when warm_up_until_steady then 'warm-up until steady, at most '"
                    + " || cast(cast(warm_up_s as decimal(12, 1)) as varchar) || ' s, '"
                    + " else cast(cast(warm_up_s as decimal(12, 1)) as varchar) || ' s warm-up, ' end"
                    + " || cast(cast(measure_s as decimal(12, 1)) as varchar) || ' s measured, time-out '"
                    + " || cast(cast(time_out_s as decimal(12, 0)) as varchar) || ' s; '"
                    + " || repetitions_valid || ' of ' || repetitions_planned || ' repetitions valid' facts,"
                    + " repetitions_valid || '/' || repetitions_planned repetitions, requests, failure_rate,"
                    + " throughput_per_s, "
                    + milliseconds("mean_ms") + " mean, '± ' || " + milliseconds("(ci_high_ms - ci_low_ms) / 2")
                    + " ci,"
                    + milliseconds("median_ms") + " median, " + milliseconds("p95_ms") + " p95, "
                    + milliseconds("p99_ms") + " p99, " + milliseconds("max_ms") + " longest, "
                    + milliseconds("overhead_median_ms") + " overhead,"
                    + " case when objectives = 0 then '–' when objectives_missed > 0 then 'missed'"
                    + " when objectives_met = objectives then 'met' else 'open' end objective"
                    + " from v_suite_summary order by position",
            "",
            List.of("REQUESTS", "FAILURE_RATE", "THROUGHPUT_PER_S"),
            List.of(
                    "CASE_ID",
                    "PROCESS",
                    "WORKLOAD",
                    "ENGINE",
                    "SUITE",
                    "VERDICT",
                    "TITLE",
                    "FACTS",
                    "REPETITIONS",
                    "MEAN",
                    "CI",
                    "MEDIAN",
                    "P95",
                    "P99",
                    "LONGEST",
                    "OVERHEAD",
                    "OBJECTIVE"));

    /** A time as text, as wide as a narrow column can show, however long it is. */
    private static String milliseconds(String value) {
        return "case when " + value + " >= 1000 then trim(to_char(" + value + ", '999,999,990')) when " + value
                + " >= 10 then trim(to_char(" + value + ", '990.0')) else trim(to_char(" + value + ", '0.00')) end";
    }

    private static final Source ANSWERED = new Source(
            "answered",
            "select run_id from v_run where exists (select 1 from v_answer)",
            "",
            List.of(),
            List.of("RUN_ID"));

    private static final Source SPOILT = new Source(
            "spoilt",
            "select run_id from v_run where exists (select 1 from v_repetition where verdict = 'invalid')",
            "",
            List.of(),
            List.of("RUN_ID"));

    private static final Source SPOILT_REPETITIONS = new Source(
            "spoilt-repetitions",
            "select process, workload, engine, repetition, reasons from v_repetition where verdict = 'invalid'"
                    + " order by position, repetition",
            "",
            List.of(),
            List.of("PROCESS", "WORKLOAD", "ENGINE", "REPETITION", "REASONS"));

    private static final Source TABLED = new Source(
            "tabled",
            "select run_id from v_run where exists"
                    + " (select 1 from v_suite_summary group by suite, engine having count(*) > 1)",
            "",
            List.of(),
            List.of("RUN_ID"));

    private static final Source FASTEST = new Source(
            "fastest",
            "select sentence from v_answer where question = 'fastest' and suite is null and other is null"
                    + " order by position",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source FASTEST_BY_WORKLOAD = new Source(
            "fastestByWorkload",
            "select workload, engine, other, measured, cases,"
                    + " case when low is null then '' else cast(cast(low as decimal(12, 2)) as varchar) || ' to '"
                    + " || cast(cast(high as decimal(12, 2)) as varchar) end ci,"
                    + " case when decided then engine || ' is lower' else 'no difference can be told' end answer"
                    + " from v_answer where question = 'fastest' and suite is not null and other is not null"
                    + " order by position",
            "",
            List.of("MEASURED", "CASES"),
            List.of("WORKLOAD", "ENGINE", "OTHER", "CI", "ANSWER"));

    private static final Source LEFT_OUT = new Source(
            "leftOut",
            "select sentence from v_answer a where question = 'fastest' and suite is not null and other is null"
                    + " and not exists (select 1 from v_answer b where b.question = 'fastest' and b.suite = a.suite"
                    + " and b.workload = a.workload and b.other is not null) order by position",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source SCALABILITY = new Source(
            "scalability",
            "select sentence from v_answer where question = 'scalability' order by position",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source RESULT_GROUPS = new Source(
            "resultGroups",
            "select suite || '/' || engine group_id, 'Suite ' || suite || ': ' || engine title from v_suite_summary"
                    + " group by suite, engine having count(*) > 1 order by min(position)",
            "",
            List.of(),
            List.of("GROUP_ID", "TITLE"));

    private static final Source FIGURES = new Source(
            "figures",
            "select suite || '/' || engine || '/' || process figure_id, process || ' on ' || engine"
                    + " || ', suite ' || suite || ': response time over time' title from v_suite_summary s"
                    + " where suite || '/' || engine = cast(? as varchar)"
                    + " and exists (select 1 from v_repetition r where r.case_id = s.case_id and r.requests > 0)"
                    + " group by suite, engine, process having count(*) > 1 order by min(position)",
            "GROUP_ID",
            List.of(),
            List.of("FIGURE_ID", "TITLE"));

    /** One repetition of each workload; series are sorted by name, so the blank makes failures the first; the first row makes them be there. */
    private static final Source FIGURE = new Source(
            "figure",
            "select at_s, latency_ms, series from (select cast(0 as double precision) at_s,"
                    + " cast(null as double precision) latency_ms, ' failed' series, 0 place union all"
                    + " select p.at_s, p.latency_ms, case when p.failed then ' failed' else s.workload end,"
                    + " case when p.failed then 0 else s.place end from (select c.case_id, c.workload,"
                    + " c.position place, coalesce(min(r.repetition), 1) chosen from v_suite_summary c"
                    + " left join v_repetition r on r.case_id = c.case_id and r.verdict = 'valid'"
                    + " where c.suite || '/' || c.engine || '/' || c.process = cast(? as varchar)"
                    + " group by c.case_id, c.workload, c.position) s join v_points p"
                    + " on p.case_id = s.case_id and p.repetition = s.chosen and p.phase = 'measure')"
                    + " order by place, at_s",
            "FIGURE_ID",
            List.of("AT_S", "LATENCY_MS"),
            List.of("SERIES"));

    /** Published cases that have a number, one line each, so that they stand beside the case of the run. */
    private static String published(String lines) {
        return "(select listagg(" + lines + ", char(10)) within group (order by b.published_position) from v_beside b"
                + " where b.case_id = s.case_id and coalesce(b.published_mean_ms, b.published_max_ms,"
                + " b.published_min_ms, b.published_failure_rate) is not null)";
    }

    private static String seconds(String column) {
        return published("coalesce(trim(to_char(b." + column + " / 1000, '999990.000')), '–')");
    }

    private static final Source RESULTS = new Source(
            "results",
            "select process, workload, max_ms / 1000 max_s, min_ms / 1000 min_s, mean_ms / 1000 avg_s,"
                    + " failure_rate * 100 failure_percent, case when ci_low_ms is null then '' else '± '"
                    + " || trim(to_char((ci_high_ms - ci_low_ms) / 2000, '999990.0000')) end ci, "
                    + published("b.subject") + " published, " + seconds("published_max_ms") + " published_max, "
                    + seconds("published_min_ms") + " published_min, " + seconds("published_mean_ms")
                    + " published_avg, "
                    + published("coalesce(regexp_replace(cast(cast(b.published_failure_rate * 100 as decimal(12, 4))"
                            + " as varchar), '\\.?0+$', ''), '–')")
                    + " published_failures from v_suite_summary s where suite || '/' || engine = cast(? as varchar)"
                    + " order by position",
            "GROUP_ID",
            List.of("MAX_S", "MIN_S", "AVG_S", "FAILURE_PERCENT"),
            List.of(
                    "PROCESS",
                    "WORKLOAD",
                    "CI",
                    "PUBLISHED",
                    "PUBLISHED_MAX",
                    "PUBLISHED_MIN",
                    "PUBLISHED_AVG",
                    "PUBLISHED_FAILURES"));

    private static final Source PUBLISHED = new Source(
            "published",
            "select 'Published, measured by others on other machines: ' || subject || ', ' || source || '.' sentence"
                    + " from v_published group by subject, source order by min(position)",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source PUBLISHED_NOTES = new Source(
            "publishedNotes",
            "select subject || ', ' || listagg(distinct workload, ', ') within group (order by workload) || ': ' || note"
                    + " || ' (' || source || ').' sentence from v_published where note <> ''"
                    + " group by subject, source, note order by min(position)",
            "",
            List.of(),
            List.of("SENTENCE"));

    /** Of the view {@code v_suite_summary}: one bar alone compares nothing. */
    private static final String COMPARABLE = "suite || '/' || workload in (select suite || '/' || workload"
            + " from v_suite_summary where mean_ms is not null group by suite, workload having count(*) > 1)";

    private static final Source NOTHING_TO_COMPARE = new Source(
            "nothingToCompare",
            "select 'No two cases with valid repetitions share a workload: there is nothing to compare.' sentence from v_run"
                    + " where not exists (select 1 from v_suite_summary where " + COMPARABLE + ")"
                    + " and not exists (select 1 from v_pair)",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source WORKLOADS = new Source(
            "workloads",
            "select suite || '/' || workload load_id,"
                    + " case when (select count(distinct suite) from v_suite_summary) = 1 then 'Workload '"
                    + " else 'Suite ' || suite || ', workload ' end || workload || case when workload_kind = 'closed' then ': ' || clients || ' clients'"
                    + " else ': open, ' || cast(cast(rate_per_s as decimal(12, 1)) as varchar) || ' arrivals/s' end title"
                    + " from v_suite_summary where " + COMPARABLE
                    + " group by suite, workload, workload_kind, clients, rate_per_s order by min(position)",
            "",
            List.of(),
            List.of("LOAD_ID", "TITLE"));

    /** Colours of engines in {@link #meansFrom}; further engines begin again. */
    private static final List<Palette> ENGINES =
            List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE);

    /** @param lowest where the vertical axis begins; an interval that reaches below ends there */
    private static Source meansFrom(String name, BigDecimal lowest) {
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < ENGINES.size(); i++) {
            columns.append(", case when colour = ")
                    .append(i)
                    .append(" then mean_ms end e")
                    .append(i);
        }
        String query = "select label" + columns
                + ", case when colour is null then mean_ms end published, low_ms, high_ms from ("
                + "select s.suite || '/' || s.workload load_id, s.process || ' · ' || s.engine label, s.mean_ms,"
                + " greatest(s.ci_low_ms, " + lowest.toPlainString()
                + ") low_ms, s.ci_high_ms high_ms, mod(e.rank - 1, " + ENGINES.size() + ") colour,"
                + " f.place, 0 kind, s.position from v_suite_summary s join " + FIRST + " f on f.process = s.process"
                + " join (select engine, row_number() over (order by min(position)) rank from v_suite_summary"
                + " group by engine) e on e.engine = s.engine where s.mean_ms is not null"
                + " union all select distinct b.suite || '/' || b.workload, b.process || ' · ' || b.subject,"
                + " b.published_mean_ms, cast(null as double precision), cast(null as double precision),"
                + " cast(null as int), f.place, 1, b.published_position from v_beside b join " + FIRST
                + " f on f.process = b.process where b.published_mean_ms is not null)"
                + " where load_id = cast(? as varchar) order by place, kind, position";
        return new Source(
                name,
                query,
                "LOAD_ID",
                List.of("E0", "E1", "E2", "E3", "E4", "PUBLISHED", "LOW_MS", "HIGH_MS"),
                List.of("LABEL"));
    }

    private static final String FIRST = "(select process, min(position) place from v_suite_summary group by process)";

    /** Powers of ten, in milliseconds, at which a logarithmic axis may begin: the first for all below, the last for all above. */
    private static final int FIRST_DECADE = -2;

    private static final int LAST_DECADE = 4;

    private static final String LEAST = "min(least(s.mean_ms, coalesce(b.published_mean_ms, s.mean_ms)))";

    /** Means that a linear axis could not show together. */
    private static final String WIDE =
            "(max(greatest(s.mean_ms, coalesce(b.published_mean_ms, s.mean_ms))) > 20 * " + LEAST + ")";

    /** The workload whose means are so, when they are. */
    private static Source spread(String name, String condition) {
        return new Source(
                name,
                "select s.suite || '/' || s.workload load_id from v_suite_summary s"
                        + " left join v_beside b on b.case_id = s.case_id"
                        + " where s.suite || '/' || s.workload = cast(? as varchar)"
                        + " group by s.suite, s.workload having " + condition,
                "LOAD_ID",
                List.of(),
                List.of("LOAD_ID"));
    }

    private static final Source PAIRS = new Source(
            "pairs",
            "select sentence from v_pair order by position fetch first 60 rows only",
            "",
            List.of(),
            List.of("SENTENCE"));

    private static final Source REPETITIONS = new Source(
            "repetitions",
            "select cast(repetition as varchar) repetition, verdict,"
                    + " cast(cast(warm_up_s as decimal(12, 1)) as varchar) || ' s'"
                    + " || case when warm_up_ended = 'unsteady' then ', not steady' else '' end warm_up,"
                    + " requests, failures, throughput_per_s, min_ms, mean_ms,"
                    + " median_ms, p95_ms, p99_ms, p999_ms, max_ms, sd_ms, overhead_median_ms"
                    + " from v_repetition where case_id = cast(? as varchar) order by repetition",
            "CASE_ID",
            List.of(
                    "REQUESTS",
                    "FAILURES",
                    "THROUGHPUT_PER_S",
                    "MIN_MS",
                    "MEAN_MS",
                    "MEDIAN_MS",
                    "P95_MS",
                    "P99_MS",
                    "P999_MS",
                    "MAX_MS",
                    "SD_MS",
                    "OVERHEAD_MEDIAN_MS"),
            List.of("REPETITION", "VERDICT", "WARM_UP"));

    private static final Source REASONS = new Source(
            "reasons",
            "select 'Repetition ' || repetition || case when coalesce(reasons, '') <> '' then ' is invalid: ' || reasons"
                    + " || case when coalesce(warnings, '') <> '' then chr(10) || warnings else '' end"
                    + " else ': ' || warnings end sentence from v_repetition"
                    + " where case_id = cast(? as varchar) and (coalesce(reasons, '') <> '' or coalesce(warnings, '') <> '')"
                    + " order by repetition",
            "CASE_ID",
            List.of(),
            List.of("SENTENCE"));

    private static final Source LOG = new Source(
            "log",
            "select 'Repetition ' || repetition || ', ' || server || ': ' || file origin, times, line from v_log"
                    + " where case_id = cast(? as varchar) order by repetition, position",
            "CASE_ID",
            List.of("TIMES"),
            List.of("ORIGIN", "LINE"));

    private static final Source COURSE = new Source(
            "course",
            "select at_s, case when failed then null else latency_ms end ok_ms,"
                    + " case when failed then latency_ms end failed_ms from v_points"
                    + " where case_id = cast(? as varchar) order by at_s",
            "CASE_ID",
            List.of("AT_S", "OK_MS", "FAILED_MS"),
            List.of());

    /** What the model let happen, and what it could not. */
    private static final Source EVENTS = new Source(
            "events",
            "select cast(repetition as varchar) repetition, case when kind = 'model' then at_s end happened_s, subject,"
                    + " detail from v_event where case_id = cast(? as varchar) and kind in ('model', 'missed')"
                    + " order by repetition, at_s",
            "CASE_ID",
            List.of("HAPPENED_S"),
            List.of("REPETITION", "SUBJECT", "DETAIL"));

    /** Each event of the model once in a case, at the mean of its times. */
    private static final String MARKS =
            "(select case_id, avg(at_s) at_s from v_event where kind = 'model' group by case_id, subject)";

    /** Columns of a course that marks have and its other rows have not: from where to where they reach. */
    private static final String UNMARKED =
            ", cast(null as double precision) event, cast(null as double precision) zero ";

    private static final Source MARKED_COURSE = new Source(
            "markedCourse",
            "select at_s, case when failed then null else latency_ms end ok_ms,"
                    + " case when failed then latency_ms end failed_ms" + UNMARKED + "from v_points"
                    + " where case_id = cast(? as varchar) union all"
                    + " select at_s, null, null, (select 0.9e0 * max(latency_ms) from v_points"
                    + " where case_id = cast(? as varchar)), 0e0 from " + MARKS
                    + " where case_id = cast(? as varchar) order by 1",
            "CASE_ID",
            List.of("AT_S", "OK_MS", "FAILED_MS", "EVENT", "ZERO"),
            List.of());

    private static final Source SHARES = new Source(
            "shares",
            "select low_ms, succeeded, failed,"
                    + " case when low_ms >= 100 then cast(cast(low_ms as decimal(12, 0)) as varchar)"
                    + " when low_ms >= 1 then cast(cast(low_ms as decimal(12, 1)) as varchar)"
                    + " else cast(cast(low_ms as decimal(12, 3)) as varchar) end bucket"
                    + " from v_histogram where case_id = cast(? as varchar) and repetition is null order by position",
            "CASE_ID",
            List.of("LOW_MS", "SUCCEEDED", "FAILED"),
            List.of("BUCKET"));

    private static final Source FAILURES = new Source(
            "failures",
            "select cause, outcome, origin, requests, share, coalesce(example, '') example from v_failure"
                    + " where case_id = cast(? as varchar) and repetition is null order by requests desc",
            "CASE_ID",
            List.of("REQUESTS", "SHARE"),
            List.of("CAUSE", "OUTCOME", "ORIGIN", "EXAMPLE"));

    private static final Source OBJECTIVES = new Source(
            "objectives",
            "select objective, state, sentence from v_objective where case_id = cast(? as varchar) order by position",
            "CASE_ID",
            List.of(),
            List.of("OBJECTIVE", "STATE", "SENTENCE"));

    private static final String SCALE = "case when unit = 'bytes' then 1048576e0 else 1e0 end";

    private static final String SCALED_UNIT = "case when unit = 'bytes' then 'MiB' else unit end";

    private static final Source METRICS = new Source(
            "metrics",
            "select server, metric, " + SCALED_UNIT + " || case when kind = 'counter' then ', /s' else '' end unit,"
                    + " avg(mean) / " + SCALE + " mean, max(maximum) / " + SCALE + " maximum,"
                    + " case when kind = 'counter' then avg(increase) / " + SCALE + " end total,"
                    + " max(case when source like 'unavailable: %' then substring(source, 14) else '' end) remark from v_metric where case_id = cast(? as varchar)"
                    + " group by server, metric, kind, unit order by server, metric",
            "CASE_ID",
            List.of("MEAN", "MAXIMUM", "TOTAL"),
            List.of("SERVER", "METRIC", "UNIT", "REMARK"));

    /** Those that the model asks for; the processors in use are always drawn. */
    private static final Source METRIC_CHARTS = new Source(
            "metricCharts",
            "select case_id || '/' || server || '/' || metric chart_id, server || ': ' || metric || ' over time ['"
                    + " || case when unit = 'bytes' then 'MiB' else coalesce(unit, '') end"
                    + " || case when kind = 'counter' then '/s' else '' end || ']' title"
                    + " from v_metric_chart where case_id = cast(? as varchar) and metric <> 'cpu' order by position",
            "CASE_ID",
            List.of(),
            List.of("CHART_ID", "TITLE"));

    /** The chart that the key stands for; a name that tells charts of a run apart. */
    private static final String CHART =
            "v_metric_chart where case_id || '/' || server || '/' || metric = cast(? as varchar)";

    private static final String TIMELINE_OF_CHART =
            "v_metric_timeline t join (select case_id chart_case, server chart_server, metric chart_metric from "
                    + CHART
                    + ") c on t.case_id = c.chart_case and t.server = c.chart_server and t.metric = c.chart_metric";

    private static final Source METRIC_COURSE = new Source(
            "metricCourse",
            "select floor(at_s) at_s, avg(measured / " + SCALE + ") measured from " + TIMELINE_OF_CHART
                    + " group by floor(at_s) order by 1",
            "CHART_ID",
            List.of("AT_S", "MEASURED"),
            List.of());

    private static final Source METRIC_SOURCES = new Source(
            "metricSources",
            "select metric, source, limits from v_metric_source order by position",
            "",
            List.of(),
            List.of("METRIC", "SOURCE", "LIMITS"));

    /** The latency of a way there and back in words of the model. */
    private static final String LATENCY = "case when request_latency = '' and response_latency = '' then 'none'"
            + " when request_latency = response_latency then request_latency"
            + " when response_latency = '' then request_latency || ' there'"
            + " when request_latency = '' then response_latency || ' back'"
            + " else request_latency || ' there, ' || response_latency || ' back' end";

    /** Nothing where the model says nothing; a latency of 0 is said. */
    private static final String MODEL = "case when request_latency <> '' or response_latency <> '' then model_ms end";

    private static final List<String> PATH_NUMBERS = List.of("MODEL_MS", "MIN_MS", "MEDIAN_MS", "MAX_MS");
    private static final List<String> PATH_TEXTS = List.of("PATH", "LATENCY");

    private static final List<Column> PATH_COLUMNS = List.of(
            new Column("From → to", "PATH", "", "28%"),
            new Column("Latency of the model, one way", "LATENCY", "", "32%"),
            new Column("Round trip\nof the model", "MODEL_MS", "#,##0.00", "12%"),
            new Column("Measured:\nmin", "MIN_MS", "#,##0.00", "10%"),
            new Column("Median", "MEDIAN_MS", "#,##0.00", "9%"),
            new Column("Max", "MAX_MS", "#,##0.00", "9%"));

    private static final String PATH_NOTE =
            "Round trips in milliseconds: exchanges of an HTTP HEAD request on one open connection, before"
                    + " the warm-up and after the load of each repetition. A latency of the model is added to that of the real network. What"
                    + " the network takes is a part of the response times, and of the overhead, too.";

    private static final Source PATHS = new Source(
            "paths",
            "select from_host || ' → ' || to_server path, " + LATENCY
                    + " latency, " + MODEL + " model_ms, min_ms, median_ms,"
                    + " max_ms from v_path where case_id = cast(? as varchar) order by position",
            "CASE_ID",
            PATH_NUMBERS,
            PATH_TEXTS);

    private static final String MEASURED_PATHS = "v_path where median_ms is not null or model_ms > 0";

    private static final Source ANY_PATH = new Source(
            "anyPath",
            "select run_id from v_run where exists (select 1 from " + MEASURED_PATHS + ")",
            "",
            List.of(),
            List.of("RUN_ID"));

    private static final Source ALL_PATHS = new Source(
            "allPaths",
            "select from_host || ' → ' || to_server path, " + LATENCY + " latency, max(" + MODEL + ") model_ms,"
                    + " min(min_ms) min_ms, median(median_ms) median_ms, max(max_ms) max_ms from " + MEASURED_PATHS
                    + " group by from_host, to_server, request_latency, response_latency"
                    + " order by from_host, min(position), to_server",
            "",
            PATH_NUMBERS,
            PATH_TEXTS);

    private static final Source LOAD_COURSE = new Source(
            "loadCourse",
            "select floor(at_s) at_s, avg(case when server = engine then measured end) engine,"
                    + " avg(case when server like 'load-%' then measured end) client,"
                    + " avg(case when server <> engine and server not like 'load-%'"
                    + " and server not like 'relay.%' then measured end) partners from v_metric_timeline"
                    + " where case_id = cast(? as varchar) and metric = 'cpu' group by floor(at_s) order by 1",
            "CASE_ID",
            List.of("AT_S", "ENGINE", "CLIENT", "PARTNERS"),
            List.of());

    private static final Source MARKED_METRIC_COURSE = new Source(
            "markedMetricCourse",
            "select floor(at_s) at_s, avg(measured / " + SCALE + ") measured" + UNMARKED + "from " + TIMELINE_OF_CHART
                    + " group by floor(at_s) union all select at_s, null, (select 0.9e0 * max(measured / " + SCALE
                    + ") from " + TIMELINE_OF_CHART + "), 0e0 from " + MARKS
                    + " where case_id = (select case_id from " + CHART + ") order by 1",
            "CHART_ID",
            List.of("AT_S", "MEASURED", "EVENT", "ZERO"),
            List.of());

    private static final Source MARKED_LOAD_COURSE = new Source(
            "markedLoadCourse",
            "select floor(at_s) at_s, avg(case when server = engine then measured end) engine,"
                    + " avg(case when server like 'load-%' then measured end) client,"
                    + " avg(case when server <> engine and server not like 'load-%' then measured end) partners"
                    + UNMARKED
                    + "from v_metric_timeline where case_id = cast(? as varchar) and metric = 'cpu' group by floor(at_s)"
                    + " union all select at_s, null, null, null, (select 0.9e0 * max(measured) from v_metric_timeline"
                    + " where case_id = cast(? as varchar) and metric = 'cpu'), 0e0 from " + MARKS
                    + " where case_id = cast(? as varchar) order by 1",
            "CASE_ID",
            List.of("AT_S", "ENGINE", "CLIENT", "PARTNERS", "EVENT", "ZERO"),
            List.of());

    private static final Source LEDGER = new Source(
            "ledger",
            "select entry, sum(expected) expected, sum(found) found, max(state) state from v_ledger"
                    + " where case_id = cast(? as varchar) group by entry order by min(position)",
            "CASE_ID",
            List.of("EXPECTED", "FOUND"),
            List.of("ENTRY", "STATE"));

    private final Layout layout;
    private final boolean details;

    private RunReport(Layout layout, boolean details) {
        this.layout = layout;
        this.details = details;
    }

    /** The design, with or without a chapter for each case. */
    static ReportDesignHandle design(boolean details) throws SemanticException {
        Layout layout = new Layout();
        new RunReport(layout, details).build();
        return layout.design();
    }

    private void build() throws SemanticException {
        layout.page(RUN, "\"SOABench · \" + row[\"TESTBED\"] + \" · run \" + row[\"RUN_ID\"]");
        cover();
        contents();
        answers();
        summary();
        spoilt();
        results();
        comparison();
        if (details) {
            cases();
        }
        environment();
        metricSources();
        reading();
    }

    private void cover() throws SemanticException {
        ListHandle cover = layout.list(RUN);
        SlotHandle rows = cover.getDetail();
        LabelHandle product = layout.label("SOABENCH", "product");
        rows.add(product);
        rows.add(layout.text("row[\"TITLE\"]", "cover-title"));
        rows.add(layout.text(
                "\"Testbed \" + row[\"TESTBED\"] + \", run \" + row[\"RUN_ID\"] + \", \" + row[\"STARTED\"]",
                "cover-line"));
        TextDataHandle verdict = layout.text("row[\"VERDICT\"]", "verdict");
        rows.add(verdict);
        TextDataHandle message = layout.text("row[\"MESSAGE\"]", "alarm");
        layout.hideWhenEmpty(message, "row[\"MESSAGE\"]");
        rows.add(message);
        rows.add(layout.text(
                "row[\"VALID\"] + \". Seed \" + row[\"SEED\"] + row[\"PROFILE\"] + \", model \" + row[\"MODEL_HASH\"] +"
                        + " \", driver \" + row[\"DRIVER\"] + \".\"",
                "note"));
        layout.body().add(cover);

        layout.body().add(layout.label("Findings", "subheading"));
        ListHandle findings = layout.list(VERDICTS);
        TextDataHandle finding = layout.text("row[\"SENTENCE\"]", "finding");
        layout.highlight(finding, "row[\"TONE\"]", "\"bad\"", Palette.RED);
        findings.getDetail().add(finding);
        layout.body().add(findings);

        layout.body().add(layout.label("Environment", "subheading"));
        layout.body()
                .add(layout.table(
                        MACHINE,
                        List.of(
                                new Column("Host", "HOST", "", "14%"),
                                new Column("", "NAME", "", "24%"),
                                new Column("", "AMOUNT", "", "62%"))));
        ListHandle notices = layout.list(NOTICES);
        notices.getDetail().add(layout.text("row[\"SENTENCE\"]", "note"));
        layout.body().add(notices);
    }

    private void contents() throws SemanticException {
        LabelHandle heading = layout.label("Contents", "heading");
        heading.setProperty("pageBreakBefore", "always");
        layout.body().add(heading);
        entry(ANSWERED, "Answers", "answers");
        entry("Summary", "summary");
        entry(SPOILT, "Repetitions that are not valid", "spoilt");
        entry(TABLED, "Results of each engine", "results");
        entry("Comparison across processes", "comparison");
        if (details) {
            ListHandle cases = layout.list(CASES);
            cases.getDetail()
                    .add(layout.entry(layout.data("TITLE", "", "link"), "\"case-\" + row[\"CASE_ID\"]", "0pt"));
            layout.body().add(cases);
        }
        entry("Environment", "environment");
        entry("Where the metrics of servers come from", "metrics");
        entry("How to read this report", "reading");
    }

    private void entry(Source condition, String title, String bookmark) throws SemanticException {
        ListHandle entry = layout.list(condition);
        entry.getDetail().add(layout.entry(layout.label(title, "link"), "\"" + bookmark + "\"", "0pt"));
        layout.body().add(entry);
    }

    private void entry(String title, String bookmark) throws SemanticException {
        layout.body().add(layout.entry(layout.label(title, "link"), "\"" + bookmark + "\"", "0pt"));
    }

    private void summary() throws SemanticException {
        layout.body().add(layout.heading("Summary", "summary", true));
        layout.body()
                .add(layout.label(
                        "Response times in milliseconds, from the intended start of a request to its complete answer,"
                                + " over all valid repetitions. ± is the half width of the 95 % confidence interval of"
                                + " the mean, with repetitions as the independent unit. Overhead is what the engine adds"
                                + " to the time that its partners take.",
                        "note"));
        TableHandle table = layout.table(
                CASES,
                List.of(
                        new Column("Process", "PROCESS", "", "12%"),
                        new Column("Workload", "WORKLOAD", "", "10%"),
                        new Column("Engine", "ENGINE", "", "9%"),
                        new Column("Valid", "REPETITIONS", "", "5%"),
                        new Column("Requests", "REQUESTS", "#,##0", "9%"),
                        new Column("Failures", "FAILURE_RATE", "0.00%", "8%"),
                        new Column("Per s", "THROUGHPUT_PER_S", "#,##0.0", "7%"),
                        Column.right("Mean", "MEAN", "7%"),
                        new Column("", "CI", "", "7%"),
                        Column.right("Median", "MEDIAN", "7%"),
                        Column.right("p95", "P95", "6%"),
                        Column.right("p99", "P99", "6%"),
                        Column.right("Max", "LONGEST", "7%"),
                        Column.right("Over-\nhead", "OVERHEAD", "7%"),
                        new Column("Goals", "OBJECTIVE", "", "6%")));
        layout.highlight((RowHandle) table.getDetail().get(0), "row[\"OBJECTIVE\"]", "\"missed\"", Palette.RED);
        layout.body().add(table);
        ListHandle network = layout.list(ANY_PATH);
        network.getDetail().add(layout.label("The network", "subheading"));
        network.getDetail().add(layout.table(ALL_PATHS, PATH_COLUMNS));
        network.getDetail().add(layout.label(PATH_NOTE, "note"));
        layout.body().add(network);
    }

    private void answers() throws SemanticException {
        SlotHandle rows = chapter(ANSWERED, "Answers", "answers");
        rows.add(layout.label("Which engine has the lowest response time?", "subheading"));
        sentences(rows, FASTEST, "finding");
        rows.add(layout.table(
                FASTEST_BY_WORKLOAD,
                List.of(
                        new Column("Workload", "WORKLOAD", "", "14%"),
                        new Column("Lowest", "ENGINE", "", "16%"),
                        new Column("Against", "OTHER", "", "16%"),
                        new Column("Times as long", "MEASURED", "#,##0.00", "11%"),
                        new Column("Interval", "CI", "", "15%"),
                        new Column("Cases", "CASES", "0", "6%"),
                        new Column("", "ANSWER", "", "22%"))));
        sentences(rows, LEFT_OUT, "note");
        rows.add(layout.label(
                "Compared are the geometric means of the average response times over the processes that both"
                        + " engines completed: with valid repetitions, and less than the limit of failures. The"
                        + " repetition is the independent unit; each interval has the level of one comparison.",
                "note"));
        rows.add(layout.label("How much load does each engine hold?", "subheading"));
        sentences(rows, SCALABILITY, "finding");
        rows.add(layout.label(
                "A load is held when in every case with it the share of failed requests stays below the limit:"
                        + " that of the model’s goal for failures, else 1 %. Failures that the model makes"
                        + " partners cause do not count. The interval treats repetitions, not requests, as"
                        + " independent.",
                "note"));
    }

    private void sentences(SlotHandle rows, Source source, String style) throws SemanticException {
        ListHandle sentences = layout.list(source);
        sentences.getDetail().add(layout.text("row[\"SENTENCE\"]", style));
        rows.add(sentences);
    }

    /** A chapter, with its line in the contents, of runs that have something to show in it. */
    private void spoilt() throws SemanticException {
        SlotHandle rows = chapter(SPOILT, "Repetitions that are not valid", "spoilt");
        rows.add(layout.label("Their numbers are kept and enter no mean, no comparison and no answer.", "note"));
        rows.add(layout.table(
                SPOILT_REPETITIONS,
                List.of(
                        new Column("Process", "PROCESS", "", "14%"),
                        new Column("Workload", "WORKLOAD", "", "10%"),
                        new Column("Engine", "ENGINE", "", "11%"),
                        new Column("Repetition", "REPETITION", "", "9%"),
                        new Column("Why", "REASONS", "", "56%"))));
    }

    private SlotHandle chapter(Source condition, String title, String bookmark) throws SemanticException {
        ListHandle chapter = layout.list(condition);
        chapter.getDetail().add(layout.heading(title, bookmark, true));
        layout.body().add(chapter);
        return chapter.getDetail();
    }

    private void results() throws SemanticException {
        SlotHandle rows = chapter(TABLED, "Results of each engine", "results");
        sentences(rows, PUBLISHED, "note");
        sentences(rows, PUBLISHED_NOTES, "note");
        ListHandle groups = layout.list(RESULT_GROUPS);
        groups.getDetail().add(layout.text("row[\"TITLE\"]", "subheading"));
        groups.getDetail()
                .add(layout.table(
                        RESULTS,
                        List.of(
                                new Column("Test", "PROCESS", "", "12%"),
                                new Column("Wkl ID", "WORKLOAD", "", "9%"),
                                new Column("Max [s]", "MAX_S", "#,##0.000", "7%"),
                                new Column("Min [s]", "MIN_S", "#,##0.0000", "8%"),
                                new Column("Avg [s]", "AVG_S", "#,##0.0000", "8%"),
                                new Column("", "CI", "", "9%"),
                                new Column("Failure rate (%)", "FAILURE_PERCENT", "0.##", "8%"),
                                new Column("Published", "PUBLISHED", "", "13%"),
                                Column.right("Max [s]", "PUBLISHED_MAX", "7%"),
                                Column.right("Min [s]", "PUBLISHED_MIN", "6%"),
                                Column.right("Avg [s]", "PUBLISHED_AVG", "6%"),
                                Column.right("Failure rate (%)", "PUBLISHED_FAILURES", "7%"))));
        ListHandle figures = layout.list(FIGURES);
        figures.getDetail().add(layout.text("row[\"TITLE\"]", "subheading"));
        figures.getDetail()
                .add(layout.denseChart(
                        FIGURE,
                        ChartModel.xy(WIDTH, 165, false)
                                .over(
                                        "AT_S",
                                        "seconds since the begin of the measurement, one repetition of each workload")
                                .measuring("response time [ms]")
                                .fromZero()
                                .format("#,##0.#")
                                .formatX("0.#")
                                .pointsBy("LATENCY_MS", "SERIES")));
        groups.getDetail().add(figures);
        rows.add(groups);
    }

    private void comparison() throws SemanticException {
        layout.body().add(layout.heading("Comparison across processes", "comparison", true));
        ListHandle nothing = layout.list(NOTHING_TO_COMPARE);
        nothing.getDetail().add(layout.text("row[\"SENTENCE\"]", "note"));
        layout.body().add(nothing);
        layout.body()
                .add(layout.label(
                        "A dot is the mean of a case with its confidence interval, a colour an engine. A red diamond is a"
                                + " published number.",
                        "note"));
        ListHandle workloads = layout.list(WORKLOADS);
        SlotHandle together = layout.together(workloads.getDetail());
        together.add(layout.text("row[\"TITLE\"]", "subheading"));
        ListHandle near = layout.list(spread("near", "not " + WIDE));
        near.getDetail()
                .add(layout.chart(
                        meansFrom("means", BigDecimal.ZERO),
                        means("mean response time [ms]").fromZero().format("#,##0.#")));
        together.add(near);
        for (int decade = FIRST_DECADE; decade <= LAST_DECADE; decade++) {
            String begin = "least(" + LAST_DECADE + ", greatest(" + FIRST_DECADE + ", floor(log10(" + LEAST + "))))";
            BigDecimal lowest = BigDecimal.ONE.scaleByPowerOfTen(decade);
            ListHandle wide = layout.list(spread("wide" + decade, WIDE + " and " + begin + " = " + decade));
            wide.getDetail()
                    .add(layout.chart(
                            meansFrom("means" + decade, lowest),
                            means("mean response time [ms], logarithmic")
                                    .logarithmic(lowest.doubleValue())
                                    .format("#,##0.##")));
            together.add(wide);
        }
        layout.body().add(workloads);
        ListHandle pairs = layout.list(PAIRS);
        pairs.getDetail().add(layout.text("row[\"SENTENCE\"]", "finding"));
        layout.body().add(pairs);
    }

    private void cases() throws SemanticException {
        ListHandle cases = layout.list(CASES);
        SlotHandle rows = cases.getDetail();
        TextDataHandle title = layout.text("row[\"TITLE\"]", "case-heading");
        title.setProperty("pageBreakBefore", "always");
        title.setBookmark("\"case-\" + row[\"CASE_ID\"]");
        layout.toc(title, "row[\"TITLE\"]");
        rows.add(title);
        rows.add(layout.text("row[\"FACTS\"]", "note"));
        TextDataHandle verdict = layout.text("row[\"VERDICT\"]", "finding");
        layout.hideWhenEmpty(verdict, "row[\"VERDICT\"]");
        rows.add(verdict);

        rows.add(layout.label("Repetitions, in milliseconds", "subheading"));
        TableHandle repetitions = layout.table(
                REPETITIONS,
                List.of(
                        new Column("No.", "REPETITION", "", "5%"),
                        new Column("Verdict", "VERDICT", "", "9%"),
                        new Column("Warm-\nup", "WARM_UP", "", "8%"),
                        new Column("Requests", "REQUESTS", "#,##0", "9%"),
                        new Column("Failures", "FAILURES", "#,##0", "8%"),
                        new Column("Per s", "THROUGHPUT_PER_S", "#,##0.0", "8%"),
                        new Column("Min", "MIN_MS", "#,##0.0", "7%"),
                        new Column("Average", "MEAN_MS", "#,##0.0", "8%"),
                        new Column("Median", "MEDIAN_MS", "#,##0.0", "8%"),
                        new Column("p95", "P95_MS", "#,##0.0", "7%"),
                        new Column("p99", "P99_MS", "#,##0.0", "7%"),
                        new Column("p99.9", "P999_MS", "#,##0.0", "8%"),
                        new Column("Max", "MAX_MS", "#,##0.0", "8%"),
                        new Column("SD", "SD_MS", "#,##0.0", "7%"),
                        new Column("Over-\nhead", "OVERHEAD_MEDIAN_MS", "#,##0.00", "8%")));
        layout.highlight((RowHandle) repetitions.getDetail().get(0), "row[\"VERDICT\"]", "\"invalid\"", Palette.RED);
        rows.add(repetitions);
        ListHandle reasons = layout.list(REASONS);
        reasons.getDetail().add(layout.text("row[\"SENTENCE\"]", "alarm"));
        rows.add(reasons);
        SlotHandle log = section(rows, "v_log", "");
        log.add(layout.label("What the log of the server says", "subheading"));
        log.add(layout.table(
                LOG,
                List.of(
                        new Column("Where", "ORIGIN", "", "25%"),
                        new Column("Times", "TIMES", "#,##0", "8%"),
                        new Column("Line", "LINE", "", "67%"))));

        SlotHandle events = section(rows, "v_event", " and kind in ('model', 'missed')");
        events.add(layout.label("Events of the model", "subheading"));
        events.add(layout.table(
                EVENTS,
                List.of(
                        new Column("No.", "REPETITION", "", "6%"),
                        new Column("At [s]", "HAPPENED_S", "#,##0.000", "12%"),
                        new Column("Event", "SUBJECT", "", "38%"),
                        new Column("", "DETAIL", "", "44%"))));
        SlotHandle course = section(rows, "v_points", "");
        course.add(layout.label("Response time over time, all repetitions", "subheading"));
        eventful(course, "not ").add(layout.denseChart(COURSE, responses()));
        eventful(course, "")
                .add(layout.denseChart(MARKED_COURSE, responses().marks("EVENT", "ZERO", "event", SECONDS)));
        SlotHandle shares = section(rows, "v_histogram", " and repetition is null");
        shares.add(layout.label("Distribution of the response time", "subheading"));
        shares.add(layout.chart(
                SHARES,
                ChartModel.bars(WIDTH, 165)
                        .over("BUCKET", "response time [ms], from")
                        .measuring("requests")
                        .fromZero()
                        .format("#,##0")
                        .gap(12)
                        .bar("SUCCEEDED", "answered", Palette.BLUE)
                        .bar("FAILED", "failed", Palette.RED)
                        .stacked()));
        SlotHandle failures = section(rows, "v_failure", " and repetition is null");
        failures.add(layout.label("Failures by cause", "subheading"));
        failures.add(layout.table(
                FAILURES,
                List.of(
                        new Column("Cause", "CAUSE", "", "34%"),
                        new Column("Outcome", "OUTCOME", "", "12%"),
                        new Column("Origin", "ORIGIN", "", "12%"),
                        new Column("Requests", "REQUESTS", "#,##0", "10%"),
                        new Column("Share", "SHARE", "0.00%", "9%"),
                        new Column("For example", "EXAMPLE", "", "23%"))));
        SlotHandle goals = section(rows, "v_objective", "");
        goals.add(layout.label("Goals", "subheading"));
        TableHandle objectives = layout.table(
                OBJECTIVES,
                List.of(
                        new Column("Goal", "OBJECTIVE", "", "30%"),
                        new Column("", "STATE", "", "12%"),
                        new Column("Measured", "SENTENCE", "", "58%")));
        layout.highlight((RowHandle) objectives.getDetail().get(0), "row[\"STATE\"]", "\"missed\"", Palette.RED);
        goals.add(objectives);
        SlotHandle network = section(rows, "v_path", " and (median_ms is not null or model_ms > 0)");
        network.add(layout.label("The network", "subheading"));
        network.add(layout.table(PATHS, PATH_COLUMNS));
        SlotHandle servers = section(rows, "v_metric", "");
        servers.add(layout.label("Servers", "subheading"));
        servers.add(layout.table(
                METRICS,
                List.of(
                        new Column("Server", "SERVER", "", "13%"),
                        new Column("Metric", "METRIC", "", "16%"),
                        new Column("Average", "MEAN", "#,##0.00", "12%"),
                        new Column("Maximum", "MAXIMUM", "#,##0.00", "12%"),
                        new Column("Total", "TOTAL", "#,##0.00", "12%"),
                        new Column("Unit", "UNIT", "", "10%"),
                        new Column("", "REMARK", "", "25%"))));
        servers.add(layout.label(
                "Total is what was counted within the measured window, mean of the repetitions; average and maximum of what is"
                        + " counted are per second. What does not exist has no number and the reason. Where each metric is"
                        + " read stands at the end of this report.",
                "note"));
        SlotHandle load = section(rows, "v_metric_timeline", " and metric = 'cpu'");
        eventful(load, "not ").add(layout.chart(LOAD_COURSE, processors()));
        eventful(load, "").add(layout.chart(MARKED_LOAD_COURSE, processors().marks("EVENT", "ZERO", "event", SECONDS)));
        ListHandle metricCharts = layout.list(METRIC_CHARTS);
        metricCharts.getDetail().add(layout.text("row[\"TITLE\"]", "subheading"));
        ListHandle unmarked = layout.list(eventfulChart("not "));
        unmarked.getDetail().add(layout.chart(METRIC_COURSE, metric()));
        metricCharts.getDetail().add(unmarked);
        ListHandle marked = layout.list(eventfulChart(""));
        marked.getDetail().add(layout.chart(MARKED_METRIC_COURSE, metric().marks("EVENT", "ZERO", "event", SECONDS)));
        metricCharts.getDetail().add(marked);
        rows.add(metricCharts);
        rows.add(layout.label("Ledger", "subheading"));
        TableHandle ledger = layout.table(
                LEDGER,
                List.of(
                        new Column("All repetitions together", "ENTRY", "", "52%"),
                        new Column("Expected", "EXPECTED", "#,##0", "16%"),
                        new Column("Found", "FOUND", "#,##0", "16%"),
                        new Column("", "STATE", "", "16%")));
        layout.highlight((RowHandle) ledger.getDetail().get(0), "row[\"STATE\"]", "\"differs\"", Palette.RED);
        rows.add(ledger);
        layout.body().add(cases);
    }

    private static ChartModel responses() {
        return ChartModel.xy(WIDTH, 185, false)
                .over("AT_S", "seconds since the begin of the measurement (negative: warm-up)")
                .measuring("response time [ms]")
                .fromZero()
                .format("#,##0.#")
                .formatX("0.#")
                .points("OK_MS", "answered", Palette.BLUE, MarkerType.CIRCLE_LITERAL, 1)
                .points("FAILED_MS", "failed", Palette.RED, MarkerType.CROSS_LITERAL, 4);
    }

    private static ChartModel processors() {
        return ChartModel.xy(WIDTH, 130, true)
                .over("AT_S", "seconds since the begin of the measurement, mean of all repetitions")
                .measuring("processors in use")
                .fromZero()
                .format("0.##")
                .formatX("0.#")
                .line("ENGINE", "engine", Palette.BLUE, 2)
                .line("PARTNERS", "partners", Palette.ORANGE, 1)
                .line("CLIENT", "load clients", Palette.GREEN, 1);
    }

    private static ChartModel metric() {
        return ChartModel.xy(WIDTH, 110, true)
                .plain()
                .over("AT_S", "seconds since the begin of the measurement, mean of all repetitions")
                .measuring("")
                .fromZero()
                .format("#,##0.##")
                .formatX("0.#")
                .line("MEASURED", "", Palette.BLUE, 2);
    }

    /** A part that is there when events of the model happened in the case, or when none did. */
    private SlotHandle eventful(SlotHandle rows, String not) throws SemanticException {
        ListHandle part = layout.list(new Source(
                not.isEmpty() ? "eventful" : "uneventful",
                "select case_id from (select distinct case_id from v_suite_summary) k where case_id = cast(? as varchar) and "
                        + not + "exists (select 1 from v_event e where e.case_id = k.case_id and e.kind = 'model')",
                "CASE_ID",
                List.of(),
                List.of("CASE_ID")));
        rows.add(part);
        return part.getDetail();
    }

    /** The same for the chart of a metric. */
    private static Source eventfulChart(String not) {
        return new Source(
                not.isEmpty() ? "eventfulChart" : "uneventfulChart",
                "select case_id || '/' || server || '/' || metric chart_id from " + CHART + " and case_id " + not
                        + "in (select case_id from v_event where kind = 'model')",
                "CHART_ID",
                List.of(),
                List.of("CHART_ID"));
    }

    private static ChartModel means(String title) {
        ChartModel chart = ChartModel.bars(WIDTH, 255)
                .plain()
                .over("LABEL", "")
                .longNames()
                .measuring(title)
                .intervals("LOW_MS", "HIGH_MS");
        for (int i = 0; i < ENGINES.size(); i++) {
            chart.dots("E" + i, MarkerType.CIRCLE_LITERAL, ENGINES.get(i));
        }
        return chart.dots("PUBLISHED", MarkerType.DIAMOND_LITERAL, Palette.RED);
    }

    /** A part of a case that is there when the view has something to show: no empty table, no empty chart. */
    private SlotHandle section(SlotHandle rows, String view, String condition) throws SemanticException {
        ListHandle section = layout.list(new Source(
                "has_" + view,
                "select distinct case_id from " + view + " where case_id = cast(? as varchar)" + condition,
                "CASE_ID",
                List.of(),
                List.of("CASE_ID")));
        rows.add(section);
        return section.getDetail();
    }

    private void environment() throws SemanticException {
        layout.body().add(layout.heading("Environment", "environment", true));
        layout.body()
                .add(layout.table(
                        ENVIRONMENT,
                        List.of(
                                new Column("", "SECTION", "", "18%"),
                                new Column("Item", "ITEM", "", "30%"),
                                new Column("Value", "CONTENT", "", "52%"))));
    }

    private void metricSources() throws SemanticException {
        layout.body().add(layout.heading("Where the metrics of servers come from", "metrics", false));
        layout.body()
                .add(layout.table(
                        METRIC_SOURCES,
                        List.of(
                                new Column("Metric", "METRIC", "", "16%"),
                                new Column("Read from", "SOURCE", "", "26%"),
                                new Column("How far it can be trusted", "LIMITS", "", "58%"))));
    }

    private void reading() throws SemanticException {
        layout.body().add(layout.heading("How to read this report", "reading", true));
        for (String paragraph : List.of(
                "Response time is counted from the moment at which the workload wanted the request to begin, not from"
                        + " the moment at which the load client managed to send it. A slow engine therefore cannot hide"
                        + " behind a load client that waits for it.",
                "A request without an answer within the time-out is a failure and keeps its place in the counts; it"
                        + " is never dropped.",
                "A repetition is valid when the load client kept its schedule, no sample was lost, the partners took"
                        + " the time that was planned for them, and the engine did all the work that the process"
                        + " prescribes. Invalid repetitions are shown and never enter a mean or a comparison.",
                "The confidence interval of a mean treats the repetitions as independent observations and the"
                        + " requests within a repetition as one. With two repetitions it is wide: that is honest, not a"
                        + " fault. More repetitions make it narrower.",
                "Overhead is the response time minus the time of an ideal engine that needs no time itself. It is known"
                        + " for each request, because the partners’ response times are planned in advance.",
                "An event of the model is a dashed mark in the charts over time, at the mean of its times in the repetitions. A"
                        + " repetition in which it did not happen is invalid. Requests that fail because the model took a partner"
                        + " away are failures of the partner, not of the engine.",
                "The ledger compares what was sent, what the engine says it did, and what the partners saw. An engine"
                        + " that skips work is found here.")) {
            layout.body().add(layout.label(paragraph, "paragraph"));
        }
    }
}
