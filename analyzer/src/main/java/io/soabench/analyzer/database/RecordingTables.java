package io.soabench.analyzer.database;

import io.soabench.analyzer.recording.RecordedCase;
import io.soabench.analyzer.recording.RecordedCase.Frame;
import java.util.List;

/** The rows about engines that were recorded. */
final class RecordingTables {

    private final TableWriter tables;

    RecordingTables(TableWriter tables) {
        this.tables = tables;
    }

    void write(List<RecordedCase> cases) {
        for (RecordedCase one : cases) {
            write(one.caseId(), "running", "samples", one.running());
            write(one.caseId(), "allocating", "bytes", one.allocating());
        }
    }

    private void write(String caseId, String kind, String unit, List<Frame> frames) {
        tables.each("recorded_frame", frames, (row, frame, position) -> row.set("case_id", caseId)
                .set("kind", kind)
                .set("position", position)
                .set("depth", frame.depth())
                .set("frame", frame.name())
                .set("weight", frame.weight())
                .set("unit", unit));
    }
}
