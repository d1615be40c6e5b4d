package io.soabench.reports;

import com.ibm.icu.util.ULocale;
import java.util.List;
import java.util.regex.Pattern;
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
 * Words for building a BIRT design: styles, data sets, headings, tables, charts. One instance builds one design; used by
 * one thread.
 */
final class Layout {

    /** Alignment of a table's column. */
    enum Align {
        LEFT,
        RIGHT
    }

    /**
     * A column of a table.
     *
     * @param title its heading
     * @param column of the data set
     * @param format a number pattern, or empty for text
     * @param width e.g. {@code 12%}
     * @param align where its cells begin
     */
    record Column(String title, String column, String format, String width, Align align) {

        /** Numbers to the right, text to the left. */
        Column(String title, String column, String format, String width) {
            this(title, column, format, width, format.isEmpty() ? Align.LEFT : Align.RIGHT);
        }

        /** Numbers that come as text. */
        static Column right(String title, String column, String width) {
            return new Column(title, column, "", width, Align.RIGHT);
        }
    }

    /**
     * What to read.
     *
     * @param name of the data set
     * @param sql a query; with one {@code cast(? as varchar)} or more when it reads what belongs to the row around it
     * @param key the column of the row around it that each {@code ?} stands for, or empty
     * @param numbers its numeric columns
     * @param texts its text columns
     */
    record Source(String name, String sql, String key, List<String> numbers, List<String> texts) {

        boolean nested() {
            return !key.isEmpty();
        }

        /** How often the key is asked for. */
        int keys() {
            return nested() ? (int) PLACE_OF_KEY.matcher(sql).results().count() : 0;
        }
    }

    /** Key of the map from bookmarks to pages in the engine's application context. */
    static final String PAGES = "soabench.pages";

    private static final String DATABASE = "run";
    private static final String KEY = "key";
    private static final Pattern PLACE_OF_KEY = Pattern.compile("cast(? as varchar)", Pattern.LITERAL);

    private final ReportDesignHandle design;
    private final ElementFactory factory;
    private int serial;

