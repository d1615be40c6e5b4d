package io.soabench.reports.design;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query of a part of a report. Columns and their types are those of the query and are declared nowhere else.
 *
 * @param name of the data set; queries of one name are the same
 * @param sql a query of views. {@code :NAME} stands for the column NAME of the row around the item that shows the query
 */
public record ReportQuery(String name, String sql) {

    private static final Pattern KEY = Pattern.compile("(?<!:):([A-Z][A-Z_]*)");

    /** Returns the columns of the row around the item that the query uses, in the order of their places. */
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        Matcher matcher = KEY.matcher(sql);
        while (matcher.find()) {
            keys.add(matcher.group(1));
        }
        return keys;
    }

    /** Returns the query with a parameter for each key. */
    String prepared() {
        return KEY.matcher(sql).replaceAll("cast(? as varchar)");
    }
}
