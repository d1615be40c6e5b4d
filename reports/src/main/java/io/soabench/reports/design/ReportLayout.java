package io.soabench.reports.design;

import com.ibm.icu.util.ULocale;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.birt.report.model.api.ActionHandle;
import org.eclipse.birt.report.model.api.CellHandle;
import org.eclipse.birt.report.model.api.ColumnHandle;
import org.eclipse.birt.report.model.api.DataItemHandle;
import org.eclipse.birt.report.model.api.DesignConfig;
import org.eclipse.birt.report.model.api.DesignElementHandle;
import org.eclipse.birt.report.model.api.DesignEngine;
import org.eclipse.birt.report.model.api.ElementFactory;
import org.eclipse.birt.report.model.api.Expression;
import org.eclipse.birt.report.model.api.ExpressionType;
import org.eclipse.birt.report.model.api.ExtendedItemHandle;
import org.eclipse.birt.report.model.api.GridHandle;
import org.eclipse.birt.report.model.api.LabelHandle;
import org.eclipse.birt.report.model.api.ListHandle;
import org.eclipse.birt.report.model.api.OdaDataSetHandle;
import org.eclipse.birt.report.model.api.OdaDataSourceHandle;
import org.eclipse.birt.report.model.api.ReportDesignHandle;
import org.eclipse.birt.report.model.api.ReportItemHandle;
import org.eclipse.birt.report.model.api.RowHandle;
import org.eclipse.birt.report.model.api.SharedStyleHandle;
import org.eclipse.birt.report.model.api.SimpleMasterPageHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.StructureFactory;
import org.eclipse.birt.report.model.api.TOCHandle;
import org.eclipse.birt.report.model.api.TableHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;
import org.eclipse.birt.report.model.api.activity.SemanticException;
import org.eclipse.birt.report.model.api.elements.DesignChoiceConstants;
import org.eclipse.birt.report.model.api.elements.structures.Action;
import org.eclipse.birt.report.model.api.elements.structures.ComputedColumn;
import org.eclipse.birt.report.model.api.elements.structures.HideRule;
import org.eclipse.birt.report.model.api.elements.structures.HighlightRule;
import org.eclipse.birt.report.model.api.elements.structures.OdaDataSetParameter;
import org.eclipse.birt.report.model.api.elements.structures.ParamBinding;
import org.eclipse.birt.report.model.api.extension.ExtendedElementException;

/**
 * The elements of a BIRT design in the style of the report: styles, data sets, headings, tables, charts. One instance builds one design;
 * used by one thread.
 */
public final class ReportLayout {

    /** Width of the text on a page, in points. */
    public static final double WIDTH = 510;

    /**
     * Width of the free space behind the number of a page, for the total number of pages, in points. That number is known only after the
     * layout.
     */
    public static final int TOTAL_WIDTH = 26;

    /** The length of the warm-ups in seconds; empty where it is not known before. */
    private static final ReportQuery WARM_UPS = new ReportQuery(
            "warmUps",
            "select distinct case when warm_up_until_steady or warm_up_s is null then '' else cast(warm_up_s as varchar) end seconds"
                    + " from v_suite_summary");

    private static final String DATABASE = "run";
    private static final String KEY = "key";

    private final ReportDesignHandle design;
    private final ElementFactory factory;
    private final ColumnTypes columnTypes;
    private final Function<String, Optional<String>> methods;
    private final Map<String, DataSet> dataSets = new HashMap<>();
    private int serial;

    /** A data set of the design with its columns. */
    private record DataSet(ReportQuery source, OdaDataSetHandle handle, Map<String, String> columns) {}

    /**
     * Creates an empty design.
     *
     * @param connection to the database of a run, for the columns of each query
     * @param methods function from the heading of a column to the bookmark of the explanation of its numbers, if there
     *     is one
     */
    public ReportLayout(Connection connection, Function<String, Optional<String>> methods) throws SemanticException {
        this.methods = methods;
        columnTypes = new ColumnTypes(connection);
        design = new DesignEngine(new DesignConfig())
                .newSessionHandle(ULocale.ENGLISH)
                .createDesign();
        factory = design.getElementFactory();
        OdaDataSourceHandle source = factory.newOdaDataSource(DATABASE, "org.eclipse.birt.report.data.oda.jdbc");
        source.setProperty("odaDriverClass", "org.h2.Driver");
        source.setProperty("odaURL", "jdbc:h2:file:./results;ACCESS_MODE_DATA=r;IFEXISTS=TRUE");
        source.setProperty("odaUser", "sa");
        design.getDataSources().add(source);
        styles();
    }

