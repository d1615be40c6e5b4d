package io.soabench.reports.design;

/**
 * A column of a table.
 *
 * @param title its heading
 * @param column of the source
 * @param format a number pattern, or empty for text
 * @param width e.g. {@code 12%}
 * @param align where its cells begin
 */
public record TableColumn(String title, String column, String format, String width, Align align) {

    /** Alignment of a table's column. */
    public enum Align {
        /** Text. */
        LEFT,
        /** Numbers. */
        RIGHT
    }

    /** Numbers to the right, text to the left. */
    public TableColumn(String title, String column, String format, String width) {
        this(title, column, format, width, format.isEmpty() ? Align.LEFT : Align.RIGHT);
    }

    /** Text. */
    public static TableColumn text(String title, String column, String width) {
        return new TableColumn(title, column, "", width, Align.LEFT);
    }

    /** Numbers that come as text. */
    public static TableColumn right(String title, String column, String width) {
        return new TableColumn(title, column, "", width, Align.RIGHT);
    }
}
