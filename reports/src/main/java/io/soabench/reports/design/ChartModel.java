package io.soabench.reports.design;

import java.util.List;
import org.eclipse.birt.chart.model.ChartWithAxes;
import org.eclipse.birt.chart.model.attribute.Anchor;
import org.eclipse.birt.chart.model.attribute.AxisType;
import org.eclipse.birt.chart.model.attribute.ChartDimension;
import org.eclipse.birt.chart.model.attribute.DataPointComponentType;
import org.eclipse.birt.chart.model.attribute.Direction;
import org.eclipse.birt.chart.model.attribute.FontDefinition;
import org.eclipse.birt.chart.model.attribute.IntersectionType;
import org.eclipse.birt.chart.model.attribute.LineStyle;
import org.eclipse.birt.chart.model.attribute.Marker;
import org.eclipse.birt.chart.model.attribute.MarkerType;
import org.eclipse.birt.chart.model.attribute.Orientation;
import org.eclipse.birt.chart.model.attribute.Position;
import org.eclipse.birt.chart.model.attribute.TickStyle;
import org.eclipse.birt.chart.model.attribute.impl.BoundsImpl;
import org.eclipse.birt.chart.model.attribute.impl.ColorDefinitionImpl;
import org.eclipse.birt.chart.model.attribute.impl.DataPointComponentImpl;
import org.eclipse.birt.chart.model.attribute.impl.InsetsImpl;
import org.eclipse.birt.chart.model.attribute.impl.JavaNumberFormatSpecifierImpl;
import org.eclipse.birt.chart.model.attribute.impl.LineAttributesImpl;
import org.eclipse.birt.chart.model.attribute.impl.MarkerImpl;
import org.eclipse.birt.chart.model.component.Axis;
import org.eclipse.birt.chart.model.component.MarkerLine;
import org.eclipse.birt.chart.model.component.MarkerRange;
import org.eclipse.birt.chart.model.component.Series;
import org.eclipse.birt.chart.model.component.impl.MarkerLineImpl;
import org.eclipse.birt.chart.model.component.impl.MarkerRangeImpl;
import org.eclipse.birt.chart.model.component.impl.SeriesImpl;
import org.eclipse.birt.chart.model.data.SeriesDefinition;
import org.eclipse.birt.chart.model.data.impl.NumberDataElementImpl;
import org.eclipse.birt.chart.model.data.impl.QueryImpl;
import org.eclipse.birt.chart.model.data.impl.SeriesDefinitionImpl;
import org.eclipse.birt.chart.model.impl.ChartWithAxesImpl;
import org.eclipse.birt.chart.model.type.BarSeries;
import org.eclipse.birt.chart.model.type.LineSeries;
import org.eclipse.birt.chart.model.type.ScatterSeries;
import org.eclipse.birt.chart.model.type.StockSeries;
import org.eclipse.birt.chart.model.type.impl.BarSeriesImpl;
import org.eclipse.birt.chart.model.type.impl.LineSeriesImpl;
import org.eclipse.birt.chart.model.type.impl.ScatterSeriesImpl;
import org.eclipse.birt.chart.model.type.impl.StockSeriesImpl;

/** A chart with two axes in the style of the report; built step by step, then finished by {@link #chart()}. */
public final class ChartModel {

    private static final String FONT = ReportFonts.FAMILY;

    /** Size of the text, that of the page, in points. */
    private static final float TEXT = 9;

    /** Size of a point that stands alone. */
    private static final int MARKED = 3;

    private final ChartWithAxes chart = ChartWithAxesImpl.create();
    private final Axis x;
    private final Axis y;

