package io.soabench.analyzer.database;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.LoadRecord;
import java.time.Instant;
import java.util.function.ToLongFunction;

/** The rows about one repetition. */
final class RepetitionTables {

    private final TableWriter tables;
    private final RepetitionResult result;

    RepetitionTables(TableWriter tables, RepetitionResult result) {
        this.tables = tables;
        this.result = result;
    }

    private RowInserter.Row of(RowInserter.Row row) {
        return row.set("case_id", result.testCase().id()).set("repetition", result.repetition());
    }

    void write() {
        tables.write("repetition", rows -> {
            RowInserter.Row row = rows.row();
            repetition(row);
            row.add();
        });
        StatisticTable.repetition(tables, result);
        StatisticTable.outliers(
                tables,
                result.testCase().id(),
                result.repetition(),
                result.answered().response().outliers());
        checks();
        found();
        SeriesTables series = new SeriesTables(tables, result.testCase().id(), result.repetition());
        series.write(result.series());
        series.failures(result.failureCauses(), result.requests());
    }

    private void repetition(RowInserter.Row row) {
        RepetitionResult.Measurement course = result.measurement();
        of(row).set("execution", result.execution())
                .set("state", result.state())
                .set("verdict", result.verdict())
                .set("usable", result.usable())
                .set("reasons", String.join("\n", result.sentences(CriterionCheck.State.VIOLATED)))
                .set("warnings", String.join("\n", result.sentences(CriterionCheck.State.WARNING)))
                .set("started_at", course.startedNs() == 0 ? null : Instant.ofEpochSecond(0, course.startedNs()))
                .set("measured_s", course.measuredS())
                .set("warm_up_requests", result.answered().warmUp())
                .set("warm_up_s", course.warmUpS())
                .set("warm_up_ended", course.warmUp())
                .set("warm_up_detected_s", course.steadyAfterS())
                .set("drift", course.trend().change())
                .set("drift_low", course.trend().low())
                .set("drift_high", course.trend().high())
                .set("steady", course.steady())
                .set("start_class", result.start().words())
                .set("offered_per_s", course.pace().offeredPerS())
                .set("backlog_begin", course.pace().backlogBegin())
                .set("backlog_end", course.pace().backlogEnd())
                .set("saturated", course.pace().saturated())
                .set("at_least_ms", course.pace().saturated() ? course.pace().atLeastMs() : Double.NaN)
                .set("generator_cpu_rate", course.generatorCpu())
                .set("requests", result.requests())
                .set("succeeded", result.succeeded())
                .set("failures", result.failures())
                .set("ideal_median_ms", result.overheads().idealMedianMs())
                .set("overhead_note", result.overheads().note());
    }

    private void checks() {
        tables.each("validity", result.checks(), (row, check, position) -> of(row).set("position", position)
                .set("criterion", check.criterion().id())
                .set("measured", check.measured())
                .set("bound", check.bound())
                .set("unit", check.unit())
                .set("state", check.state())
                .set("sentence", check.sentence()));
        tables.each("process_requests", result.parts(), (row, part, position) -> of(row).set("process", part.process())
                .set("requests", part.answered().requests())
                .set("succeeded", part.answered().succeeded())
                .set("failures", part.failures())
                .set("ideal_median_ms", part.overhead().idealMedianMs())
                .set("overhead_note", part.overhead().note()));
        tables.each("ledger", result.ledger(), (row, entry, position) -> of(row).set("position", position)
                .set("process", entry.process())
                .set("entry", entry.entry())
                .set("expected", entry.expected())
                .set("found", entry.found())
                .set("state", entry.state())
                .set("sentence", entry.sentence()));
        tables.each("after_kill", result.details().kills(), (row, kill, position) -> of(row).set("position", position)
                .set("killed_s", kill.killedS())
                .set("back_ms", kill.backMs())
                .set("acknowledged", kill.acknowledged())
                .set("lost", kill.lost())
                .set("waiting", kill.open())
                .set("cut", kill.cut())
                .set("repeated_calls", kill.repeated())
                .set("sent", kill.sent())
                .set("failed", kill.failed())
                .set("first_answer_ms", kill.firstAnswerMs())
                .set("as_before_ms", kill.asBeforeMs())
                .set("before_ms", kill.beforeMs())
                .set("before_seconds", kill.seconds()));
        tables.each(
                "instance", result.details().instances(), (row, count, position) -> of(row).set("position", position)
                        .set("server", count.server())
                        .set("process", count.process())
                        .set("begun", count.begun())
                        .set("ended", count.ended())
                        .set("running", count.running()));
        tables.each("instance_point", result.details().singleInstances(), (row, point, position) -> of(row).set(
                        "server", point.server())
                .set("process", point.process())
                .set("at_s", point.atS())
                .set("duration_ms", point.durationMs())
                .set("stands_for", point.standsFor()));
        tables.each("log_line", result.details().log(), (row, line, position) -> of(row).set("position", position)
                .set("server", line.server())
                .set("file", line.file())
                .set("times", line.times())
                .set("line", line.text()));
    }

