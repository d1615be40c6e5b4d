package io.soabench.load.http;

import io.soabench.plan.AnswerForm;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Outcome;
import io.soabench.plan.RowFile;
import java.math.BigDecimal;
import java.util.List;

/**
 * A judge of complete answers. Belongs to one thread and is used again for each answer; its results are those of the
 * last {@link #judge}.
 */
public final class Judge {

    /** The most characters of a value in a message. */
    private static final int MOST_VALUE = 40;

    private final SoapScan scan = new SoapScan();
    private int[] bounds = new int[0];

    private Outcome outcome = Outcome.ABORTED;
    private String detail = "";

    /**
     * Judges an answer that is complete.
     *
     * @param row of records that filled the request, see {@link io.soabench.load.input.Trace#row}
     */
    public void judge(Expectation expected, int row, AnswerReader reader) {
        if (expected.order() == null) {
            judge(expected, row, reader, reader.status() >= 200 && reader.status() < 300);
        } else {
            BatchOrder.Verdict verdict = expected.order().judge(reader.status(), reader.body(), reader.kept());
            outcome = verdict.outcome();
            detail = verdict.detail();
        }
    }

    /** Judges a complete callback, as {@code judge} does for an answer. */
    public void judge(Expectation expected, int row, CallReader reader) {
        judge(expected, row, reader, true);
    }

    private void judge(Expectation expected, int row, MessageReader reader, boolean success) {
        detail = "";
        SoapScan.Kind kind = reader.kept() == 0 ? SoapScan.Kind.EMPTY : scan.scan(reader.body(), reader.kept());
        if (kind == SoapScan.Kind.FAULT) {
            outcome = Outcome.FAULT;
            detail = scan.fault();
        } else if (!success) {
            outcome = Outcome.HTTP;
        } else if (expected.nothing()) {
            outcome = Outcome.OK;
        } else if (kind == SoapScan.Kind.ELEMENT && reader.kept() == reader.bodySize() && !scan.ends()) {
            outcome = Outcome.WRONG;
            detail = LoadRecord.ANSWER_CUT_OFF;
        } else if (kind == SoapScan.Kind.ELEMENT && expected.is(scan)) {
            outcome = Outcome.OK;
            values(expected, row, reader);
        } else {
            outcome = Outcome.WRONG;
            detail = switch (kind) {
                case ELEMENT -> "the answer is " + scan.element();
                case EMPTY -> LoadRecord.ANSWER_EMPTY;
                default ->
                    AnswerForm.unreadable(reader.body(), reader.kept())
                            .map(form -> "the answer is " + form)
                            .orElse(LoadRecord.ANSWER_NO_SOAP);
            };
        }
    }

    /** Compares the answer with the values of the record that it must contain. */
    private void values(Expectation expected, int row, MessageReader reader) {
        RowFile rows = expected.rows();
        List<Expectation.Place> places = expected.places();
        for (int i = 0; i < places.size() && outcome == Outcome.OK; i++) {
            Expectation.Place place = places.get(i);
            if (i == 0) {
                if (bounds.length <= rows.columns().size()) {
                    bounds = rows.bounds();
                }
                rows.fields(row, bounds);
            }
            int begin = bounds[place.column()];
            int size = bounds[place.column() + 1] - 1 - begin;
            boolean found = scan.find(place.namespaces(), place.locals());
            if (found && scan.valueIs(rows.bytes(), begin, size)) {
                continue;
            }
            String right = rows.value(row, place.column()).strip();
            String value = found ? scan.value() : "";
            if (!found || !equal(right, value)) {
                outcome = Outcome.WRONG;
                detail = LoadRecord.WRONG_VALUE + " in row " + rows.line(row) + ": " + place.words()
                        + (found
                                ? " is " + shortened(value)
                                : " is missing"
                                        + (reader.bodySize() > reader.kept()
                                                ? " in the first " + reader.kept() + " bytes"
                                                : ""))
                        + ", expected " + shortened(right);
            }
        }
    }

    private static boolean equal(String right, String found) {
        if (right.equals(found)) {
            return true;
        }
        try {
            return new BigDecimal(right).compareTo(new BigDecimal(found)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String shortened(String text) {
        String line = text.isEmpty() ? "nothing" : text;
        return line.length() <= MOST_VALUE ? line : line.substring(0, MOST_VALUE) + "…";
    }

    /** Returns the outcome of the answer. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns the fault code or the defect of the answer, or an empty text. */
    public String detail() {
        return detail;
    }
}