    private ChartModel(String type, double width, double height, boolean categories) {
        chart.setType(type);
        chart.setSubType(type.startsWith("Bar") ? "Side-by-side" : "Overlay");
        chart.setDimension(ChartDimension.TWO_DIMENSIONAL_LITERAL);
        chart.getBlock().setBounds(BoundsImpl.create(0, 0, width, height));
        chart.getBlock().setBackground(ColorDefinitionImpl.WHITE());
        chart.getPlot().getClientArea().setBackground(ColorDefinitionImpl.WHITE());
        chart.getPlot().getClientArea().getOutline().setVisible(false);
        chart.getTitle().setVisible(false);
        chart.getLegend().setPosition(Position.ABOVE_LITERAL);
        chart.getLegend().setOrientation(Orientation.HORIZONTAL_LITERAL);
        chart.getLegend().setDirection(Direction.LEFT_RIGHT_LITERAL);
        chart.getLegend().getSeparator().setVisible(false);
        chart.getLegend().setAnchor(Anchor.EAST_LITERAL);
        font(chart.getLegend().getText().getFont(), TEXT, false);
        chart.getLegend().getText().setColor(Palette.INK.chart());
        chart.getPlot().setInsets(InsetsImpl.create(2, 2, 2, 8));

        x = chart.getPrimaryBaseAxes()[0];
        x.setType(categories ? AxisType.TEXT_LITERAL : AxisType.LINEAR_LITERAL);
        x.setCategoryAxis(categories);
        y = chart.getPrimaryOrthogonalAxis(x);
        y.setType(AxisType.LINEAR_LITERAL);
        style(x, false);
        style(y, true);
    }

    /** Returns a chart of points or lines over a number. */
    public static ChartModel xy(double width, double height, boolean lines) {
        return new ChartModel(lines ? "Line Chart" : "Scatter Chart", width, height, false);
    }

    /** Returns a chart of bars over names. */
    public static ChartModel bars(double width, double height) {
        return new ChartModel("Bar Chart", width, height, true);
    }

    /** Returns a line as small as a word, without axes (Tufte, "Beautiful Evidence", 2006). */
    public static ChartModel sparkline(double width, double height) {
        ChartModel model = new ChartModel("Line Chart", width, height, true).plain();
        model.chart.getPlot().setInsets(InsetsImpl.create(1, 1, 1, 1));
        model.withoutAxes();
        return model;
    }

    /**
     * Returns a strip of points on a horizontal axis, without axes: strips below each other share their axis.
     *
     * @param lowest value at the left end
     * @param highest value at the right end
     */
    public static ChartModel strip(double width, double height, double lowest, double highest) {
        ChartModel model = new ChartModel("Scatter Chart", width, height, false).plain();
        model.chart.getPlot().setInsets(InsetsImpl.create(0, 0, 0, 0));
        model.between(-1, 1);
        model.x.getScale().setMin(NumberDataElementImpl.create(lowest));
        model.x.getScale().setMax(NumberDataElementImpl.create(highest));
        model.withoutAxes();
        return model;
    }

    private void withoutAxes() {
        for (Axis axis : List.of(x, y)) {
            axis.getLineAttributes().setVisible(false);
            axis.getLabel().setVisible(false);
            axis.getTitle().setVisible(false);
            axis.getMajorGrid().getTickAttributes().setVisible(false);
            axis.getMajorGrid().getLineAttributes().setVisible(false);
        }
    }

    /** Adds a line between the points of a column, without markers. */
    public ChartModel segment(String column, Palette colour) {
        ScatterSeries series = (ScatterSeries) ScatterSeriesImpl.create();
        series.getMarkers().clear();
        Marker none = marker(MarkerType.CIRCLE_LITERAL, 1, colour);
        none.setVisible(false);
        series.getMarkers().add(none);
        series.setConnectMissingValue(true);
        series.setLineAttributes(LineAttributesImpl.create(colour.chart(), LineStyle.SOLID_LITERAL, 1));
        return add(series, column, "", colour);
    }

    /** Draws a vertical line through the whole chart. */
    public ChartModel ruler(double at, Palette colour) {
        MarkerLine line = MarkerLineImpl.create(x, NumberDataElementImpl.create(at));
        line.setLineAttributes(LineAttributesImpl.create(colour.chart(), LineStyle.SOLID_LITERAL, 1));
        line.getLabel().setVisible(false);
        return this;
    }

