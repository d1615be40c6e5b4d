package io.soabench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.Analyzer;
import io.soabench.analyzer.sample.SampleRun;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.birt.core.framework.Platform;
import org.eclipse.birt.report.engine.api.EngineConfig;
import org.eclipse.birt.report.model.api.CellHandle;
import org.eclipse.birt.report.model.api.DesignElementHandle;
import org.eclipse.birt.report.model.api.GridHandle;
import org.eclipse.birt.report.model.api.ListHandle;
import org.eclipse.birt.report.model.api.RowHandle;
import org.eclipse.birt.report.model.api.SlotHandle;
import org.eclipse.birt.report.model.api.TextDataHandle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The styles of the sentences of the first page: problems are red, notes on valid repetitions are not. */
final class CoverStyleTest {

    @TempDir
    private static Path folder;

    /** The style of the sentences of each query. */
    private static final Map<String, String> STYLES = new HashMap<>();

    @BeforeAll
    static void design() throws Exception {
        Platform.startup(new EngineConfig());
        Path run = folder.resolve("run");
        SampleRun.write(run, 7, new SampleRun.Shape().repetitions(1).measureS(2));
        Analyzer.analyze(run);
        try (Connection connection =
                DriverManager.getConnection("jdbc:h2:file:" + run.resolve("results") + ";IFEXISTS=TRUE", "sa", "")) {
            walk(RunReport.design(connection, ReportExtent.NO, "html").getBody());
        }
    }

    @AfterAll
    static void end() {
        Platform.shutdown();
    }

    private static void walk(SlotHandle slot) {
        for (int i = 0; i < slot.getCount(); i++) {
            walk(slot.get(i));
        }
    }

    private static void walk(DesignElementHandle element) {
        if (element instanceof GridHandle grid) {
            walk(grid.getRows());
        } else if (element instanceof RowHandle row) {
            walk(row.getCells());
        } else if (element instanceof CellHandle cell) {
            walk(cell.getContent());
        } else if (element instanceof ListHandle list) {
            SlotHandle detail = list.getDetail();
            if (detail.getCount() == 1 && detail.get(0) instanceof TextDataHandle text) {
                STYLES.put(list.getDataSet().getName(), text.getStyle().getName());
            }
            walk(detail);
        }
    }

    @Test
    void shouldShowInRedOnlyWhatIsNotValidOrNotMet() {
        assertThat(STYLES)
                .containsEntry("problems", "alarm")
                .containsEntry("caseNotes", "finding")
                .containsEntry("caseNotesHeading", "subheading")
                .containsEntry("caveats", "finding");
    }
}
