package io.soabench.model;

import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The starts of the requests in a results file of JMeter ({@code .jtl}) that is CSV with a line of column names. Its lines are in the
 * order in which requests ended; their column {@code timeStamp} has milliseconds since 1970, or dates with times. Lines of
 * transactions are left out, because they stand for requests that have lines of their own.
 */
final class JMeterResults {

    private static final String TIME = "timeStamp";
    private static final String MESSAGE = "responseMessage";

    /** The start of the response message of a transaction. */
    private static final String TRANSACTION = "Number of samples in transaction";

    /** The most digits of a time, and the greatest exponent. With more, it could not be computed with. */
    private static final int MOST_DIGITS = 100;

    private JMeterResults() {}

    /** A line of the file, which may go on over several of the text, with the number of the first one. */
    private record Row(int line, List<String> fields) {}

    /** Returns true if the first line of a text names a column {@code timeStamp} and others. */
    static boolean isCsv(String text) {
        String first = firstLine(text);
        return separator(first).isPresent()
                && columns(rows(first, separator(first).get()).get(0)).contains(TIME);
    }

    /** Returns true for the other kind of results file, XML. */
    static boolean isXml(String text) {
        return text.lines().limit(3).anyMatch(line -> line.strip().startsWith("<testResults"));
    }

    /** Returns the starts in milliseconds since 1970, in the order of the file; what is wrong is added to the problems. */
    static List<BigDecimal> starts(String text, Unit unit, List<ArrivalRecording.Problem> problems) {
        List<Row> rows = rows(text, separator(firstLine(text)).orElseThrow());
        List<String> columns = columns(rows.get(0));
        int time = columns.indexOf(TIME);
        int message = columns.indexOf(MESSAGE);
        List<BigDecimal> starts = new ArrayList<>();
        for (Row row : rows.subList(1, rows.size())) {
            boolean empty = row.fields().size() == 1 && row.fields().get(0).isBlank();
            if (empty || (message >= 0 && field(row, message).startsWith(TRANSACTION))) {
                continue;
            }
            String written = field(row, time).strip();
            Optional<BigDecimal> number = number(written);
            if (number.isPresent() && unit != Unit.MILLISECOND) {
                problems.add(new ArrivalRecording.Problem(
                        row.line(), "the column timeStamp of JMeter has milliseconds; write ms behind the file name"));
                return starts;
            }
            Optional<BigDecimal> start = number.isPresent() ? number : date(written);
            if (start.isPresent()) {
                starts.add(start.get());
            } else {
                problems.add(new ArrivalRecording.Problem(
                        row.line(),
                        "\"" + written + "\" is no time; the column timeStamp has milliseconds, or dates such as"
                                + " 2026/05/01 09:30:00.125"));
            }
        }
        return starts;
    }

    private static String field(Row row, int column) {
        return column < row.fields().size() ? row.fields().get(column) : "";
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }

    /** Returns the character that JMeter is set to, which is a comma without a setting. */
    private static Optional<Character> separator(String header) {
        return header.chars()
                .filter(c -> c == ',' || c == ';' || c == '\t' || c == '|')
                .mapToObj(c -> (char) c)
                .findFirst();
    }

    private static List<String> columns(Row header) {
        return header.fields().stream().map(String::strip).toList();
    }

    /** Returns a time as a number; empty for another text, and for a number that is much too long, large or small. */
    static Optional<BigDecimal> number(String written) {
        try {
            BigDecimal number = new BigDecimal(written);
            boolean usual = Math.max(Math.abs((long) number.scale()), number.precision()) <= MOST_DIGITS;
            return usual ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Returns a date with a time as ISO 8601 or JMeter writes it; one without a time zone is taken for UTC, because only distances count. */
    private static Optional<BigDecimal> date(String written) {
        String iso = written.replace('/', '-').replace(',', '.').replaceFirst(" ", "T");
        try {
            return Optional.of(milliseconds(OffsetDateTime.parse(iso).toInstant()));
        } catch (DateTimeParseException withoutZone) {
            try {
                return Optional.of(milliseconds(LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC)));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        }
    }

    private static BigDecimal milliseconds(Instant instant) {
        return BigDecimal.valueOf(instant.getEpochSecond())
                .movePointRight(3)
                .add(BigDecimal.valueOf(instant.getNano()).movePointLeft(6));
    }

    /** Returns the lines with their fields (RFC 4180): a field in quotation marks may have separators, line ends and doubled marks in it. */
    private static List<Row> rows(String text, char separator) {
        List<Row> rows = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        int line = 1;
        int begun = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line += c == '\n' ? 1 : 0;
            if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"' && (quoted || field.isEmpty())) {
                quoted = !quoted;
            } else if (quoted || (c != separator && c != '\n' && c != '\r')) {
                field.append(c);
            } else if (c != '\r') {
                fields.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    rows.add(new Row(begun, List.copyOf(fields)));
                    fields.clear();
                    begun = line;
                }
            }
        }
        if (!field.isEmpty() || !fields.isEmpty() || rows.isEmpty()) {
            fields.add(field.toString());
            rows.add(new Row(begun, List.copyOf(fields)));
        }
        return rows;
    }
}
