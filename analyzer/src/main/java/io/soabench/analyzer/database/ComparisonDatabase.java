package io.soabench.analyzer.database;

import io.soabench.analyzer.cases.BaselineComparison;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.compare.RunLabels;
import io.soabench.analyzer.compare.RunsComparison;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The database {@value #FILE} of a comparison of runs, with its views as CSV (docs/how-to/compare-releases.md). Used by one thread. */
public final class ComparisonDatabase implements AutoCloseable {

    /** Name of the database's file. */
    public static final String FILE = ComparisonDatabase.NAME + DatabaseFile.ENDING;

    private static final String NAME = "comparison";

    private final DatabaseFile file;
    private final TableWriter tables;
    private final Schema schema;

    /** Creates a new, empty database in a folder. */
    public ComparisonDatabase(Path folder) {
        file = new DatabaseFile(folder, NAME, "the runs are as they were: make room and compare them again");
        tables = file.tables();
        schema = file.make(made -> made.create(NAME));
    }

    /** Returns the JDBC address for reading the database in a folder. */
    public static String address(Path folder) {
        return DatabaseFile.address(folder, NAME);
    }

    /** Writes everything and puts the database in place. */
    public void write(RunsComparison comparison) {
        BaselineComparison between = comparison.between();
        tables.each("comparison", List.of(comparison), (row, c, position) -> row.set(
                        "testbed", c.runs().get(0).plan().origin().testbed())
                .set("title", c.runs().get(0).plan().origin().title())
                .set("runs", c.runs().size())
                .set("meant", c.meantWords())
                .set("confidence", c.confidence())
                .set("noise_floor", Math.log(between.floor()))
                .set("judged", between.judged().size() + between.losses().size())
                .set("worse", c.worse().size()));
        tables.each("compared_run", comparison.runs(), (row, run, position) -> row.set("position", position)
                .set("label", RunLabels.of(position - 1))
                .set("run_id", run.id())
                .set("folder", run.run().toString())
                .set("profile", run.plan().origin().profile())
                .set("seed", run.plan().origin().seed())
                .set("model_hash", run.plan().origin().modelHash())
                .set("started_at", run.started().orElse(null))
                .set("state", run.record().map(r -> r.state().name()).orElse("unknown"))
                .set("soabench", run.soabench())
                .set("cases", run.own().size())
                .set("repetitions", run.repetitions())
                .set("repetitions_used", run.usable())
                .set("noise_floor", Math.log(run.comparisons().floor().ratio())));
        tables.each("run_difference", comparison.differences(), (row, d, position) -> row.set("position", position)
                .set("kind", d.kind())
                .set("label", d.label())
                .set("subject", d.subject())
                .set("in_baseline", d.inA())
                .set("in_run", d.inB())
                .set("sentence", d.finding() + "."));
        tables.write("compared_pair", rows -> {
            int position = 1;
            for (BaselineComparison.JudgedPair each : between.judged()) {
                pair(rows, each, position++);
            }
            for (BaselineComparison.FailureChange each : between.losses()) {
                losses(rows, each, position++);
            }
            for (BaselineComparison.JudgedPair each : between.controls()) {
                pair(rows, each, position++);
            }
        });
        values(comparison);
        tables.each("finding", comparison.findings(), (row, finding, position) -> row.set("position", position)
                .set("kind", finding.kind())
                .set("sentence", finding.sentence()));
        file.finish(schema, true);
    }

    private static void pair(RowInserter rows, BaselineComparison.JudgedPair each, int position) throws SQLException {
        PairResult pair = each.pair();
        PairVerdict verdict = pair.verdict();
        RowInserter.Row row = rows.row();
        of(row, each.of(), pair.process(), position)
                .set("metric", each.metric())
                .set("mean_a", pair.meanAMs())
                .set("mean_b", pair.meanBMs())
                .set("unit", each.metric().equals(Statistic.THROUGHPUT) ? "1/s" : "ms")
                .set("ratio", pair.ratio().value())
                .set("ratio_low", pair.ratio().low())
                .set("ratio_high", pair.ratio().high())
                .set("difference_low", null)
                .set("difference_high", null)
                .set("method", pair.ratio().method())
                .set("p_value", pair.ratio().pValue())
                .set("effect", pair.ratio().effect())
                .set("verdict", verdict == null ? null : verdict.state())
                .set("worse", each.worse())
                .set("noise_floor", verdict == null ? null : (Double) Math.log(verdict.noiseFloor()))
                .set("p_difference", verdict == null ? null : (Double) verdict.pDifference())
                .set("p_equivalence", verdict == null ? null : (Double) verdict.pEquivalence())
                .set("sentence", pair.sentence());
        row.add();
    }

    private static void losses(RowInserter rows, BaselineComparison.FailureChange losses, int position)
            throws SQLException {
        RowInserter.Row row = rows.row();
        of(row, losses.of(), losses.process(), position)
                .set("metric", Statistic.FAILURES)
                .set("mean_a", losses.shareA())
                .set("mean_b", losses.shareB())
                .set("unit", "ratio")
                .set("ratio", losses.shareB() / losses.shareA())
                .set("ratio_low", null)
                .set("ratio_high", null)
                .set("difference_low", losses.low())
                .set("difference_high", losses.high())
                .set("method", "Newcombe's hybrid score interval of the difference")
                .set("p_value", null)
                .set("effect", null)
                .set("verdict", losses.state())
                .set("worse", losses.state() == PairVerdict.State.WORSE)
                .set("noise_floor", null)
                .set("p_difference", null)
                .set("p_equivalence", null)
                .set("sentence", losses.sentence());
        row.add();
    }

    private static RowInserter.Row of(
            RowInserter.Row row, BaselineComparison.CaseInRuns same, String process, int position) {
        CasePlan a = same.a().testCase();
        return row.set("position", position)
                .set("label", same.labelB())
                .set("process", process)
                .set("workload", a.workload())
                .set("engine", CaseResult.engine(a))
                .set("control", same.control())
                .set("case_a", a.id())
                .set("case_b", same.b().testCase().id())
                .set("repetitions_a", same.a().usable().size())
                .set("repetitions_b", same.b().usable().size());
    }

    /** Writes the values of all runs beside each other, in the order of the baseline's cases. */
    private void values(RunsComparison comparison) {
        tables.write("compared_value", rows -> {
            int position = 1;
            for (CaseResult baseline : comparison.runs().get(0).own()) {
                String id = baseline.testCase().id();
                List<BaselineComparison.CaseInRuns> same = Stream.concat(
                                comparison.between().judged().stream(), comparison.between().controls().stream())
                        .map(BaselineComparison.JudgedPair::of)
                        .filter(each -> each.a().testCase().id().equals(id))
                        .toList();
                position = same.isEmpty() ? position : values(rows, baseline, RunLabels.BASELINE, position);
                for (int run = 1; run < comparison.runs().size(); run++) {
                    String label = RunLabels.of(run);
                    // Of a mix there is one for each process, all of the same case.
                    Optional<CaseResult> own = same.stream()
                            .filter(each -> each.labelB().equals(label))
                            .map(BaselineComparison.CaseInRuns::b)
                            .findFirst();
                    position = own.isEmpty() ? position : values(rows, own.get(), label, position);
                }
            }
        });
    }

    private static int values(RowInserter rows, CaseResult result, String label, int first) throws SQLException {
        int position = first;
        position = value(rows, result, label, Statistic.RESPONSE_TIME, StatisticFunction.AVERAGE, "ms", position);
        position = value(rows, result, label, Statistic.RESPONSE_TIME, StatisticFunction.MEDIAN, "ms", position);
        position = value(rows, result, label, Statistic.THROUGHPUT, StatisticFunction.AVERAGE, "1/s", position);
        return value(rows, result, label, Statistic.FAILURES, StatisticFunction.AVERAGE, "ratio", position);
    }

    private static int value(
            RowInserter rows,
            CaseResult result,
            String label,
            String metric,
            StatisticFunction function,
            String unit,
            int position)
            throws SQLException {
        Interval value = result.statistic(metric, function);
        RowInserter.Row row = rows.row()
                .set("position", position)
                .set("label", label)
                .set("process", result.testCase().subject())
                .set("workload", result.testCase().workload())
                .set("engine", CaseResult.engine(result.testCase()))
                .set("metric", metric)
                .set("statistic", function.text())
                .set("unit", unit)
                .set("measured", value.mean())
                .set("low", value.low())
                .set("high", value.high())
                .set("repetitions", result.usable().size());
        row.add();
        return position + 1;
    }

    @Override
    public void close() {
        file.close();
    }
}
