package io.soabench.reports.chapters;

import io.soabench.reports.design.ReportLayout;
import io.soabench.reports.design.ReportQuery;
import io.soabench.reports.design.SqlSentence;
import io.soabench.reports.design.TableColumn;
import java.util.List;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;

/**
 * The first rows of a long table or list, and a sentence about the rows that are left out: their number, and the view that has them.
 *
 * @param shown query of the first rows
 * @param left query of the sentence; no row where nothing is left out
 */
record FirstRows(ReportQuery shown, ReportQuery left) {

    /** Maximum number of rows of a table. */
    static final int OF_TABLE = 200;

    /** Maximum number of sentences of a list. */
    static final int OF_LIST = 60;

    /**
     * Returns the first rows of a query.
     *
     * @param name of the query; unique in the report
     * @param sql an ordered query
     * @param view the view that has all rows
     */
    static FirstRows of(String name, int most, String sql, String view) {
        return new FirstRows(
                new ReportQuery(name, sql + " fetch first " + most + " rows only"),
                left(name, "select count(*) - " + most + " from (" + sql + ")", view));
    }

    /**
     * Returns the first rows of a query, and all rows to which another page of the report refers.
     *
     * @param name of the query; unique in the report
     * @param sql a query without order, with the columns {@code place}, the number of a row in their order, and {@code referred}, 1 where
     *     another page refers to the row; these rows have the first places
     * @param view the view that has all rows
     */
    static FirstRows referred(String name, int most, String sql, String view) {
        String kept = "(referred = 1 or place <= " + most + ")";
        return new FirstRows(
                new ReportQuery(name, "select * from (" + sql + ") where " + kept + " order by place"),
                left(name, "select count(*) from (" + sql + ") where not " + kept, view));
    }

    private static ReportQuery left(String name, String number, String view) {
        return new ReportQuery(
                name + "Left",
                "select %s sentence from (select (%s) rest) where rest > 0"
                        .formatted(
                                SqlSentence.of(
                                        ChapterSentences.MORE_ROWS,
                                        "rest",
                                        SqlSentence.either(
                                                "rest = 1",
                                                SqlSentence.of(ChapterSentences.ONE_ROW),
                                                SqlSentence.of(ChapterSentences.ROWS)),
                                        "'" + view + "'"),
                                number));
    }

    /** Adds a table of the rows, with the sentence below it. */
    void table(ReportLayout layout, SlotHandle rows, List<TableColumn> columns) throws SemanticException {
        rows.add(layout.table(shown, columns));
        layout.sentences(rows, left, "note");
    }

    /** Adds the column SENTENCE of the rows, a line for each row, with the sentence about those that are left out at the end. */
    void sentences(ReportLayout layout, SlotHandle rows, String style) throws SemanticException {
        layout.sentences(rows, shown, style);
        layout.sentences(rows, left, style);
    }
}
