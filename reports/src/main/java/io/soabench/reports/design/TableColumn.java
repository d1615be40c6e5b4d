package io.soabench.reports.design;

/**
 * A column of a table.
 *
 * @param title its heading
 * @param column column of the query
 * @param format a number pattern, or empty for text
 * @param width e.g. {@code 12%}
 * @param align alignment of its cells
 */
public record TableColumn(String title, String column, String format, String width, Align align) {

    /** Alignment of a table's column. */
    public enum Align {
        /** Text. */
        LEFT,
        /** Numbers. */
        RIGHT
    }

    /** Creates a column with numbers to the right and text to the left. */
    public TableColumn(String title, String column, String format, String width) {
        this(title, column, format, width, format.isEmpty() ? Align.LEFT : Align.RIGHT);
    }

    /** Returns a column of text. */
    public static TableColumn text(String title, String column, String width) {
        return new TableColumn(title, column, "", width, Align.LEFT);
    }

    /** Returns a column of numbers in the form of text. */
    public static TableColumn right(String title, String column, String width) {
        return new TableColumn(title, column, "", width, Align.RIGHT);
    }
}