    /** Creates an empty design of a report without explanations of its numbers. */
    public ReportLayout(Connection connection) throws SemanticException {
        this(connection, heading -> Optional.empty());
    }

    /** Returns the design. */
    public ReportDesignHandle design() {
        return design;
    }

    /** Returns the body of the report. */
    public SlotHandle body() {
        return design.getBody();
    }

    private void styles() throws SemanticException {
        SharedStyleHandle report = style("report", 9, Palette.INK, false);
        report.setProperty("lineHeight", "140%");
        style("cover-title", 22, Palette.INK, true).setProperty("lineHeight", "26pt");
        style("cover-subtitle", 13, Palette.QUIET, false);
        SharedStyleHandle heading = style("heading", 17, Palette.INK, true);
        space(heading, "18pt", "6pt");
        heading.setProperty("pageBreakAfter", "avoid");
        SharedStyleHandle subheading = style("subheading", 11, Palette.BLUE, true);
        space(subheading, "12pt", "3pt");
        subheading.setProperty("pageBreakAfter", "avoid");
        SharedStyleHandle verdict = style("verdict", 12, Palette.INK, false);
        verdict.setProperty("backgroundColor", Palette.BAND.hex());
        verdict.setProperty("borderLeftStyle", "solid");
        verdict.setProperty("borderLeftWidth", "4pt");
        verdict.setProperty("borderLeftColor", Palette.BLUE.hex());
        verdict.setProperty("paddingTop", "6pt");
        verdict.setProperty("paddingBottom", "6pt");
        verdict.setProperty("paddingLeft", "10pt");
        space(verdict, "4pt", "4pt");
        style("note", 9, Palette.QUIET, false);
        SharedStyleHandle head = style("head", 9, Palette.QUIET, true);
        head.setProperty("borderBottomStyle", "solid");
        head.setProperty("borderBottomWidth", "1pt");
        head.setProperty("borderBottomColor", Palette.QUIET.hex());
        head.setProperty("paddingBottom", "3pt");
        head.setProperty("verticalAlign", "bottom");
        head.setProperty("paddingLeft", "3pt");
        head.setProperty("paddingRight", "3pt");
        SharedStyleHandle cell = style("cell", 9, Palette.INK, false);
        cell.setProperty("borderBottomStyle", "solid");
        cell.setProperty("borderBottomWidth", "0.5pt");
        cell.setProperty("borderBottomColor", Palette.RULE.hex());
        cell.setProperty("paddingTop", "2.5pt");
        cell.setProperty("paddingBottom", "2.5pt");
        cell.setProperty("paddingLeft", "3pt");
        cell.setProperty("paddingRight", "3pt");
        cell.setProperty("verticalAlign", "top");
        style("link", 9, Palette.BLUE, false);
        SharedStyleHandle product = style("product", 9, Palette.BLUE, true);
        product.setProperty("letterSpacing", "3pt");
        space(product, "0pt", "8pt");
        space(style("cover-line", 10, Palette.QUIET, false), "4pt", "10pt");
        SharedStyleHandle caseHeading = style("case-heading", 13, Palette.INK, true);
        space(caseHeading, "18pt", "3pt");
        caseHeading.setProperty("pageBreakAfter", "avoid");
        space(style("finding", 9, Palette.INK, false), "2pt", "2pt");
        space(style("alarm", 9, Palette.RED, false), "2pt", "2pt");
        space(style("paragraph", 9, Palette.INK, false), "3pt", "5pt");
        style("term", 9, Palette.INK, true);
        style("meaning", 9, Palette.INK, false);
        style("head-text", 9, Palette.QUIET, true);
        style("head-link", 9, Palette.BLUE, true).setProperty("textUnderline", "none");
        style("cell-text", 9, Palette.INK, false);
        style("footer", 9, Palette.QUIET, false);
    }

    private SharedStyleHandle style(String name, int size, Palette colour, boolean bold) throws SemanticException {
        SharedStyleHandle style = factory.newStyle(name);
        style.setProperty("fontFamily", "\"" + ReportFonts.FAMILY + "\"");
        style.setProperty("fontSize", size + "pt");
        style.setProperty("color", colour.hex());
        style.setProperty("fontWeight", bold ? "bold" : "normal");
        design.getStyles().add(style);
        return style;
    }

