package io.soabench.model;

import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arrivals of a recording: a text file with the time of one in each line, which never falls. Of a line with several fields,
 * separated by commas, semicolons, tabs or blanks, the first one counts. A first line that is no number names the columns; lines that
 * begin with {@code #} and empty ones are left out. The recording begins with its first arrival, whatever its time is. Immutable.
 */
public final class ArrivalRecording {

    private static final int MOST_PROBLEMS = 10;

    private final double[] times;
    private final List<Problem> problems;

    private ArrivalRecording(double[] times, List<Problem> problems) {
        this.times = times;
        this.problems = List.copyOf(problems);
    }

    /**
     * Something wrong.
     *
     * @param line from 1
     * @param text what was found and what to write instead
     */
    public record Problem(int line, String text) {}

    /**
     * Reads the text of a file; never fails, but names what is wrong, at most {@value #MOST_PROBLEMS} times.
     *
     * @param unit of its times
     */
    public static ArrivalRecording parse(String text, Unit unit) {
        List<Problem> problems = new ArrayList<>();
        double[] times = new double[1024];
        int size = 0;
        BigDecimal first = null;
        BigDecimal last = null;
        int number = 0;
        boolean columns = true;
        for (String line : (Iterable<String>) text.replace("\uFEFF", "").lines()::iterator) {
            number++;
            String field = line.strip().split("[,;\\s]", 2)[0];
            if (field.isEmpty() || field.startsWith("#")) {
                continue;
            }
            boolean header = columns;
            columns = false;
            BigDecimal time;
            try {
                time = new BigDecimal(field);
            } catch (NumberFormatException e) {
                if (!header && problems.size() < MOST_PROBLEMS) {
                    problems.add(new Problem(
                            number, "\"" + field + "\" is no time; write a number first in each line, like 12.5"));
                }
                continue;
            }
            if (last != null && time.compareTo(last) < 0) {
                if (problems.size() < MOST_PROBLEMS) {
                    problems.add(new Problem(
                            number,
                            "the time " + field + " is before that of the arrival before, " + last.toPlainString()
                                    + "; sort the file by time"));
                }
                continue;
            }
            first = first == null ? time : first;
            last = time;
            times = size == times.length ? Arrays.copyOf(times, size * 2) : times;
            times[size++] = Measure.of(time.subtract(first), unit).value().doubleValue();
        }
        if (problems.isEmpty() && (size < 2 || times[size - 1] == 0)) {
            problems.add(new Problem(
                    Math.max(1, number),
                    "there are no two arrivals at different times; record more, one time in each line"));
        }
        return new ArrivalRecording(Arrays.copyOf(times, size), problems);
    }

    /** What is wrong; with any of it the recording must not be used. */
    public List<Problem> problems() {
        return problems;
    }

    /** Number of arrivals. */
    public int size() {
        return times.length;
    }

    /** When an arrival was, seconds since the first one, whose index is 0. */
    public double seconds(int index) {
        return times[index];
    }

    /**
     * How long it lasts, seconds: to its last arrival and a mean distance on, so that a repetition of it does not begin with two
     * arrivals at once.
     */
    public double seconds() {
        return times[times.length - 1] * times.length / (times.length - 1);
    }
}
