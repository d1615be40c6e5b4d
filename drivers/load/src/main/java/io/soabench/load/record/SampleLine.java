package io.soabench.load.record;

import io.soabench.load.text.Digits;
import io.soabench.load.text.Uiid;
import io.soabench.plan.CsvTable;
import io.soabench.plan.SamplePhase;
import java.nio.charset.StandardCharsets;

/** Samples as lines of {@code samples-*.csv}. Belongs to one thread. */
final class SampleLine {

    static final String HEADER = CsvTable.SAMPLES.header() + "\n";

    /** Characters of a detail that are kept. */
    static final int MOST_DETAIL = 200;

    private static final byte[] WARM_UP = phase(SamplePhase.WARM_UP);
    private static final byte[] MEASURE = phase(SamplePhase.MEASURE);
    /** Phase, outcome, eleven numbers and commas. */
    private static final int FIXED_BYTES = 256;

    private final Uiid uiid;
    private final int mostBytes;

    SampleLine(Uiid uiid) {
        this.uiid = uiid;
        // Each character is at most three bytes, each quote is doubled.
        mostBytes = FIXED_BYTES + uiid.mostBytes() + 6 * MOST_DETAIL + 2;
    }

    private static byte[] phase(SamplePhase phase) {
        return (phase.text() + ",").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the most bytes that a line can have. */
    int mostBytes() {
        return mostBytes;
    }

    /** Writes a line and returns the index behind it. */
    int put(byte[] target, int at, Sample sample) {
        int end = put(target, at, sample.measure() ? MEASURE : WARM_UP);
        end = number(target, end, sample.thread());
        end = uiid.put(target, end, sample.client(), sample.number(), sample.lap());
        target[end++] = ',';
        end = number(target, end, sample.chunk());
        end = number(target, end, sample.row());
        end = number(target, end, sample.intendedNs());
        end = number(target, end, sample.startNs());
        end = number(target, end, sample.endNs());
        String outcome = sample.outcome().name();
        for (int i = 0; i < outcome.length(); i++) {
            target[end++] = (byte) outcome.charAt(i);
        }
        target[end++] = ',';
        end = number(target, end, sample.status());
        end = number(target, end, sample.bytesOut());
        end = number(target, end, sample.bytesIn());
        if (!sample.detail().isEmpty()) {
            end = put(target, end, quoted(sample.detail()).getBytes(StandardCharsets.UTF_8));
        }
        target[end] = '\n';
        return end + 1;
    }

    /** Returns a field as RFC 4180 §2 wants it, on one line and cut off. */
    static String quoted(String detail) {
        StringBuilder text = new StringBuilder();
        boolean quote = false;
        for (int i = 0; i < detail.length() && i < MOST_DETAIL; i++) {
            char c = detail.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                text.append(' ');
            } else {
                quote |= c == ',' || c == '"';
                text.append(c == '"' ? "\"\"" : String.valueOf(c));
            }
        }
        String field = text.toString().strip();
        return quote ? "\"" + field + "\"" : field;
    }

    private static int number(byte[] target, int at, long value) {
        int end = Digits.put(target, at, value);
        target[end] = ',';
        return end + 1;
    }

    private static int put(byte[] target, int at, byte[] text) {
        System.arraycopy(text, 0, target, at, text.length);
        return at + text.length;
    }
}
