package io.soabench.analyzer.database;

import io.soabench.analyzer.folder.Environment;
import io.soabench.analyzer.folder.LogLine;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.judge.Answer;
import io.soabench.analyzer.judge.BarResult;
import io.soabench.analyzer.judge.CaseResult;
import io.soabench.analyzer.judge.CaseStatistic;
import io.soabench.analyzer.judge.FailureCause;
import io.soabench.analyzer.judge.Histogram;
import io.soabench.analyzer.judge.MetricSummary;
import io.soabench.analyzer.judge.ObjectiveResult;
import io.soabench.analyzer.judge.PairResult;
import io.soabench.analyzer.judge.RepetitionResult;
import io.soabench.analyzer.judge.Series;
import io.soabench.analyzer.judge.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.validity.Check;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.Criterion;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.Plan.WorkloadPlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import io.soabench.plan.StatisticFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Writes {@code results.mv.db}. Rows go into {@code results.part.mv.db}, which takes the place of the old database when
 * {@link #finish} is called; without that, {@link #close} removes it and leaves the old one as it was.
 */
public final class ResultDatabase implements AutoCloseable {

    /** Name of the database's file in the run's folder. */
    public static final String FILE = "results.mv.db";

    private static final String PART = "results.part";

    /** Without H2's background writer, which now and then still reads when the store is closed (2.5.252: AssertionError). */
    private static final String NO_WRITER = ";WRITE_DELAY=0";

    private final Path run;
    private final Connection connection;

    /** Begins a new, empty database in the folder of a run. */
    public ResultDatabase(Path run) {
        this.run = run.toAbsolutePath();
        if (this.run.toString().contains(";")) {
            throw new UncheckedIOException(new IOException(
                    "H2 cannot write to " + this.run + ": its path has a semicolon; move the folder to another place"));
        }
        try {
            discard();
            connection = DriverManager.getConnection("jdbc:h2:file:" + this.run.resolve(PART) + NO_WRITER, "sa", "");
        } catch (SQLException | IOException e) {
            throw failure(e);
        }
        try {
            create();
        } catch (SQLException e) {
            close();
            throw failure(e);
        }
    }

    /** JDBC address under which a report reads the database of that run. */
    public static String address(Path run) {
        return "jdbc:h2:file:" + run.toAbsolutePath().resolve("results") + ";ACCESS_MODE_DATA=r;IFEXISTS=TRUE";
    }

    private void discard() throws IOException {
        Files.deleteIfExists(run.resolve(PART + ".mv.db"));
        Files.deleteIfExists(run.resolve(PART + ".trace.db"));
    }

    private UncheckedIOException failure(Exception e) {
        return new UncheckedIOException(
                "cannot write " + run.resolve(FILE) + ": " + e.getMessage(),
                e instanceof IOException cause ? cause : new IOException(e));
    }

    private void create() throws SQLException {
        StringBuilder statement = new StringBuilder();
        try (Statement sql = connection.createStatement()) {
            for (String line : Dictionary.resource("schema.sql").split("\n", -1)) {
                if (!line.startsWith("--")) {
                    statement.append(line).append('\n');
                }
                if (line.endsWith(";")) {
                    sql.execute(statement.toString());
                    statement.setLength(0);
                }
            }
        }
        connection.setAutoCommit(false);
        Dictionary dictionary = new Dictionary();
        int position = 1;
        try (Rows rows = new Rows(connection, "dictionary")) {
            for (String view : views()) {
                Dictionary.Entry entry = dictionary.view(view).orElseThrow();
                rows.add(position++, view, "", entry.unit(), entry.meaning());
                for (String column : columns(view)) {
                    Dictionary.Entry own = dictionary.column(view, column).orElseThrow();
                    rows.add(position++, view, column, own.unit(), own.meaning());
                }
            }
        }
        criteria();
    }

    private List<String> views() throws SQLException {
        return texts(
                "select table_name from information_schema.views where table_schema = 'PUBLIC' order by table_name");
    }

    private List<String> columns(String view) throws SQLException {
        return texts("select column_name from information_schema.columns where table_name = '" + view
                + "' and table_schema = 'PUBLIC' order by ordinal_position");
    }

    private List<String> texts(String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    /** Writes rows. */
    private interface Writing {
        void to(Rows rows) throws SQLException;
    }

    private void write(String table, Writing writing) {
        try (Rows rows = new Rows(connection, table)) {
            writing.to(rows);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Writes the one row about the run. */
    public void run(RunRow run) {
        write(
                "run",
                rows -> rows.add(
                        run.id(),
                        run.plan().origin().testbed(),
                        run.plan().origin().title(),
                        run.plan().origin().seed(),
                        run.plan().origin().profile(),
                        run.plan().origin().modelHash(),
                        run.driver(),
                        run.started(),
                        run.ended(),
                        run.state(),
                        run.message(),
                        run.planned(),
                        run.valid(),
                        run.invalid(),
                        run.missing(),
                        run.confidence(),
                        run.verdict()));
    }

    /**
     * The run itself.
     *
     * @param started null when unknown
     * @param ended null when it did not end in order
     */
    public record RunRow(
            String id,
            Plan plan,
            String driver,
            Instant started,
            Instant ended,
            String state,
            String message,
            int planned,
            int valid,
            int invalid,
            int missing,
            double confidence,
            String verdict) {}

    private void criteria() {
        write("criterion", rows -> {
            int position = 1;
            for (Criterion each : Criteria.all()) {
                rows.add(
                        position++,
                        each.id(),
                        each.title(),
                        lower(each.subject()),
                        each.looksAt(),
                        each.violatedWhen(),
                        each.warnedWhen(),
                        each.reason(),
                        each.isDisturbance(),
                        each.isConsequence(),
                        each.follows(),
                        each.remedy());
            }
        });
    }

    /** Writes the environment. */
    public void environment(Environment environment) {
        write("environment", rows -> {
            int position = 1;
            for (Environment.Entry entry : environment.entries()) {
                rows.add(position++, entry.section(), entry.item(), entry.content());
            }
        });
    }

    /** Writes where the metrics of servers come from, and which of them the model wants to see over time. */
    public void metrics(Plan plan, List<MetricRecord> metrics) {
        write("metric_source", rows -> {
            int position = 1;
            for (MetricRecord m : metrics) {
                rows.add(
                        position++,
                        m.name(),
                        m.kind().name().toLowerCase(Locale.ROOT),
                        m.unit(),
                        m.source(),
                        m.limits());
            }
        });
        write("metric_chart", rows -> {
            for (CasePlan one : plan.cases()) {
                Set<List<String>> charts = new LinkedHashSet<>();
                for (Plan.MetricPlan metric : plan.metrics()) {
                    for (String server : servers(plan, one, metric)) {
                        charts.add(List.of(server, metric.type()));
                    }
                }
                int position = 1;
                for (List<String> chart : charts) {
                    rows.add(one.id(), position++, chart.get(0), chart.get(1));
                }
            }
        });
    }

    /** Those of a case of which the model wants the metric over time. */
    private static List<String> servers(Plan plan, CasePlan one, Plan.MetricPlan metric) {
        if (!metric.statistics().contains(StatisticFunction.CHART_OVER_TIME)) {
            return List.of();
        }
        String name = metric.target().name();
        if (!metric.target().every()) {
            return one.servers().contains(name) ? List.of(name) : List.of();
        }
        return switch (metric.target().kind()) {
            case SERVER ->
                one.servers().stream()
                        .filter(server -> !plan.serverOf(server).emulatesNetwork())
                        .toList();
            case ENGINE, CASE -> one.server().isEmpty() ? List.of() : List.of(one.server());
            case PROCESS, SERVICE, HOST -> List.of();
        };
    }

    /** Writes the cases of the plan; the calls of a process are NULL when unknown. */
    public void cases(Plan plan) {
        write("bench_case", rows -> {
            int position = 1;
            for (CasePlan one : plan.cases()) {
                WorkloadPlan workload = plan.workloadOf(one.workload());
                Plan.ProcessPlan process = plan.processOf(one.process());
                OptionalInt calls = process.calls() == null
                        ? OptionalInt.empty()
                        : process.calls().calls();
                String type = plan.servers().stream()
                        .filter(s -> s.name().equals(one.server()))
                        .map(Plan.ServerPlan::type)
                        .findFirst()
                        .orElse("");
                rows.add(
                        one.id(),
                        position++,
                        one.suite(),
                        CaseResult.engine(one),
                        type,
                        one.process(),
                        one.workload(),
                        workload.kind().name().toLowerCase(Locale.ROOT),
                        workload.clients(),
                        workload.ratePerSecond(),
                        workload.description(),
                        one.clients().size(),
                        one.schedule().warmUpMs() / 1e3,
                        one.schedule().warmUp() == Plan.Schedule.WarmUp.UNTIL_STEADY,
                        one.schedule().measureMs() / 1e3,
                        one.schedule().timeOutMs() / 1e3,
                        calls.isPresent() ? calls.getAsInt() : null);
            }
        });
    }

    /** Writes the ways of messages. */
    public void paths(Plan plan) {
        write("message_path", rows -> {
            for (CasePlan one : plan.cases()) {
                int position = 1;
                for (Plan.PathPlan path : one.paths()) {
                    rows.add(
                            one.id(),
                            position++,
                            path.from(),
                            path.to(),
                            path.request(),
                            path.response(),
                            path.roundTripMs());
                }
            }
        });
    }

    /** Writes one repetition with all its series. */
    public void repetition(RepetitionResult r) {
        String id = r.testCase().id();
        write(
                "repetition",
                rows -> rows.add(
                        id,
                        r.repetition(),
                        r.execution(),
                        r.state(),
                        lower(r.verdict()),
                        String.join("\n", r.sentences(Check.State.VIOLATED)),
                        String.join("\n", r.sentences(Check.State.WARNING)),
                        r.startedNs() == 0 ? null : Instant.ofEpochSecond(0, r.startedNs()),
                        r.measuredS(),
                        r.warmUpRequests(),
                        r.warmedUpS(),
                        r.warmUp() == null ? null : lower(r.warmUp()),
                        r.requests(),
                        r.succeeded(),
                        r.failures(),
                        r.failureRate(),
                        r.throughput(),
                        r.response().min(),
                        r.response().mean(),
                        r.response().median(),
                        r.response().p95(),
                        r.response().p99(),
                        r.response().p999(),
                        r.response().max(),
                        r.response().sd(),
                        r.service().mean(),
                        r.service().median(),
                        r.service().p99(),
                        r.slip().median(),
                        r.slip().p99(),
                        r.slip().max(),
                        r.generatorCpu(),
                        r.overhead().count(),
                        r.overhead().median(),
                        r.overhead().p95(),
                        r.overhead().p99(),
                        r.idealMedianMs(),
                        r.overheadNote(),
                        r.drift(),
                        r.warmUpS()));
        write("statistic", rows -> {
            int position = 1;
            for (Statistic statistic : Statistic.all(r.response().quantiles().keySet())) {
                rows.add(
                        id,
                        r.repetition(),
                        position++,
                        statistic.metric(),
                        statistic.name(),
                        statistic.unit(),
                        statistic.value().applyAsDouble(r),
                        null,
                        null,
                        1);
            }
        });
        checks(r);
        series(r);
        failures(id, r.repetition(), r.failureCauses(), r.requests());
        histogram(id, r.repetition(), r.series().histogram());
        percentiles(id, r.repetition(), r.series().percentiles());
        write("round_trip", rows -> {
            int position = 1;
            for (RoundTripRecord trip : r.roundTrips()) {
                rows.add(
                        id,
                        r.repetition(),
                        position++,
                        trip.from(),
                        trip.to(),
                        lower(trip.when()),
                        trip.exchanges(),
                        trip.minMs(),
                        trip.medianMs(),
                        trip.maxMs());
            }
        });
        write("service", rows -> {
            for (ServiceUse use : r.services()) {
                rows.add(
                        id,
                        r.repetition(),
                        use.service(),
                        use.instance(),
                        use.operation(),
                        use.calls(),
                        use.plannedFailures(),
                        use.notUnderstood(),
                        use.untraced(),
                        use.response().mean(),
                        use.response().median(),
                        use.response().p95(),
                        use.response().p99(),
                        use.response().max(),
                        use.plannedMeanMs(),
                        use.errorP99Ms());
            }
        });
        write("metric", rows -> {
            for (MetricSummary m : r.metrics()) {
                rows.add(
                        id,
                        r.repetition(),
                        m.server(),
                        m.metric(),
                        m.kind().name().toLowerCase(Locale.ROOT),
                        m.unit(),
                        m.source(),
                        m.observations(),
                        m.minimum(),
                        m.mean(),
                        m.median(),
                        m.p95(),
                        m.p99(),
                        m.maximum(),
                        m.sd(),
                        m.first(),
                        m.last(),
                        m.increase());
            }
        });
    }

    private void checks(RepetitionResult r) {
        String id = r.testCase().id();
        write("validity", rows -> {
            int position = 1;
            for (Check check : r.checks()) {
                rows.add(
                        id,
                        r.repetition(),
                        position++,
                        check.criterion().id(),
                        check.measured(),
                        check.bound(),
                        check.unit(),
                        lower(check.state()),
                        check.sentence());
            }
        });
        write("log_line", rows -> {
            int position = 1;
            for (LogLine line : r.log()) {
                rows.add(id, r.repetition(), position++, line.server(), line.file(), line.times(), line.text());
            }
        });
        write("ledger", rows -> {
            int position = 1;
            for (LedgerEntry entry : r.ledger()) {
                rows.add(
                        id,
                        r.repetition(),
                        position++,
                        entry.entry(),
                        entry.expected(),
                        entry.found(),
                        lower(entry.state()),
                        entry.sentence());
            }
        });
    }

    private void series(RepetitionResult r) {
        String id = r.testCase().id();
        write("timeline", rows -> {
            for (Series.Bucket b : r.series().timeline()) {
                rows.add(
                        id,
                        r.repetition(),
                        phase(b.atS() >= 0),
                        b.atS(),
                        b.widthS(),
                        b.requests(),
                        b.failures(),
                        b.answersPerS(),
                        b.minMs(),
                        b.meanMs(),
                        b.medianMs(),
                        b.p99Ms(),
                        b.maxMs());
            }
        });
        write("point", rows -> {
            for (Series.Point p : r.series().points()) {
                rows.add(
                        id,
                        r.repetition(),
                        phase(p.measured()),
                        p.atS(),
                        p.latencyMs(),
                        p.outcome() != io.soabench.plan.Outcome.OK,
                        p.outcome(),
                        p.standsFor());
            }
        });
        write("metric_timeline", rows -> {
            for (Series.MetricPoint p : r.series().metrics()) {
                rows.add(id, r.repetition(), p.server(), p.metric(), p.unit(), phase(p.atS() >= 0), p.atS(), p.value());
            }
        });
        write("event", rows -> {
            for (Series.Event e : r.series().events()) {
                rows.add(id, r.repetition(), e.atS(), e.kind(), e.subject(), e.detail());
            }
        });
    }

    private static String phase(boolean measured) {
        return measured ? "measure" : "warmup";
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void failures(String id, Integer repetition, List<FailureCause> causes, long requests) {
        write("failure", rows -> {
            for (FailureCause cause : causes) {
                rows.add(
                        id,
                        repetition,
                        cause.outcome(),
                        cause.cause(),
                        cause.origin(),
                        cause.requests(),
                        (double) cause.requests() / requests,
                        cause.example());
            }
        });
    }

    private void histogram(String id, Integer repetition, Histogram histogram) {
        write("histogram", rows -> {
            long all = 0;
            for (int i = histogram.begin(); i < histogram.end(); i++) {
                all += histogram.succeeded(i);
            }
            long sum = 0;
            for (int i = histogram.begin(); i < histogram.end(); i++) {
                sum += histogram.succeeded(i);
                rows.add(
                        id,
                        repetition,
                        i - histogram.begin() + 1,
                        histogram.lowMs(i),
                        histogram.lowMs(i + 1),
                        histogram.succeeded(i),
                        histogram.failed(i),
                        all == 0 ? null : (double) sum / all);
            }
        });
    }

    private void percentiles(String id, Integer repetition, List<Series.Percentile> curve) {
        write("percentile", rows -> {
            for (Series.Percentile point : curve) {
                rows.add(id, repetition, point.share(), point.latencyMs());
            }
        });
    }

    /** Writes a case as a whole. */
    public void summary(CaseResult c) {
        String id = c.testCase().id();
        List<RepetitionResult> valid = c.valid();
        long requests = valid.stream().mapToLong(RepetitionResult::requests).sum();
        long succeeded = valid.stream().mapToLong(RepetitionResult::succeeded).sum();
        boolean any = !valid.isEmpty();
        Interval throughput = c.statistic(Statistic.THROUGHPUT, "rate");
        Interval mean = c.statistic(Statistic.RESPONSE_TIME, "average");
        Interval overhead = c.statistic(Statistic.OVERHEAD, "median");
        write(
                "case_summary",
                rows -> rows.add(
                        id,
                        c.repetitions().size(),
                        valid.size(),
                        c.repetitions().size() - valid.size(),
                        any ? requests : null,
                        any ? succeeded : null,
                        any ? requests - succeeded : null,
                        c.statistic(Statistic.FAILURES, "rate").mean(),
                        throughput.mean(),
                        throughput.low(),
                        throughput.high(),
                        c.statistic(Statistic.RESPONSE_TIME, "min").mean(),
                        mean.mean(),
                        mean.low(),
                        mean.high(),
                        c.statistic(Statistic.RESPONSE_TIME, "median").mean(),
                        c.statistic(Statistic.RESPONSE_TIME, "p95").mean(),
                        c.statistic(Statistic.RESPONSE_TIME, "p99").mean(),
                        c.statistic(Statistic.RESPONSE_TIME, "p99.9").mean(),
                        c.statistic(Statistic.RESPONSE_TIME, "max").mean(),
                        c.pooledSdMs(),
                        c.betweenSdMs(),
                        overhead.mean(),
                        overhead.low(),
                        overhead.high(),
                        c.statistic(Statistic.OVERHEAD, "p95").mean(),
                        c.statistic(Statistic.OVERHEAD, "p99").mean(),
                        c.objectives().size(),
                        count(c, ObjectiveResult.State.MET),
                        count(c, ObjectiveResult.State.MISSED),
                        c.verdict()));
        write("statistic", rows -> {
            int position = 1;
            for (CaseStatistic s : c.statistics()) {
                rows.add(
                        id,
                        null,
                        position++,
                        s.statistic().metric(),
                        s.statistic().name(),
                        s.statistic().unit(),
                        s.value().mean(),
                        s.value().low(),
                        s.value().high(),
                        s.value().count());
            }
        });
        failures(id, null, c.failureCauses(), requests);
        histogram(id, null, c.histogram());
        percentiles(id, null, c.percentiles());
        write("objective", rows -> {
            int position = 1;
            for (ObjectiveResult o : c.objectives()) {
                rows.add(
                        id,
                        position++,
                        o.objective().text(),
                        o.objective().metric(),
                        o.objective().statistic().text(),
                        o.objective().comparison().text(),
                        o.bound(),
                        o.measured(),
                        o.unit(),
                        lower(o.state()),
                        o.sentence());
            }
        });
    }

    private static int count(CaseResult result, ObjectiveResult.State state) {
        return (int)
                result.objectives().stream().filter(o -> o.state() == state).count();
    }

    /** Writes the comparisons of cases. */
    public void comparisons(List<PairResult> pairs, List<BarResult> bars) {
        write("pair", rows -> {
            int position = 1;
            for (PairResult p : pairs) {
                CasePlan a = p.faster().testCase();
                rows.add(
                        position++,
                        a.suite(),
                        p.byEngine() ? "engine" : "process",
                        p.byEngine() ? null : CaseResult.engine(a),
                        p.byEngine() ? a.process() : null,
                        a.workload(),
                        a.id(),
                        p.slower().testCase().id(),
                        p.fasterMeanMs(),
                        p.slowerMeanMs(),
                        p.ratio().value(),
                        p.ratio().low(),
                        p.ratio().high(),
                        p.ratio().method(),
                        p.ratio().pValue(),
                        p.ratio().effect(),
                        p.ratio().decided(),
                        p.sentence());
            }
        });
        write("comparison", rows -> {
            for (BarResult b : bars) {
                rows.add(
                        b.suite(),
                        b.workload(),
                        b.engine(),
                        b.processes().size(),
                        b.planned(),
                        String.join(", ", b.processes()),
                        b.meanMs().mean(),
                        b.meanMs().low(),
                        b.meanMs().high(),
                        b.throughput(),
                        b.failureRate());
            }
        });
    }

    /** Writes the answers to the questions that a comparison of engines is made for. */
    public void answers(List<Answer> answers) {
        write("answer", rows -> {
            int position = 1;
            for (Answer a : answers) {
                rows.add(
                        position++,
                        lower(a.question()),
                        a.suite(),
                        a.workload(),
                        a.engine(),
                        a.other(),
                        a.measured(),
                        a.low(),
                        a.high(),
                        a.unit(),
                        a.cases(),
                        a.decided(),
                        a.sentence());
            }
        });
    }

    /** Writes what the model says of its mocked services. */
    public void services(Plan plan) {
        write("mocked_service", rows -> {
            int position = 1;
            for (Plan.ServicePlan s : plan.services()) {
                rows.add(
                        position++,
                        s.name(),
                        s.type(),
                        s.server(),
                        s.instances().size(),
                        s.uiid(),
                        s.qos());
            }
        });
    }

    /** Writes the numbers of others, which nothing is computed from. */
    public void published(Plan plan) {
        write("published", rows -> {
            int position = 1;
            for (Plan.PublishedPlan published : plan.published()) {
                for (Plan.PublishedNumbers n : published.numbers()) {
                    rows.add(
                            position++,
                            published.subject(),
                            published.source(),
                            n.process(),
                            n.workload(),
                            n.maxMs(),
                            n.minMs(),
                            n.meanMs(),
                            n.failureRate(),
                            n.note());
                }
            }
        });
    }

    /**
     * A sentence of the result.
     *
     * @param suite null when it is about the run; {@code caseId}, {@code repetition}: likewise
     * @param good null when it is neither good nor bad
     */
    public record VerdictRow(
            String kind, String suite, String caseId, Integer repetition, Boolean good, String sentence) {}

    /** Writes the sentences, most important first. */
    public void verdicts(List<VerdictRow> verdicts) {
        write("verdict", rows -> {
            int position = 1;
            for (VerdictRow v : verdicts) {
                rows.add(position++, v.kind(), v.suite(), v.caseId(), v.repetition(), v.good(), v.sentence());
            }
        });
    }

    /** Exports all views to {@code export/<view>.csv} and puts the database in place of the old one. */
    public void finish() {
        try {
            connection.commit();
            Path part = run.resolve("export.part");
            Export.delete(part);
            Files.createDirectories(part);
            for (String view : views()) {
                Export.write(connection, view, part.resolve(view.toLowerCase(Locale.ROOT) + ".csv"));
            }
            try (Statement sql = connection.createStatement()) {
                sql.execute("shutdown compact");
            }
            connection.close();
            Files.move(
                    run.resolve(PART + ".mv.db"),
                    run.resolve(FILE),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            Export.replace(part, run.resolve("export"));
        } catch (SQLException | IOException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
            discard();
            Export.delete(run.resolve("export.part"));
        } catch (SQLException | IOException e) {
            throw failure(e);
        }
    }
}