    /** Fills the chart between two values of the horizontal axis. */
    public ChartModel band(double from, double to, Palette colour) {
        MarkerRange range = MarkerRangeImpl.create(
                x, NumberDataElementImpl.create(from), NumberDataElementImpl.create(to), colour.chart());
        range.getOutline().setVisible(false);
        range.getLabel().setVisible(false);
        return this;
    }

    /** Writes a text above each point of a column. */
    public ChartModel words(String column, String text) {
        ScatterSeries series = (ScatterSeries) ScatterSeriesImpl.create();
        series.getMarkers().clear();
        Marker none = marker(MarkerType.CIRCLE_LITERAL, 1, Palette.QUIET);
        none.setVisible(false);
        series.getMarkers().add(none);
        series.getLineAttributes().setVisible(false);
        add(series, column, text, Palette.QUIET);
        series.getDataPoint().getComponents().clear();
        series.getDataPoint()
                .getComponents()
                .add(DataPointComponentImpl.create(DataPointComponentType.SERIES_VALUE_LITERAL, null));
        series.getLabel().setVisible(true);
        series.setLabelPosition(Position.ABOVE_LITERAL);
        font(series.getLabel().getCaption().getFont(), TEXT, false);
        series.getLabel().getCaption().setColor(Palette.QUIET.chart());
        return this;
    }

    /** Sets the names along the horizontal axis, without a title. */
    public ChartModel along(String column) {
        over(column, "");
        x.getTitle().setVisible(false);
        return this;
    }

    /** Sets the expression and title of the horizontal axis. */
    public ChartModel over(String column, String title) {
        Series base = SeriesImpl.create();
        base.getDataDefinition().add(QueryImpl.create(row(column)));
        SeriesDefinition definition = SeriesDefinitionImpl.create();
        definition.getSeries().add(base);
        x.getSeriesDefinitions().add(definition);
        title(x, title);
        return this;
    }

    /** Sets the title of the vertical axis. */
    public ChartModel measuring(String title) {
        title(y, title);
        return this;
    }

    /** Sets the start of the horizontal axis; by default it is one label before the first value. */
    public ChartModel since(double first) {
        x.getScale().setMin(NumberDataElementImpl.create(first));
        return this;
    }

    /** Begins the vertical axis at zero. */
    public ChartModel fromZero() {
        y.getScale().setMin(NumberDataElementImpl.create(0));
        return this;
    }

    /** Sets the start and end of the vertical axis. */
    public ChartModel between(double lowest, double highest) {
        y.getScale().setMin(NumberDataElementImpl.create(lowest));
        y.getScale().setMax(NumberDataElementImpl.create(highest));
        return this;
    }

    /** Sets the format of the numbers at the vertical axis, a {@link java.text.DecimalFormat} pattern. */
    public ChartModel format(String pattern) {
        y.setFormatSpecifier(JavaNumberFormatSpecifierImpl.create(pattern));
        return this;
    }

    /** Sets the format of the numbers at the horizontal axis. */
    public ChartModel formatX(String pattern) {
        x.setFormatSpecifier(JavaNumberFormatSpecifierImpl.create(pattern));
        return this;
    }

    /**
     * Makes the vertical axis logarithmic.
     *
     * @param lowest start of the axis, a power of ten; by default it leaves out values far below the rest
     */
    public ChartModel logarithmic(double lowest) {
        y.setType(AxisType.LOGARITHMIC_LITERAL);
        y.getScale().setMin(NumberDataElementImpl.create(lowest));
        return this;
    }

    /**
     * Makes the horizontal axis logarithmic.
     *
     * @param lowest start of the axis, a power of ten
     */
    public ChartModel logarithmicX(double lowest) {
        x.setType(AxisType.LOGARITHMIC_LITERAL);
        x.getScale().setMin(NumberDataElementImpl.create(lowest));
        return this;
    }

