package io.soabench.reports.interactive;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The rows of a query about one case as JSON: an object for each repetition, with an array for each column. Names are those of the columns
 * in lower case. Numbers have at most six decimals, times at most three.
 */
final class ViewColumns {

    /** The column by which rows are grouped; it is the first of each query. */
    private static final String REPETITION = "repetition";

    /** Decimals of milliseconds and seconds: a microsecond and a millisecond. */
    private static final int TIME_DECIMALS = 3;

    private static final int DECIMALS = 6;

    private final List<String> names = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    /** The rows of one repetition, or of the case as a whole when it is null. */
    private record Group(Integer repetition, List<Object[]> rows) {}

    private ViewColumns() {}

    /**
     * Reads rows.
     *
     * @param query has the repetition as its first column, in order of it
     */
    static ViewColumns read(PreparedStatement query) throws SQLException {
        ViewColumns columns = new ViewColumns();
        try (ResultSet rows = query.executeQuery()) {
            ResultSetMetaData meta = rows.getMetaData();
            for (int i = 2; i <= meta.getColumnCount(); i++) {
                columns.names.add(meta.getColumnLabel(i).toLowerCase(Locale.ROOT));
            }
            while (rows.next()) {
                Object[] row = new Object[columns.names.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getObject(i + 2);
                }
                columns.group((Integer) rows.getObject(1)).rows.add(row);
            }
        }
        return columns;
    }

    private Group group(Integer repetition) {
        if (groups.isEmpty() || !Objects.equals(groups.get(groups.size() - 1).repetition, repetition)) {
            groups.add(new Group(repetition, new ArrayList<>()));
        }
        return groups.get(groups.size() - 1);
    }

    /** Keeps at most that many points of each repetition. Points have a latency, and an outcome that is empty of a success. */
    void thin(int most) {
        int latency = names.indexOf("latency_ms");
        int outcome = names.indexOf("outcome");
        groups.replaceAll(group -> new Group(
                group.repetition,
                PointChoice.of(
                        group.rows,
                        most,
                        row -> ((Number) row[latency]).doubleValue(),
                        row -> !row[outcome].equals(""))));
    }

    /** Writes an array with the groups as the value of a field. */
    void write(JsonGenerator json, String field) throws IOException {
        json.writeArrayFieldStart(field);
        for (Group group : groups) {
            json.writeStartObject();
            json.writeFieldName(REPETITION);
            value(json, REPETITION, group.repetition);
            for (int i = 0; i < names.size(); i++) {
                json.writeArrayFieldStart(names.get(i));
                for (Object[] row : group.rows) {
                    value(json, names.get(i), row[i]);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes a value of a column. */
    static void value(JsonGenerator json, String name, Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Integer || value instanceof Long) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof Number number) {
            number(json, name, number.doubleValue());
        } else {
            json.writeString(value.toString());
        }
    }

    private static void number(JsonGenerator json, String name, double value) throws IOException {
        if (!Double.isFinite(value)) {
            json.writeNull();
            return;
        }
        boolean time = name.endsWith("_ms") || name.endsWith("_s");
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(time ? TIME_DECIMALS : DECIMALS, RoundingMode.HALF_EVEN);
        json.writeNumber(
                rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
    }
}
