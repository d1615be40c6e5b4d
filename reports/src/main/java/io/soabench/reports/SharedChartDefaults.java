package io.soabench.reports;

import java.util.List;
import org.eclipse.birt.chart.model.component.Series;
import org.eclipse.birt.chart.model.util.DefaultValueProvider;

/**
 * The default series of BIRT's charts, which all rendering threads of a virtual machine share. Each thread copies them. A copy reads
 * a map of EMF whose view is made by the first reader, without a lock; two first readers at once end the rendering of a report with a
 * null pointer. These views are therefore made before any thread renders.
 */
final class SharedChartDefaults {

    private SharedChartDefaults() {}

    /** Returns one series of each type. */
    static List<Series> series() {
        return List.of(
                DefaultValueProvider.defSeries(),
                DefaultValueProvider.defGanttSeries(),
                DefaultValueProvider.defScatterSeries(),
                DefaultValueProvider.defDialSeries(),
                DefaultValueProvider.defPieSeries(),
                DefaultValueProvider.defDifferenceSeries(),
                DefaultValueProvider.defStockSeries(),
                DefaultValueProvider.defLineSeries(),
                DefaultValueProvider.defAreaSeries(),
                DefaultValueProvider.defBarSeries(),
                DefaultValueProvider.defBubbleSeries());
    }

    /** Makes the views of all maps that copies read. To be called by one thread, before others render. */
    static void prepare() {
        series().forEach(each -> each.getDataSets().entrySet());
    }
}