    /** Adds points that a line connects. */
    public ChartModel connected(String column, String name, Palette colour, MarkerType form) {
        ScatterSeries series = (ScatterSeries) ScatterSeriesImpl.create();
        series.getMarkers().clear();
        series.getMarkers().add(marker(form, MARKED, colour));
        series.setConnectMissingValue(true);
        series.setLineAttributes(LineAttributesImpl.create(colour.chart(), LineStyle.SOLID_LITERAL, 1));
        return add(series, column, name, colour);
    }

    /** Adds points. */
    public ChartModel points(String column, String name, Palette colour, MarkerType form, int size) {
        ScatterSeries series = (ScatterSeries) ScatterSeriesImpl.create();
        series.getMarkers().clear();
        series.getMarkers().add(marker(form, size, colour));
        series.getLineAttributes().setVisible(false);
        return add(series, column, name, colour);
    }

    /** Adds a line. */
    public ChartModel line(String column, String name, Palette colour, int width) {
        LineSeries series = (LineSeries) LineSeriesImpl.create();
        for (Marker marker : series.getMarkers()) {
            marker.setVisible(false);
        }
        // The row of a mark has no value for the line. The line continues behind the mark.
        series.setConnectMissingValue(true);
        series.setLineAttributes(LineAttributesImpl.create(colour.chart(), LineStyle.SOLID_LITERAL, width));
        return add(series, column, name, colour);
    }

    /** Adds bars. */
    public ChartModel bar(String column, String name, Palette colour) {
        BarSeries series = (BarSeries) BarSeriesImpl.create();
        series.setRiserOutline(ColorDefinitionImpl.TRANSPARENT());
        return add(series, column, name, colour);
    }

