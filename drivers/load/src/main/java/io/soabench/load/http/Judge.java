package io.soabench.load.http;

import io.soabench.plan.Outcome;
import java.nio.charset.StandardCharsets;

/**
 * Judges complete answers of one process. Belongs to one thread and is used again for each answer; its results are those of the
 * last {@link #judge}.
 */
public final class Judge {

    private final boolean oneWay;
    private final boolean anyAnswer;
    private final byte[] namespace;
    private final byte[] local;
    private final SoapScan scan = new SoapScan();

    private Outcome outcome = Outcome.ABORTED;
    private String detail = "";

    /**
     * @param oneWay whether no answer message is expected
     * @param answerElement expanded name {@code {namespace}local} of the answer's body element, or empty when any will do
     */
    public Judge(boolean oneWay, String answerElement) {
        this.oneWay = oneWay;
        anyAnswer = answerElement.isEmpty();
        int brace = answerElement.lastIndexOf('}');
        namespace = (brace > 0 ? answerElement.substring(1, brace) : "").getBytes(StandardCharsets.UTF_8);
        local = answerElement.substring(brace + 1).getBytes(StandardCharsets.UTF_8);
    }

    /** Judges an answer that is complete. */
    public void judge(AnswerReader reader) {
        detail = "";
        SoapScan.Kind kind = reader.kept() == 0 ? SoapScan.Kind.EMPTY : scan.scan(reader.body(), reader.kept());
        boolean success = reader.status() >= 200 && reader.status() < 300;
        if (kind == SoapScan.Kind.FAULT) {
            outcome = Outcome.FAULT;
            detail = scan.fault();
        } else if (!success) {
            outcome = Outcome.HTTP;
        } else if (oneWay || anyAnswer) {
            outcome = Outcome.OK;
        } else if (kind == SoapScan.Kind.ELEMENT && reader.kept() == reader.bodySize() && !scan.ends()) {
            outcome = Outcome.WRONG;
            detail = "the answer is cut off";
        } else if (kind == SoapScan.Kind.ELEMENT && scan.is(namespace, local)) {
            outcome = Outcome.OK;
        } else {
            outcome = Outcome.WRONG;
            detail = switch (kind) {
                case ELEMENT -> "the answer is " + scan.element();
                case EMPTY -> "the answer is empty";
                default -> "the answer is no SOAP message";
            };
        }
    }

    /** How the answer is. */
    public Outcome outcome() {
        return outcome;
    }

    /** Fault code, or what is wrong with it, or empty. */
    public String detail() {
        return detail;
    }
}
