package io.soabench.mock;

import io.soabench.plan.FailureMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A reader of {@code behaviour.trace} that makes no object for each line. */
final class BehaviourTraceReader {

    private static final String FORMAT = "# soabench behaviour trace 1";

    private static final Pattern LOAD = Pattern.compile("# capacity=(\\d{1,9}) per-concurrent-us=(\\d{1,9})");

    /** The number of mistakes beyond which a file counts as wrong as a whole. */
    private static final int MOST_PROBLEMS = 10;

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final String owner;
    private final List<String> problems;
    private final BehaviourTrace.Builder trace = new BehaviourTrace.Builder();
    private int number;
    private int found;

    /**
     * Creates a reader.
     *
     * @param owner the required second line, for example {@code # service=quotes instance=1}
     */
    private BehaviourTraceReader(Path file, String owner, List<String> problems) {
        this.file = file;
        this.owner = owner;
        this.problems = problems;
    }

    /**
     * Returns the trace, or {@code null} after adding at least one sentence to {@code problems}.
     *
     * @param service name of the service whose trace it must be
     */
    static BehaviourTrace read(Path file, String service, int instance, List<String> problems) {
        if (!Files.isRegularFile(file)) {
            problems.add(file + " is missing; compile the testbed again");
            return null;
        }
        BehaviourTraceReader reader =
                new BehaviourTraceReader(file, "# service=" + service + " instance=" + instance, problems);
        try (InputStream in = Files.newInputStream(file)) {
            reader.lines(in);
        } catch (IOException e) {
            problems.add("cannot read " + file + ": " + e.getMessage());
            return null;
        }
        if (reader.found > MOST_PROBLEMS) {
            problems.add(file + ": and " + (reader.found - MOST_PROBLEMS) + " more");
        }
        if (reader.found > 0) {
            return null;
        }
        if (reader.trace.lines() == 0) {
            problems.add(file + " has no behaviours; expected lines such as \"office.1.1<TAB>8123 7712\"");
            return null;
        }
        return reader.trace.build();
    }

    private void lines(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int filled = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer, filled, buffer.length - filled)) {
            filled += read;
            int start = 0;
            for (int end = lineEnd(buffer, start, filled); end >= 0; end = lineEnd(buffer, start, filled)) {
                line(buffer, start, end);
                start = end + 1;
            }
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            filled -= start;
            if (filled == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
        }
        if (filled > 0) {
            line(buffer, 0, filled);
        }
    }

    private static int lineEnd(byte[] buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void line(byte[] buffer, int start, int lineEnd) {
        number++;
        int end = lineEnd > start && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        if (number == 1) {
            expect(FORMAT, buffer, start, end);
        } else if (number == 2) {
            expect(owner, buffer, start, end);
        } else if (end > start && buffer[start] != '#') {
            behaviours(buffer, start, end);
        } else if (number == 3) {
            load(new String(buffer, start, end - start, StandardCharsets.UTF_8));
        }
    }

    private void expect(String expected, byte[] buffer, int start, int end) {
        String line = new String(buffer, start, end - start, StandardCharsets.UTF_8);
        if (!line.equals(expected)) {
            problem("expected \"" + expected + "\", found \"" + shortened(line) + "\"; compile the testbed again");
        }
    }

    private void behaviours(byte[] buffer, int start, int end) {
        int tab = start;
        while (tab < end && buffer[tab] != '\t') {
            tab++;
        }
        if (tab == start || tab == end) {
            problem("expected UIID, tab, behaviours; found \""
                    + shortened(new String(buffer, start, end - start, StandardCharsets.UTF_8)) + '"');
            return;
        }
        if (!trace.line(buffer, start, tab)) {
            problem("UIID " + new String(buffer, start, tab - start, StandardCharsets.UTF_8)
                    + " has a line already; give each UIID one line");
            return;
        }
        int behaviours = 0;
        int at = tab + 1;
        while (at < end) {
            if (buffer[at] == ' ') {
                at++;
                continue;
            }
            int stop = at;
            while (stop < end && buffer[stop] != ' ') {
                stop++;
            }
            behaviour(buffer, at, stop);
            behaviours++;
            at = stop;
        }
        if (behaviours == 0) {
            problem("UIID " + new String(buffer, start, tab - start, StandardCharsets.UTF_8) + " has no behaviour");
        }
    }

    /** Reads {@code <response>[+<gap>][![<failure>]]}. */
    private void behaviour(byte[] buffer, int start, int stop) {
        int end = start;
        while (end < stop && buffer[end] != '!') {
            end++;
        }
        int plus = start;
        while (plus < end && buffer[plus] != '+') {
            plus++;
        }
        long response = micros(buffer, start, plus);
        long gap = plus == end ? 0 : micros(buffer, plus + 1, end);
        int failure = end == stop || end + 1 == stop ? 0 : failure(buffer, end + 1, stop);
        if (response < 0 || gap < 0 || failure < 0) {
            problem("\"" + new String(buffer, start, stop - start, StandardCharsets.UTF_8)
                    + "\" is not a behaviour; expected microseconds (at most " + BehaviourTrace.LONGEST_US
                    + "), then +gap when limited, then ! and how when it fails");
            return;
        }
        trace.behaviour((int) response, (int) gap, end < stop);
        if (failure > 0) {
            trace.failure(failure);
        }
    }

    /** Returns the HTTP status or the ordinal of the mark; -1 when it is neither. */
    private static int failure(byte[] buffer, int start, int stop) {
        long status = micros(buffer, start, stop);
        if (status >= 0) {
            return status >= FailureMark.LEAST_STATUS && status <= FailureMark.GREATEST_STATUS ? (int) status : -1;
        }
        return FailureMark.of(new String(buffer, start, stop - start, StandardCharsets.UTF_8))
                .map(FailureMark::ordinal)
                .orElse(-1);
    }

    /** Reads the line about the capacity of the instance; any other line is a comment. */
    private void load(String line) {
        Matcher matcher = LOAD.matcher(line);
        if (matcher.matches()) {
            trace.load(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        }
    }

    /** Returns the number, or -1 when there is none in range. */
    private static long micros(byte[] buffer, int start, int end) {
        if (start == end || end - start > 10) {
            return -1;
        }
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value > BehaviourTrace.LONGEST_US ? -1 : value;
    }

    private void problem(String sentence) {
        found++;
        if (found <= MOST_PROBLEMS) {
            problems.add(file + ":" + number + ": " + sentence);
        }
    }

    private static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