    private static void space(SharedStyleHandle style, String before, String after) throws SemanticException {
        style.setProperty("marginTop", before);
        style.setProperty("marginBottom", after);
    }

    /** Defines the page: A4 with a footer that has the run and the page's number, and room for the total number of pages. */
    public void page(ReportQuery run, String footerExpression) throws SemanticException {
        SimpleMasterPageHandle page = factory.newSimpleMasterPage("page");
        page.setPageType(DesignChoiceConstants.PAGE_SIZE_A4);
        page.setProperty("topMargin", "18mm");
        page.setProperty("bottomMargin", "14mm");
        page.setProperty("leftMargin", "15mm");
        page.setProperty("rightMargin", "15mm");
        page.setProperty("footerHeight", "8mm");
        page.setProperty("headerHeight", "0mm");
        GridHandle grid = factory.newGridItem("footer", 2, 1);
        grid.setProperty("width", "100%");
        grid.setProperty("style", "footer");
        CellHandle left =
                (CellHandle) ((RowHandle) grid.getRows().get(0)).getCells().get(0);
        TextDataHandle name = text(footerExpression, "footer");
        show(name, run);
        left.getContent().add(name);
        CellHandle right =
                (CellHandle) ((RowHandle) grid.getRows().get(0)).getCells().get(1);
        right.setProperty("textAlign", "right");
        right.setProperty("paddingRight", TOTAL_WIDTH + "pt");
        DesignElementHandle number = factory.newAutoText(null);
        number.setProperty("type", DesignChoiceConstants.AUTO_TEXT_PAGE_NUMBER);
        right.getContent().add(number);
        page.getPageFooter().add(grid);
        design.getMasterPages().add(page);
    }

    /** Lets the item show the query, whose columns are available to the item as {@code row["…"]}. */
    private void show(ReportItemHandle item, ReportQuery source) throws SemanticException {
        DataSet set = dataSet(source);
        item.setDataSet(set.handle());
        for (Map.Entry<String, String> column : set.columns().entrySet()) {
            ComputedColumn computed = StructureFactory.createComputedColumn();
            computed.setName(column.getKey());
            computed.setExpression("dataSetRow[\"" + column.getKey() + "\"]");
            computed.setDataType(column.getValue());
            item.addColumnBinding(computed, false);
        }
        int position = 1;
        for (String key : source.keys()) {
            ParamBinding binding = StructureFactory.createParamBinding();
            binding.setParamName(KEY + position++);
            binding.setExpression(List.of(new Expression("row[\"" + key + "\"]", ExpressionType.JAVASCRIPT)));
            item.getPropertyHandle(ReportItemHandle.PARAM_BINDINGS_PROP).addItem(binding);
        }
    }

    /** Declares the data set of a query once. */
    private DataSet dataSet(ReportQuery source) throws SemanticException {
        DataSet known = dataSets.get(source.name());
        if (known != null) {
            if (!known.source().equals(source)) {
                throw new IllegalStateException("two sources are called \"" + source.name() + "\"");
            }
            return known;
        }
        OdaDataSetHandle handle =
                factory.newOdaDataSet(source.name(), "org.eclipse.birt.report.data.oda.jdbc.JdbcSelectDataSet");
        handle.setDataSource(DATABASE);
        handle.setQueryText(source.prepared());
        for (int position = 1; position <= source.keys().size(); position++) {
            OdaDataSetParameter parameter = StructureFactory.createOdaDataSetParameter();
            parameter.setName(KEY + position);
            parameter.setPosition(position);
            parameter.setDataType(DesignChoiceConstants.PARAM_TYPE_STRING);
            parameter.setIsInput(true);
            parameter.setIsOutput(false);
            handle.getPropertyHandle("parameters").addItem(parameter);
        }
        design.getDataSets().add(handle);
        DataSet set = new DataSet(source, handle, columnTypes.of(source));
        dataSets.put(source.name(), set);
        return set;
    }

    /** Returns a fixed text. */
    public LabelHandle label(String text, String style) throws SemanticException {
        LabelHandle label = factory.newLabel(null);
        label.setText(text);
        label.setProperty("style", style);
        return label;
    }

