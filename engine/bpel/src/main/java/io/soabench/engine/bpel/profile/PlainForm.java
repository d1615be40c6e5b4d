package io.soabench.engine.bpel.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A converter of a profile into maps and lists. */
final class PlainForm {
    private PlainForm() {}

    static Map<String, Object> of(Prescription part) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("kind", kind(part));
        plain.put("activity", part.activity());
        if (!part.after().isEmpty()) {
            plain.put("after", part.after());
        }
        if (part instanceof PrescribedCall call) {
            plain.put("partnerLink", call.partnerLink());
            plain.put("operation", call.operation());
            plain.put("requestResponse", call.requestResponse());
            plain.put("line", call.location().line());
        } else if (part instanceof InOrder order) {
            plain.put("steps", all(order.steps()));
        } else if (part instanceof Parallel parallel) {
            plain.put("branches", all(parallel.branches()));
        } else if (part instanceof Alternatives choice) {
            plain.put("alternatives", all(choice.alternatives()));
        } else if (part instanceof Loop loop) {
            loop.count().ifPresent(count -> plain.put("count", count));
            plain.put("parallel", loop.parallel());
            plain.put("body", of(loop.body()));
        } else if (part instanceof Pause pause) {
            pause.duration().ifPresent(duration -> plain.put("durationNs", duration.toNanos()));
        }
        return plain;
    }

    private static List<Map<String, Object>> all(List<Prescription> parts) {
        return parts.stream().map(PlainForm::of).toList();
    }

    private static String kind(Prescription part) {
        if (part instanceof PrescribedCall) {
            return "call";
        } else if (part instanceof InOrder) {
            return "sequence";
        } else if (part instanceof Parallel) {
            return "parallel";
        } else if (part instanceof Alternatives) {
            return "choice";
        }
        return part instanceof Loop ? "loop" : "pause";
    }
}
