package io.soabench.analyzer.database;

import io.soabench.analyzer.cases.StepLine;
import java.util.List;

/** The rows about the time of engines over the number of partner calls. */
final class StepTables {

    private final TableWriter tables;

    StepTables(TableWriter tables) {
        this.tables = tables;
    }

    void write(List<StepLine> lines) {
        tables.each("step_line", lines, (row, line, position) -> row.set("position", position)
                .set("suite", line.suite())
                .set("engine", line.engine())
                .set("workload", line.workload())
                .set("processes", String.join(", ", line.processes()))
                .set("calls_from", line.callsFrom())
                .set("calls_to", line.callsTo())
                .set("repetitions", line.slopeMs().count())
                .set("intercept_ms", line.interceptMs().mean())
                .set("intercept_low_ms", line.interceptMs().low())
                .set("intercept_high_ms", line.interceptMs().high())
                .set("slope_ms", line.slopeMs().mean())
                .set("slope_low_ms", line.slopeMs().low())
                .set("slope_high_ms", line.slopeMs().high())
                .set("off_ms", line.offMs()));
    }
}
