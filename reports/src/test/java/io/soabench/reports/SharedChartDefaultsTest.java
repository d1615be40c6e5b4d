package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.eclipse.birt.chart.model.component.Series;
import org.eclipse.emf.common.util.BasicEMap;
import org.junit.jupiter.api.Test;

final class SharedChartDefaultsTest {

    /** The field is null until a first reader has set it; afterwards readers do not write. */
    @Test
    void shouldMakeTheViewsThatReadersWouldRaceFor() throws ReflectiveOperationException {
        SharedChartDefaults.prepare();

        Field view = BasicEMap.class.getDeclaredField("view");
        view.setAccessible(true);
        for (Series each : SharedChartDefaults.series()) {
            assertThat(view.get(each.getDataSets()))
                    .as(each.eClass().getName())
                    .isNotNull()
                    .hasFieldOrProperty("entrySet")
                    .extracting("entrySet")
                    .isNotNull();
        }
    }
}
