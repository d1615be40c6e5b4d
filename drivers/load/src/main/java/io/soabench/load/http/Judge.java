package io.soabench.load.http;

import io.soabench.plan.Outcome;

/**
 * Judges complete answers. Belongs to one thread and is used again for each answer; its results are those of the
 * last {@link #judge}.
 */
public final class Judge {

    private final SoapScan scan = new SoapScan();

    private Outcome outcome = Outcome.ABORTED;
    private String detail = "";

    /** Judges an answer that is complete. */
    public void judge(Expectation expected, AnswerReader reader) {
        detail = "";
        SoapScan.Kind kind = reader.kept() == 0 ? SoapScan.Kind.EMPTY : scan.scan(reader.body(), reader.kept());
        boolean success = reader.status() >= 200 && reader.status() < 300;
        if (kind == SoapScan.Kind.FAULT) {
            outcome = Outcome.FAULT;
            detail = scan.fault();
        } else if (!success) {
            outcome = Outcome.HTTP;
        } else if (expected.nothing()) {
            outcome = Outcome.OK;
        } else if (kind == SoapScan.Kind.ELEMENT && reader.kept() == reader.bodySize() && !scan.ends()) {
            outcome = Outcome.WRONG;
            detail = "the answer is cut off";
        } else if (kind == SoapScan.Kind.ELEMENT && expected.is(scan)) {
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