    /** Returns a text from an expression. */
    public TextDataHandle text(String expression, String style) throws SemanticException {
        TextDataHandle text = factory.newTextData(null);
        text.setValueExpr(expression);
        text.setContentType(DesignChoiceConstants.TEXT_CONTENT_TYPE_PLAIN);
        text.setProperty("style", style);
        return text;
    }

    /** Returns a heading with an entry in the outline of the PDF, and a bookmark for the contents. */
    public LabelHandle heading(String title, String bookmark) throws SemanticException {
        LabelHandle heading = label(title, "heading");
        heading.setBookmark("\"" + bookmark + "\"");
        toc(heading, "\"" + title + "\"");
        return heading;
    }

    /** Adds an entry in the outline. */
    public void toc(ReportItemHandle item, String expression) throws SemanticException {
        TOCHandle toc = item.addTOC(expression);
        if (toc == null) {
            throw new IllegalStateException("no outline entry for " + expression);
        }
    }

    /** Makes the text a link to a bookmark. */
    private static void link(DesignElementHandle item, String bookmarkExpression) throws SemanticException {
        Action action = StructureFactory.createAction();
        ActionHandle handle =
                item instanceof LabelHandle label ? label.setAction(action) : ((DataItemHandle) item).setAction(action);
        handle.setLinkType(DesignChoiceConstants.ACTION_LINK_TYPE_BOOKMARK_LINK);
        handle.setTargetBookmark(bookmarkExpression);
        item.setProperty("style", "link");
    }

    /**
     * Returns a text that leads to another file. The text is on the page only, because paper leads nowhere.
     *
     * @param file relative to the page
     */
    public LabelHandle fileLink(String text, String file) throws SemanticException {
        LabelHandle label = label(text, "link");
        ActionHandle action = label.setAction(StructureFactory.createAction());
        action.setLinkType(DesignChoiceConstants.ACTION_LINK_TYPE_HYPERLINK);
        action.setURI("\"" + file + "\"");
        HideRule rule = StructureFactory.createHideRule();
        rule.setFormat(DesignChoiceConstants.FORMAT_TYPE_PDF);
        rule.setExpression("true");
        label.getPropertyHandle(ReportItemHandle.VISIBILITY_PROP).addItem(rule);
        return label;
    }

    /** Hides the item in rows in which the column is empty. */
    public void hideWhenEmpty(ReportItemHandle item, String column) throws SemanticException {
        HideRule rule = StructureFactory.createHideRule();
        rule.setFormat(DesignChoiceConstants.FORMAT_TYPE_ALL);
        String value = "row[\"" + column + "\"]";
        rule.setExpression(value + " == null || " + value + " == \"\"");
        item.getPropertyHandle(ReportItemHandle.VISIBILITY_PROP).addItem(rule);
    }

    /** Returns a line of the contents with a link to a bookmark. */
    public ReportItemHandle entry(ReportItemHandle link, String bookmarkExpression) throws SemanticException {
        link(link, bookmarkExpression);
        link.setProperty("marginTop", "2pt");
        return link;
    }

    /** Returns a word with its meaning beside it and a bookmark. */
    public GridHandle definition(String word, String meaning, String bookmark) throws SemanticException {
        GridHandle grid = definition(word, meaning);
        grid.setBookmark("\"" + bookmark + "\"");
        return grid;
    }

    /** Returns the same without a bookmark. */
    public GridHandle definition(String word, String meaning) throws SemanticException {
        GridHandle grid = factory.newGridItem("definition" + ++serial, 2, 1);
        grid.setProperty("width", "100%");
        grid.setProperty("pageBreakInside", "avoid");
        ((ColumnHandle) grid.getColumns().get(0)).setProperty("width", "22%");
        ((ColumnHandle) grid.getColumns().get(1)).setProperty("width", "78%");
        RowHandle row = (RowHandle) grid.getRows().get(0);
        List<LabelHandle> texts = List.of(label(word, "term"), label(meaning, "meaning"));
        for (int i = 0; i < texts.size(); i++) {
            CellHandle cell = (CellHandle) row.getCells().get(i);
            cell.setProperty("verticalAlign", "top");
            cell.setProperty("paddingTop", "2pt");
            cell.setProperty("paddingRight", "6pt");
            cell.getContent().add(texts.get(i));
        }
        return grid;
    }