    Layout() throws SemanticException {
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

    /** The design. */
    ReportDesignHandle design() {
        return design;
    }

    /** The body of the report. */
    SlotHandle body() {
        return design.getBody();
    }

    private void styles() throws SemanticException {
        SharedStyleHandle report = style("report", 9, Palette.INK, false);
        report.setProperty("lineHeight", "140%");
        style("cover-title", 26, Palette.INK, true).setProperty("lineHeight", "30pt");
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
        style("note", 8, Palette.QUIET, false);
        SharedStyleHandle head = style("head", 7, Palette.QUIET, true);
        head.setProperty("borderBottomStyle", "solid");
        head.setProperty("borderBottomWidth", "1pt");
        head.setProperty("borderBottomColor", Palette.QUIET.hex());
        head.setProperty("paddingBottom", "3pt");
        head.setProperty("verticalAlign", "bottom");
        head.setProperty("paddingLeft", "3pt");
        head.setProperty("paddingRight", "3pt");
        SharedStyleHandle cell = style("cell", 7, Palette.INK, false);
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
        space(product, "40pt", "14pt");
        space(style("cover-line", 10, Palette.QUIET, false), "8pt", "16pt");
        space(style("case-heading", 13, Palette.INK, true), "14pt", "3pt");
        space(style("finding", 9, Palette.INK, false), "2pt", "2pt");
        space(style("alarm", 9, Palette.RED, false), "2pt", "2pt");
        space(style("paragraph", 9, Palette.INK, false), "3pt", "5pt");
        style("head-text", 7, Palette.QUIET, true);
        style("cell-text", 7, Palette.INK, false);
        style("footer", 8, Palette.QUIET, false);
    }

    private SharedStyleHandle style(String name, int size, Palette colour, boolean bold) throws SemanticException {
        SharedStyleHandle style = factory.newStyle(name);
        style.setProperty("fontFamily", "\"" + Fonts.FAMILY + "\"");
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

    /** The page: A4 with a footer that tells the run and the page's number. */
    void page(Source run, String footerExpression) throws SemanticException {
        SimpleMasterPageHandle page = factory.newSimpleMasterPage("page");
        page.setPageType(DesignChoiceConstants.PAGE_SIZE_A4);
        page.setProperty("topMargin", "18mm");
        page.setProperty("bottomMargin", "14mm");
        page.setProperty("leftMargin", "18mm");
        page.setProperty("rightMargin", "18mm");
        page.setProperty("footerHeight", "8mm");
        page.setProperty("headerHeight", "0mm");
        GridHandle grid = factory.newGridItem("footer", 2, 1);
        grid.setProperty("width", "100%");
        grid.setProperty("style", "footer");
        CellHandle left =
                (CellHandle) ((RowHandle) grid.getRows().get(0)).getCells().get(0);
        TextDataHandle name = text(footerExpression, "footer");
        name.setDataSet(dataSet(run));
        bind(name, run);
        left.getContent().add(name);
        CellHandle right =
                (CellHandle) ((RowHandle) grid.getRows().get(0)).getCells().get(1);
        right.setProperty("textAlign", "right");
        DesignElementHandle number = factory.newAutoText(null);
        number.setProperty("type", DesignChoiceConstants.AUTO_TEXT_PAGE_NUMBER);
        DesignElementHandle of = label(" / ", "footer");
        DesignElementHandle total = factory.newAutoText(null);
        total.setProperty("type", DesignChoiceConstants.AUTO_TEXT_TOTAL_PAGE);
        for (DesignElementHandle part : List.of(number, of, total)) {
            part.setProperty("display", "inline");
            right.getContent().add(part);
        }
        page.getPageFooter().add(grid);
        design.getMasterPages().add(page);
    }

    /** Declares the data set of a source once. */
    OdaDataSetHandle dataSet(Source source) throws SemanticException {
        OdaDataSetHandle known = (OdaDataSetHandle) design.findDataSet(source.name());
        if (known != null) {
            return known;
        }
        OdaDataSetHandle set =
                factory.newOdaDataSet(source.name(), "org.eclipse.birt.report.data.oda.jdbc.JdbcSelectDataSet");
        set.setDataSource(DATABASE);
        set.setQueryText(source.sql());
        for (int position = 1; position <= source.keys(); position++) {
            OdaDataSetParameter parameter = StructureFactory.createOdaDataSetParameter();
            parameter.setName(KEY + position);
            parameter.setPosition(position);
            parameter.setDataType(DesignChoiceConstants.PARAM_TYPE_STRING);
            parameter.setIsInput(true);
            parameter.setIsOutput(false);
            set.getPropertyHandle("parameters").addItem(parameter);
        }
        design.getDataSets().add(set);
        return set;
    }

    /** Makes the columns of the source known to the item as {@code row["…"]}. */
    private void bind(ReportItemHandle item, Source source) throws SemanticException {
        for (String column : source.numbers()) {
            bind(item, column, DesignChoiceConstants.COLUMN_DATA_TYPE_FLOAT);
        }
        for (String column : source.texts()) {
            bind(item, column, DesignChoiceConstants.COLUMN_DATA_TYPE_STRING);
        }
    }

    private static void bind(ReportItemHandle item, String column, String type) throws SemanticException {
        ComputedColumn computed = StructureFactory.createComputedColumn();
        computed.setName(column);
        computed.setExpression("dataSetRow[\"" + column + "\"]");
        computed.setDataType(type);
        item.addColumnBinding(computed, false);
    }

    /** Lets a nested data set read what belongs to the row around it. */
    private static void bindKey(ReportItemHandle item, Source source) throws SemanticException {
        for (int position = 1; position <= source.keys(); position++) {
            ParamBinding binding = StructureFactory.createParamBinding();
            binding.setParamName(KEY + position);
            binding.setExpression(List.of(new Expression("row[\"" + source.key() + "\"]", ExpressionType.JAVASCRIPT)));
            item.getPropertyHandle(ReportItemHandle.PARAM_BINDINGS_PROP).addItem(binding);
        }
    }

    /** Fixed text. */
    LabelHandle label(String text, String style) throws SemanticException {
        LabelHandle label = factory.newLabel(null);
        label.setText(text);
        label.setProperty("style", style);
        return label;
    }

    /** Text that an expression gives. */
    TextDataHandle text(String expression, String style) throws SemanticException {
        TextDataHandle text = factory.newTextData(null);
        text.setValueExpr(expression);
        text.setContentType(DesignChoiceConstants.TEXT_CONTENT_TYPE_PLAIN);
        text.setProperty("style", style);
        return text;
    }

    /** A heading that the contents and the outline of the PDF lead to. */
    LabelHandle heading(String title, String bookmark, boolean newPage) throws SemanticException {
        LabelHandle heading = label(title, "heading");
        heading.setBookmark("\"" + bookmark + "\"");
        toc(heading, "\"" + title + "\"");
        if (newPage) {
            heading.setProperty("pageBreakBefore", "always");
        }
        return heading;
    }

    /** An entry in the outline. */
    void toc(ReportItemHandle item, String expression) throws SemanticException {
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

    /** Leaves the item out when the expression is empty. */
    void hideWhenEmpty(ReportItemHandle item, String expression) throws SemanticException {
        HideRule rule = StructureFactory.createHideRule();
        rule.setFormat(DesignChoiceConstants.FORMAT_TYPE_ALL);
        rule.setExpression(expression + " == null || " + expression + " == \"\"");
        item.getPropertyHandle(ReportItemHandle.VISIBILITY_PROP).addItem(rule);
    }

    /** A line of the contents: a link, and the page where the format has pages. */
    GridHandle entry(ReportItemHandle link, String bookmarkExpression, String indent) throws SemanticException {
        GridHandle grid = factory.newGridItem("entry" + ++serial, 2, 1);
        grid.setProperty("width", "100%");
        ((ColumnHandle) grid.getColumns().get(0)).setProperty("width", "90%");
        ((ColumnHandle) grid.getColumns().get(1)).setProperty("width", "10%");
        RowHandle row = (RowHandle) grid.getRows().get(0);
        link(link, bookmarkExpression);
        CellHandle left = (CellHandle) row.getCells().get(0);
        left.setProperty("paddingLeft", indent);
        left.setProperty("paddingTop", "2pt");
        left.getContent().add(link);
        CellHandle right = (CellHandle) row.getCells().get(1);
        right.setProperty("textAlign", "right");
        TextDataHandle page = text(
                "reportContext.getAppContext().get(\"" + PAGES + "\").get(" + bookmarkExpression + ")", "cell-text");
        HideRule rule = StructureFactory.createHideRule();
        rule.setFormat("html");
        rule.setExpression("true");
        page.getPropertyHandle(ReportItemHandle.VISIBILITY_PROP).addItem(rule);
        right.getContent().add(page);
        return grid;
    }

    /** Adds a frame whose contents stay on one page, and returns its inside. */
    SlotHandle together(SlotHandle rows) throws SemanticException {
        GridHandle grid = factory.newGridItem("together" + ++serial, 1, 1);
        grid.setProperty("pageBreakInside", "avoid");
        RowHandle row = (RowHandle) grid.getRows().get(0);
        row.setProperty("pageBreakInside", "avoid");
        rows.add(grid);
        return ((CellHandle) row.getCells().get(0)).getContent();
    }

    /** A list that repeats its content for every row of the source; nested sources take their key from it. */
    ListHandle list(Source source) throws SemanticException {
        ListHandle list = factory.newList("list" + ++serial);
        list.setDataSet(dataSet(source));
        bind(list, source);
        if (source.nested()) {
            bindKey(list, source);
        }
        return list;
    }

    /** A data item of a bound column. */
    DataItemHandle data(String column, String format, String style) throws SemanticException {
        DataItemHandle data = factory.newDataItem(null);
        data.setResultSetColumn(column);
        data.setProperty("style", style);
        if (!format.isEmpty()) {
            data.getPrivateStyle().setNumberFormatCategory(DesignChoiceConstants.NUMBER_FORMAT_TYPE_CUSTOM);
            data.getPrivateStyle().setNumberFormat(format);
        }
        return data;
    }

    /** A table over a source. */
    TableHandle table(Source source, List<Column> columns) throws SemanticException {
        TableHandle table = factory.newTableItem("table" + ++serial, columns.size(), 1, 1, 0);
        table.setProperty("width", "100%");
        table.setDataSet(dataSet(source));
        bind(table, source);
        if (source.nested()) {
            bindKey(table, source);
        }
        RowHandle head = (RowHandle) table.getHeader().get(0);
        RowHandle detail = (RowHandle) table.getDetail().get(0);
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            ((ColumnHandle) table.getColumns().get(i)).setProperty("width", column.width());
            CellHandle top = (CellHandle) head.getCells().get(i);
            top.setProperty("style", "head");
            top.getContent().add(aligned(label(column.title(), "head-text"), top, column));
            CellHandle cell = (CellHandle) detail.getCells().get(i);
            cell.setProperty("style", "cell");
            cell.getContent().add(aligned(data(column.column(), column.format(), "cell-text"), cell, column));
        }
        return table;
    }

    private static <T> T aligned(T item, CellHandle cell, Column column) throws SemanticException {
        cell.setProperty("textAlign", column.align() == Align.RIGHT ? "right" : "left");
        return item;
    }

    /** Colours a table's row or a text when an expression has a value. */
    void highlight(DesignElementHandle row, String testExpression, String value, Palette colour)
            throws SemanticException {
        HighlightRule rule = StructureFactory.createHighlightRule();
        rule.setTestExpression(testExpression);
        rule.setOperator(DesignChoiceConstants.MAP_OPERATOR_EQ);
        rule.setValue1(value);
        rule.setProperty(HighlightRule.COLOR_MEMBER, colour.hex());
        row.getPropertyHandle("highlightRules").addItem(rule);
    }

    /** A chart of so many points that a picture is smaller than their drawing. */
    ExtendedItemHandle denseChart(Source source, ChartModel model) throws SemanticException {
        return chart(source, model, "PNG");
    }

    /** A chart over a source. */
    ExtendedItemHandle chart(Source source, ChartModel model) throws SemanticException {
        return chart(source, model, "SVG");
    }

    private ExtendedItemHandle chart(Source source, ChartModel model, String format) throws SemanticException {
        ExtendedItemHandle item = factory.newExtendedItem("chart" + ++serial, "Chart");
        try {
            item.loadExtendedElement();
            item.getReportItem().setProperty("chart.instance", model.chart());
        } catch (ExtendedElementException e) {
            throw new IllegalStateException("the chart library is not on the class path", e);
        }
        item.setProperty("outputFormat", format);
        item.setDataSet(dataSet(source));
        bind(item, source);
        if (source.nested()) {
            bindKey(item, source);
        }
        item.setWidth(model.chart().getBlock().getBounds().getWidth() + "pt");
        item.setHeight(model.chart().getBlock().getBounds().getHeight() + "pt");
        return item;
    }
}
