package io.soabench.model;

import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The arrivals of a recording: a text file with the time of one in each line, which never falls. Of a line with several
 * fields, separated by commas, semicolons, tabs or blanks, the first one counts. A first line that is not a number
 * names the columns; lines that begin with {@code #} and empty ones are left out. A decimal comma counts in lines with
 * semicolons or tabs; a comma between two digits is refused elsewhere, unless a first line names the columns with
 * commas. The recording begins with its first arrival, which may have any time. A results file of JMeter is a
 * recording, too, whose times may fall. Immutable.
 */
public final class ArrivalRecording {

    private static final int MOST_PROBLEMS = 10;

    private static final Pattern COMMA_BETWEEN_DIGITS = Pattern.compile("[+-]?\\d*,\\d");

    private static final Pattern COMMA_BEFORE_DIGIT = Pattern.compile("\\d,\\d");

    private static final Pattern DECIMAL_COMMA = Pattern.compile("([+-]?\\d*),(\\d+(?:[eE][+-]?\\d+)?)");

    private final double[] times;
    private final List<Problem> problems;

    private ArrivalRecording(double[] times, List<Problem> problems) {
        this.times = times;
        this.problems = List.copyOf(problems);
    }

    /**
     * A mistake in the file.
     *
     * @param line from 1
     * @param text the finding and the correction
     */
    public record Problem(int line, String text) {}

    /**
     * Reads the text of a file; never fails, but reports at most {@value #MOST_PROBLEMS} mistakes.
     *
     * @param unit of its times
     */
    public static ArrivalRecording parse(String text, Unit unit) {
        String plain = text.replace("\uFEFF", "");
        if (JMeterResults.isXml(plain)) {
            return new ArrivalRecording(
                    new double[0],
                    List.of(new Problem(1, "this is a results file of JMeter in XML; let JMeter save results as CSV")));
        }
        return JMeterResults.isCsv(plain) ? ofJMeter(plain, unit) : ofTimes(plain, unit);
    }

    private static ArrivalRecording ofJMeter(String text, Unit unit) {
        List<Problem> problems = new ArrayList<>();
        List<BigDecimal> starts =
                JMeterResults.starts(text, unit, problems).stream().sorted().toList();
        double[] times = starts.stream()
                .mapToDouble(each -> Measure.of(each.subtract(starts.get(0)), Unit.MILLISECOND)
                        .value()
                        .doubleValue())
                .toArray();
        int lines = (int) text.lines().count();
        return checked(times, problems.stream().limit(MOST_PROBLEMS).toList(), lines);
    }

    /** Returns a recording that has a rate, or a problem. */
    private static ArrivalRecording checked(double[] times, List<Problem> problems, int lines) {
        if (problems.isEmpty() && (times.length < 2 || times[times.length - 1] == 0)) {
            Problem none = new Problem(
                    Math.max(1, lines),
                    "there are no two arrivals at different times; record more, one time in each line");
            return new ArrivalRecording(times, List.of(none));
        }
        return new ArrivalRecording(times, problems);
    }

    private static ArrivalRecording ofTimes(String text, Unit unit) {
        List<Problem> problems = new ArrayList<>();
        double[] times = new double[1024];
        int size = 0;
        BigDecimal first = null;
        BigDecimal last = null;
        int number = 0;
        boolean columns = true;
        int named = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            String field = firstField(line.strip());
            if (field.isEmpty() || field.startsWith("#")) {
                continue;
            }
            boolean header = columns;
            columns = false;
            if (header) {
                named = COMMA_BETWEEN_DIGITS.matcher(field).lookingAt() ? 0 : commas(line);
            }
            if (isAmbiguous(field, line, named)) {
                if (problems.size() < MOST_PROBLEMS) {
                    problems.add(new Problem(
                            number,
                            "\"" + field + "\" is a decimal comma or two fields; write a decimal point, or separate the"
                                    + " fields with semicolons"));
                }
                continue;
            }
            field = field.split(",", 2)[0];
            Optional<BigDecimal> read = JMeterResults.number(field);
            if (read.isEmpty()) {
                if (!header && problems.size() < MOST_PROBLEMS) {
                    problems.add(new Problem(
                            number, "\"" + field + "\" is no time; write a number first in each line, like 12.5"));
                }
                continue;
            }
            BigDecimal time = read.get();
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
        return checked(Arrays.copyOf(times, size), problems, number);
    }

    /** Returns the first field, with a point in place of a decimal comma; elsewhere a comma stays in it. */
    private static String firstField(String line) {
        String[] fields = line.split("[;\\t]", 2);
        String first = fields[0].split("\\s", 2)[0];
        Matcher decimal = DECIMAL_COMMA.matcher(first);
        return fields.length > 1 && decimal.matches() ? decimal.group(1) + "." + decimal.group(2) : first;
    }

    /** Returns whether a comma in the first field may be a decimal comma and may end the field. */
    private static boolean isAmbiguous(String field, String line, int named) {
        if (line.contains(";") || line.contains("\t")) {
            return COMMA_BEFORE_DIGIT.matcher(field).find();
        }
        return COMMA_BETWEEN_DIGITS.matcher(field).lookingAt() && (named == 0 || commas(line) > named);
    }

    private static int commas(String line) {
        return (int) line.chars().filter(c -> c == ',').count();
    }

    /** Returns the problems; a recording with one must not be used. */
    public List<Problem> problems() {
        return problems;
    }

    /** Returns the number of arrivals. */
    public int size() {
        return times.length;
    }

    /** Returns the time of an arrival, seconds since the first one, whose index is 0. */
    public double seconds(int index) {
        return times[index];
    }

    /**
     * Returns how long it lasts, seconds: to its last arrival and a mean distance on, so that a repetition of it does not begin with two
     * arrivals at once.
     */
    public double seconds() {
        return times[times.length - 1] * times.length / (times.length - 1);
    }
}
