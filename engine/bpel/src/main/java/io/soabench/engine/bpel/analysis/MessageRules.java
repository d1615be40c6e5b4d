package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.engine.bpel.syntax.Invoke;
import io.soabench.engine.bpel.syntax.Pick;
import io.soabench.engine.bpel.syntax.Receive;
import io.soabench.engine.bpel.syntax.Reply;

/** The rules about variables and parts of messages that are given twice. */
final class MessageRules {
    private MessageRules() {}

    private static void both(String code, Location place, String variable, String parts, Problems problems) {
        problems.add(code, place, "'" + variable + "' and '" + parts + "' exclude each other; remove one of them");
    }

    static void inputVariableWithToParts(AnalysisInput subject, Problems problems) {
        subject.all(Invoke.class)
                .map(AnalysisInput.Found::activity)
                .filter(invoke -> invoke.inputVariable().isPresent() && invoke.hasToParts())
                .forEach(invoke -> both("SA00051", invoke.location(), "inputVariable", "toParts", problems));
    }

    static void outputVariableWithFromParts(AnalysisInput subject, Problems problems) {
        subject.all(Invoke.class)
                .map(AnalysisInput.Found::activity)
                .filter(invoke -> invoke.outputVariable().isPresent() && invoke.hasFromParts())
                .forEach(invoke -> both("SA00052", invoke.location(), "outputVariable", "fromParts", problems));
    }

    static void receiveVariableWithFromParts(AnalysisInput subject, Problems problems) {
        subject.all(Receive.class)
                .map(found -> found.activity().receipt())
                .filter(receipt -> receipt.variable().isPresent() && receipt.hasFromParts())
                .forEach(receipt -> both("SA00055", receipt.location(), "variable", "fromParts", problems));
    }

    static void replyVariableWithToParts(AnalysisInput subject, Problems problems) {
        subject.all(Reply.class)
                .map(AnalysisInput.Found::activity)
                .filter(reply -> reply.variable().isPresent() && reply.hasToParts())
                .forEach(reply -> both("SA00059", reply.location(), "variable", "toParts", problems));
    }

    static void messageVariableWithFromParts(AnalysisInput subject, Problems problems) {
        subject.all(Pick.class)
                .flatMap(found -> found.activity().messages().stream())
                .map(branch -> branch.receipt())
                .filter(receipt -> receipt.variable().isPresent() && receipt.hasFromParts())
                .forEach(receipt -> both("SA00063", receipt.location(), "variable", "fromParts", problems));
    }
}