    /**
     * Adds one series of points for each value of another column.
     *
     * @param failures whether the first of them is drawn in red crosses
     */
    public ChartModel pointsBy(String column, String by, boolean failures) {
        ScatterSeries series = (ScatterSeries) ScatterSeriesImpl.create();
        series.getMarkers().clear();
        if (failures) {
            series.getMarkers().add(marker(MarkerType.CROSS_LITERAL, 4, Palette.RED));
        }
        for (Palette colour : List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE)) {
            series.getMarkers().add(marker(MarkerType.CIRCLE_LITERAL, 1, colour));
        }
        series.getLineAttributes().setVisible(false);
        add(series, column, "", Palette.RED);
        SeriesDefinition definition = last(y.getSeriesDefinitions());
        definition.getSeriesPalette().getEntries().clear();
        if (failures) {
            definition.getSeriesPalette().getEntries().add(Palette.RED.chart());
        }
        for (Palette colour : List.of(Palette.BLUE, Palette.ORANGE, Palette.GREEN, Palette.PURPLE, Palette.PALE_BLUE)) {
            definition.getSeriesPalette().getEntries().add(colour.chart());
        }
        definition.setQuery(QueryImpl.create(row(by)));
        return this;
    }

    private static Marker marker(MarkerType form, int size, Palette colour) {
        Marker marker = MarkerImpl.create(form, size);
        marker.setFill(colour.chart());
        marker.setVisible(true);
        marker.getOutline().setVisible(false);
        return marker;
    }

    /** Adds a dot above each name that has a value. */
    public ChartModel dots(String column, MarkerType form, Palette colour) {
        LineSeries series = (LineSeries) LineSeriesImpl.create();
        series.getMarkers().clear();
        series.getMarkers().add(marker(form, 3, colour));
        series.setConnectMissingValue(false);
        series.getLineAttributes().setVisible(false);
        return add(series, column, "", colour);
    }

    /** Adds a line from low to high above each name. */
    public ChartModel intervals(String low, String high) {
        return intervals(low, high, "");
    }

    /** Adds the same with a name in the legend. */
    public ChartModel intervals(String low, String high, String name) {
        StockSeries series = (StockSeries) StockSeriesImpl.create();
        series.setLineAttributes(LineAttributesImpl.create(Palette.INK.chart(), LineStyle.SOLID_LITERAL, 1));
        series.setShowAsBarStick(true);
        series.setStickLength(3);
        add(series, high, name, Palette.INK);
        for (String column : List.of(low, high, low)) {
            series.getDataDefinition().add(QueryImpl.create(row(column)));
        }
        return this;
    }

    /** Adds a vertical line wherever a column has a value, from zero up to it, with the place as its label. */
    ChartModel marks(String column, String zero, String name, String pattern) {
        StockSeries series = (StockSeries) StockSeriesImpl.create();
        series.setLineAttributes(LineAttributesImpl.create(Palette.INK.chart(), LineStyle.DASHED_LITERAL, 1));
        series.setShowAsBarStick(true);
        series.setStickLength(0);
        add(series, column, name, Palette.INK);
        for (String value : List.of(zero, column, zero)) {
            series.getDataDefinition().add(QueryImpl.create(row(value)));
        }
        series.getDataPoint().getComponents().clear();
        series.getDataPoint()
                .getComponents()
                .add(DataPointComponentImpl.create(
                        DataPointComponentType.BASE_VALUE_LITERAL, JavaNumberFormatSpecifierImpl.create(pattern)));
        series.getLabel().setVisible(true);
        series.setLabelPosition(Position.ABOVE_LITERAL);
        font(series.getLabel().getCaption().getFont(), TEXT, false);
        return this;
    }

    /** Writes the names below the horizontal axis upwards, because they are long. */
    public ChartModel longNames() {
        x.getLabel().getCaption().getFont().setRotation(90);
        return this;
    }

    /** Puts the bars that were added so far on top of each other. */
    public ChartModel stacked() {
        chart.setSubType("Stacked");
        y.getSeriesDefinitions().forEach(d -> d.getSeries().forEach(s -> s.setStacked(true)));
        return this;
    }

    /** Sets the room between two groups of bars, in percent of a bar. */
    public ChartModel gap(double percent) {
        x.setGapWidth(percent);
        return this;
    }

    /** Removes the legend. */
    public ChartModel plain() {
        chart.getLegend().setVisible(false);
        return this;
    }

    /** Returns the finished chart. */
    public ChartWithAxes chart() {
        return chart;
    }

    private ChartModel add(Series series, String column, String name, Palette colour) {
        series.setSeriesIdentifier(name);
        series.getLabel().setVisible(false);
        series.getDataDefinition().add(QueryImpl.create(row(column)));
        SeriesDefinition definition = SeriesDefinitionImpl.create();
        definition.getSeriesPalette().getEntries().clear();
        definition.getSeriesPalette().getEntries().add(colour.chart());
        definition.getSeries().add(series);
        y.getSeriesDefinitions().add(definition);
        return this;
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }

    private static String row(String column) {
        return "row[\"" + column + "\"]";
    }

    private static void title(Axis axis, String text) {
        axis.getTitle().setVisible(true);
        axis.getTitle().getCaption().setValue(text);
        axis.getTitle().getCaption().setColor(Palette.QUIET.chart());
        font(axis.getTitle().getCaption().getFont(), TEXT, false);
    }

    private static void style(Axis axis, boolean grid) {
        font(axis.getLabel().getCaption().getFont(), TEXT, false);
        axis.getLabel().getCaption().setColor(Palette.INK.chart());
        axis.getLineAttributes().setColor(Palette.QUIET.chart());
        axis.getOrigin().setType(IntersectionType.MIN_LITERAL);
        axis.getMajorGrid().setTickStyle(TickStyle.BELOW_LITERAL);
        axis.getMajorGrid().getTickAttributes().setColor(Palette.QUIET.chart());
        if (grid) {
            axis.getMajorGrid().setTickStyle(TickStyle.LEFT_LITERAL);
            axis.getMajorGrid()
                    .setLineAttributes(LineAttributesImpl.create(Palette.RULE.chart(), LineStyle.SOLID_LITERAL, 1));
        }
    }

    private static void font(FontDefinition font, float size, boolean bold) {
        font.setName(FONT);
        font.setSize(size);
        font.setBold(bold);
    }
}
