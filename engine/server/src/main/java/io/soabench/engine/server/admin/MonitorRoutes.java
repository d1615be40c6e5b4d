package io.soabench.engine.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.soabench.engine.server.monitor.Sample;

/** The path {@code /monitors}. GET returns the current samples. No state. */
final class MonitorRoutes {
    static final String MONITORS = "/monitors";

    private MonitorRoutes() {}

    static AdminAnswer list(EngineState state) {
        ObjectNode answer = AdminAnswer.object();
        ArrayNode samples = answer.putArray("samples");
        for (Sample sample : state.samples()) {
            ObjectNode one = samples.addObject()
                    .put("replica", sample.replica())
                    .put("subject", sample.subject())
                    .put("measure", sample.measure())
                    .put("unit", sample.unit());
            if (sample.value().isPresent()) {
                one.put("value", sample.value().getAsLong());
            } else {
                one.put("note", sample.note());
            }
        }
        return new AdminAnswer(200, answer);
    }
}
