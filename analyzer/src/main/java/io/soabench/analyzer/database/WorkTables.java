package io.soabench.analyzer.database;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineScaling;
import io.soabench.analyzer.cases.FrontShare;
import io.soabench.analyzer.cases.WorkDone;
import io.soabench.analyzer.stat.Interval;
import java.util.List;

/** The rows about the work that engines completed, what was pending, and how both change with a parameter. */
final class WorkTables {

    private final TableWriter tables;

    WorkTables(TableWriter tables) {
        this.tables = tables;
    }

    void write(CaseResult result, WorkDone work) {
        String id = result.testCase().id();
        if (!work.repetitions().isEmpty()) {
            tables.each("work_done", List.of(work), (row, all, position) -> {
                row.set("case_id", id)
                        .set("repetition", null)
                        .set(
                                "completed",
                                all.repetitions().stream()
                                        .mapToLong(WorkDone.Repetition::completed)
                                        .sum())
                        .set(
                                "cpu_s",
                                all.repetitions().stream()
                                        .mapToDouble(WorkDone.Repetition::cpuS)
                                        .sum())
                        .set("cpu_ms", all.cpuMs())
                        .set("confidence", all.repetitions().size() > 1 ? all.confidence() : null);
                interval(row, "completed_per_s", "", all.perS());
                interval(row, "completed_per_cpu_s", "cpu_", all.perCpuS());
                interval(row, "start_s", "start_", all.startS());
            });
        }
        tables.each("work_done", work.repetitions(), (row, each, position) -> {
            row.set("case_id", id)
                    .set("repetition", each.repetition())
                    .set("completed", each.completed())
                    .set("cpu_s", each.cpuS())
                    .set("cpu_ms", each.cpuMs())
                    .set("confidence", null);
            interval(row, "completed_per_s", "", alone(each.perS()));
            interval(row, "completed_per_cpu_s", "cpu_", alone(each.perCpuS()));
            interval(row, "start_s", "start_", alone(each.startS()));
        });
        tables.each("pending_end", work.ends(), (row, end, position) -> {
            row.set("case_id", id)
                    .set("position", position)
                    .set("stage", end.stage())
                    .set("stretches", end.stretches())
                    .set("most", end.most())
                    .set("confidence", end.pending().known() ? work.confidence() : null);
            interval(row, "pending", "", end.pending());
        });
    }

    private static Interval alone(double value) {
        return new Interval(value, Double.NaN, Double.NaN, 1);
    }

    private static void interval(RowInserter.Row row, String column, String prefix, Interval interval) {
        row.set(column, interval.mean())
                .set(prefix + "ci_low", interval.low())
                .set(prefix + "ci_high", interval.high());
    }

    void shares(List<FrontShare> shares) {
        tables.each("front_share", shares, (row, each, position) -> {
            row.set("position", position)
                    .set("case_id", each.result().testCase().id())
                    .set("front", each.front())
                    .set("blocks", each.share().count())
                    .set("confidence", each.share().known() ? each.confidence() : null);
            interval(row, "front_ms", "front_", each.frontMs());
            interval(row, "engine_ms", "engine_", each.engineMs());
            interval(row, "share", "share_", each.share());
        });
    }

    void scaling(List<EngineScaling> scaling) {
        tables.each("scaling", scaling, (row, each, position) -> row.set("position", position)
                .set("case_id", each.result().testCase().id())
                .set("engine_type", each.type())
                .set("parameter", each.parameter())
                .set("parameter_value", each.value())
                .set("completed_per_s", each.work().perS().mean())
                .set("cpu_ms", each.work().cpuMs()));
    }
}