    /** Adds a frame whose contents stay on one page, and returns its inside. */
    public SlotHandle together(SlotHandle rows) throws SemanticException {
        GridHandle grid = factory.newGridItem("together" + ++serial, 1, 1);
        grid.setProperty("pageBreakInside", "avoid");
        RowHandle row = (RowHandle) grid.getRows().get(0);
        row.setProperty("pageBreakInside", "avoid");
        rows.add(grid);
        return ((CellHandle) row.getCells().get(0)).getContent();
    }

    /** Returns a list that repeats its content for every row of the query; queries within it take their keys from that row. */
    private ListHandle list(ReportQuery source) throws SemanticException {
        ListHandle list = factory.newList("list" + ++serial);
        show(list, source);
        return list;
    }

    /** Adds a list and returns its inside, which is repeated for every row of the query. */
    public SlotHandle forEach(SlotHandle rows, ReportQuery source) throws SemanticException {
        ListHandle list = list(source);
        rows.add(list);
        return list.getDetail();
    }

    /**
     * Adds a part that appears when a view has rows, and returns its inside.
     *
     * @param name name of the part, unique in the report
     * @param view a view, with a condition where not all of its rows count
     */
    public SlotHandle whereAny(SlotHandle rows, String name, String view) throws SemanticException {
        return forEach(
                rows,
                new ReportQuery(
                        "any of " + name, "select run_id from v_run where exists (select 1 from " + view + ")"));
    }

    /** Adds the column SENTENCE of the query, a line for each row. */
    public void sentences(SlotHandle rows, ReportQuery source, String style) throws SemanticException {
        forEach(rows, source).add(text("row[\"SENTENCE\"]", style));
    }

    /** Returns a data item of a bound column. */
    public DataItemHandle data(String column, String format, String style) throws SemanticException {
        DataItemHandle data = factory.newDataItem(null);
        data.setResultSetColumn(column);
        data.setProperty("style", style);
        if (!format.isEmpty()) {
            data.getPrivateStyle().setNumberFormatCategory(DesignChoiceConstants.NUMBER_FORMAT_TYPE_CUSTOM);
            data.getPrivateStyle().setNumberFormat(format);
        }
        return data;
    }

    /** Returns the values of the first column of a query, for parts whose shape depends on them. */
    public List<String> values(ReportQuery source) {
        return columnTypes.values(source);
    }

    /** Returns a table over a query. */
    public TableHandle table(ReportQuery source, List<TableColumn> columns) throws SemanticException {
        TableHandle table = factory.newTableItem("table" + ++serial, columns.size(), 1, 1, 0);
        table.setProperty("width", "100%");
        show(table, source);
        RowHandle head = (RowHandle) table.getHeader().get(0);
        RowHandle detail = (RowHandle) table.getDetail().get(0);
        for (int i = 0; i < columns.size(); i++) {
            TableColumn column = columns.get(i);
            ((ColumnHandle) table.getColumns().get(i)).setProperty("width", column.width());
            CellHandle top = (CellHandle) head.getCells().get(i);
            top.setProperty("style", "head");
            LabelHandle title = label(column.title(), "head-text");
            Optional<String> how =
                    methods.apply(column.title().replace("-\n", "").replace('\n', ' '));
            if (how.isPresent()) {
                link(title, "\"" + how.get() + "\"");
                title.setProperty("style", "head-link");
            }
            top.getContent().add(aligned(title, top, column));
            CellHandle cell = (CellHandle) detail.getCells().get(i);
            cell.setProperty("style", "cell");
            cell.getContent().add(aligned(data(column.column(), column.format(), "cell-text"), cell, column));
        }
        return table;
    }

    private static <T> T aligned(T item, CellHandle cell, TableColumn column) throws SemanticException {
        cell.setProperty("textAlign", column.align() == TableColumn.Align.RIGHT ? "right" : "left");
        return item;
    }

    /** Replaces the content of a column of a table by a chart, whose query may have keys of the table's rows. */
    public void draw(TableHandle table, int place, ReportQuery source, ChartModel model) throws SemanticException {
        SlotHandle cell =
                ((CellHandle) ((RowHandle) table.getDetail().get(0)).getCells().get(place)).getContent();
        while (cell.getCount() > 0) {
            cell.dropAndClear(0);
        }
        cell.add(chart(source, model, Picture.SVG));
    }

