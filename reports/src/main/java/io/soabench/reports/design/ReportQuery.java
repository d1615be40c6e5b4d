package io.soabench.reports.design;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What to read from the database. Columns and their types are those of the query; they are told nowhere else.
 *
 * @param name of the data set; sources of one name are the same
 * @param sql a query of views. {@code :NAME} stands for the column NAME of the row around the item that shows the source
 */
public record ReportQuery(String name, String sql) {

    private static final Pattern KEY = Pattern.compile("(?<!:):([A-Z][A-Z_]*)");

    /** The columns of the row around it that the query asks for, in the order of their places. */
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        Matcher matcher = KEY.matcher(sql);
        while (matcher.find()) {
            keys.add(matcher.group(1));
        }
        return keys;
    }

    /** The query with a parameter for each key. */
    String prepared() {
        return KEY.matcher(sql).replaceAll("cast(? as varchar)");
    }
}