    private static double waited(LoadRecord.Phase phase, long us) {
        return phase.waits().requests() == 0 ? Double.NaN : us / 1e3;
    }

    /** Returns a count of callbacks; null where processes do not answer by callbacks. */
    private static Long came(LoadRecord load, ToLongFunction<LoadRecord.Callbacks> count) {
        return load.callbacks() == null ? null : count.applyAsLong(load.callbacks());
    }

    private void found() {
        tables.each("load_client", result.details().loads(), (row, load, position) -> {
            LoadRecord.Connections connections = load.effort().connections();
            LoadRecord.Phase measure = load.requests().measure();
            of(row).set("position", position)
                    .set("host", load.client())
                    .set("connections", connections.use())
                    .set("at_once", connections.atOnce())
                    .set("most", connections.most())
                    .set("opened", measure.opened())
                    .set("waits", measure.waits().requests())
                    .set("wait_p99_ms", waited(measure, measure.waits().p99Us()))
                    .set("wait_max_ms", waited(measure, measure.waits().maxUs()))
                    .set("callbacks", came(load, LoadRecord.Callbacks::taken))
                    .set("callbacks_late", came(load, LoadRecord.Callbacks::late))
                    .set("callbacks_repeated", came(load, LoadRecord.Callbacks::repeated))
                    .set("callbacks_foreign", came(load, LoadRecord.Callbacks::foreign))
                    .set("callbacks_malformed", came(load, LoadRecord.Callbacks::malformed))
                    .set("callbacks_not_accepted", came(load, LoadRecord.Callbacks::notAccepted));
        });
        tables.each(
                "round_trip", result.details().roundTrips(), (row, trip, position) -> of(row).set("position", position)
                        .set("from_host", trip.from())
                        .set("to_server", trip.to())
                        .set("taken", trip.when())
                        .set("exchanges", trip.exchanges())
                        .set("min_ms", trip.minMs())
                        .set("median_ms", trip.medianMs())
                        .set("max_ms", trip.maxMs()));
        tables.each("service", result.details().services(), (row, use, position) -> of(row).set(
                        "service", use.service())
                .set("instance", use.instance())
                .set("operation", use.operation())
                .set("calls", use.calls())
                .set("planned_failures", use.plannedFailures())
                .set("not_understood", use.notUnderstood())
                .set("untraced", use.untraced())
                .set("mean_ms", use.response().mean())
                .set("median_ms", use.response().median())
                .set(
                        "p95_ms",
                        NumberStatistics.known(
                                use.response().p95(), 0.95, use.response().count()))
                .set(
                        "p99_ms",
                        NumberStatistics.known(
                                use.response().p99(), 0.99, use.response().count()))
                .set("max_ms", use.response().max())
                .set("planned_mean_ms", use.plannedMeanMs())
                .set("delay_error_p99_ms", use.errorP99Ms()));
        tables.each(
                "service_failure",
                ServiceFailure.of(result.details().services()),
                (row, failure, position) -> of(row).set("service", failure.use().service())
                        .set("instance", failure.use().instance())
                        .set("operation", failure.use().operation())
                        .set("kind", failure.kind().failure())
                        .set("calls", failure.calls())
                        .set("share", (double) failure.calls() / failure.use().plannedFailures()));
        tables.each("metric", result.details().metrics(), (row, m, position) -> of(row).set("server", m.server())
                .set("metric", m.metric())
                .set("kind", m.kind())
                .set("unit", m.unit())
                .set("source", m.source())
                .set("first_value", m.first())
                .set("last_value", m.last()));
    }
}