    /** Colours the rows of a table in which a column has the value. */
    public void highlight(TableHandle table, String column, String value, Palette colour) throws SemanticException {
        SlotHandle cells = ((RowHandle) table.getDetail().get(0)).getCells();
        for (int i = 0; i < cells.getCount(); i++) {
            // The style of a text goes before that of its row.
            highlighted(((CellHandle) cells.get(i)).getContent().get(0), column, value, colour);
        }
    }

    /** Colours one cell of the rows of a table in which a column has the value. */
    public void highlight(TableHandle table, int place, String column, String value, Palette colour)
            throws SemanticException {
        CellHandle cell =
                (CellHandle) ((RowHandle) table.getDetail().get(0)).getCells().get(place);
        highlighted(cell.getContent().get(0), column, value, colour);
    }

    /** Fills one cell of the rows of a table in which a column has the value. */
    public void shade(TableHandle table, int place, String column, String value, Palette colour)
            throws SemanticException {
        CellHandle cell =
                (CellHandle) ((RowHandle) table.getDetail().get(0)).getCells().get(place);
        HighlightRule rule = rule(column, value);
        rule.setProperty(HighlightRule.BACKGROUND_COLOR_MEMBER, colour.hex());
        cell.getPropertyHandle("highlightRules").addItem(rule);
    }

    /** Colours a text in rows in which a column has the value. */
    public void highlight(TextDataHandle text, String column, String value, Palette colour) throws SemanticException {
        highlighted(text, column, value, colour);
    }

    private static void highlighted(DesignElementHandle item, String column, String value, Palette colour)
            throws SemanticException {
        HighlightRule rule = rule(column, value);
        rule.setProperty(HighlightRule.COLOR_MEMBER, colour.hex());
        item.getPropertyHandle("highlightRules").addItem(rule);
    }

    private static HighlightRule rule(String column, String value) {
        HighlightRule rule = StructureFactory.createHighlightRule();
        rule.setTestExpression("row[\"" + column + "\"]");
        rule.setOperator(DesignChoiceConstants.MAP_OPERATOR_EQ);
        rule.setValue1("\"" + value + "\"");
        return rule;
    }

    /**
     * Adds a chart over time. Where events of the model happened in the case, each of them is a mark in it.
     *
     * @param course its query has the column AT_S, seconds since the start of the measurement, the key CASE_ID, and
     *     otherwise numbers only; it is not ordered
     * @param model returns a new chart of the course, without marks
     * @param picture form of the drawing
     */
    public void chartOverTime(SlotHandle rows, ReportQuery course, Supplier<ChartModel> model, Picture picture)
            throws SemanticException {
        forEach(rows, EventMarks.condition(course, false))
                .add(chart(EventMarks.none(course), begun(model.get()), picture));
        ReportQuery marked = EventMarks.in(course, columnTypes.of(course).keySet());
        forEach(rows, EventMarks.condition(course, true))
                .add(chart(marked, EventMarks.in(begun(model.get())), picture));
    }

    /** Returns the chart with an axis that begins with the warm-up, where that takes the same time in all cases. */
    private ChartModel begun(ChartModel chart) {
        List<String> warmUps = values(WARM_UPS);
        return warmUps.size() == 1 && !warmUps.get(0).isEmpty()
                ? chart.since(0 - Double.parseDouble(warmUps.get(0)))
                : chart;
    }

    /** The forms of the drawing of a chart. */
    public enum Picture {
        /** Lines and areas. */
        SVG,
        /** Dots, for so many points that pixels are smaller than their drawing. */
        PNG
    }

    /** Returns a chart over a query. */
    public ExtendedItemHandle chart(ReportQuery source, ChartModel model, Picture picture) throws SemanticException {
        ExtendedItemHandle item = factory.newExtendedItem("chart" + ++serial, "Chart");
        try {
            item.loadExtendedElement();
            item.getReportItem().setProperty("chart.instance", model.chart());
        } catch (ExtendedElementException e) {
            throw new IllegalStateException("the chart library is not on the class path", e);
        }
        item.setProperty("outputFormat", picture.name());
        show(item, source);
        item.setWidth(model.chart().getBlock().getBounds().getWidth() + "pt");
        item.setHeight(model.chart().getBlock().getBounds().getHeight() + "pt");
        return item;
    }
}
