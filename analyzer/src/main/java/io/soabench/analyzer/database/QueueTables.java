package io.soabench.analyzer.database;

import io.soabench.analyzer.queueing.EngineQueueing;
import io.soabench.analyzer.queueing.ProcessorDemand;
import io.soabench.analyzer.queueing.QueueingModel;
import io.soabench.analyzer.queueing.QueueingNetwork;
import java.util.List;

/** The rows about the queueing models of engines. */
final class QueueTables {

    private static final double MS = 1000;

    private final TableWriter tables;

    QueueTables(TableWriter tables) {
        this.tables = tables;
    }

    void write(List<EngineQueueing> queues) {
        tables.each("queueing", queues, QueueTables::view);
        for (EngineQueueing each : queues) {
            tables.each(
                    "queueing_load", each.view().points(), (row, point, position) -> row.set("engine", each.engine())
                            .set("process", each.process())
                            .set("position", position)
                            .set("workload", point.workload())
                            .set("load", point.load())
                            .set("unit", point.unit())
                            .set("role", point.role())
                            .set("measured_per_s", point.measuredPerS())
                            .set("model_per_s", point.modelPerS())
                            .set("measured_ms", point.measuredMs())
                            .set("model_ms", finite(point.modelMs()))
                            .set("utilisation", point.utilisation())
                            .set("off", finite(point.off())));
        }
    }

    private static void view(RowInserter.Row row, EngineQueueing each, int position) {
        QueueingModel view = each.view();
        ProcessorDemand demand = view.demand();
        QueueingNetwork network = view.network();
        row.set("position", position)
                .set("engine", each.engine())
                .set("process", each.process())
                .set("outcome", view.outcome())
                .set("processors", network == null ? null : (Double) network.processors())
                .set("background", network == null ? null : (Double) network.background())
                .set("demand_ms", demand == null ? null : finite(demand.seconds() * MS))
                .set("demand_low_ms", demand == null ? null : finite(demand.low() * MS))
                .set("demand_high_ms", demand == null ? null : finite(demand.high() * MS))
                .set("partners_ms", view.partnersMs())
                .set("rest_ms", view.restMs())
                .set("capacity_per_s", network == null ? null : (Double) network.capacity())
                .set("capacity_low_per_s", view.capacityLow())
                .set("capacity_high_per_s", view.capacityHigh())
                .set("worst", finite(view.worst()))
                .set("sentence", view.sentence());
    }

    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
