package io.soabench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Names and tables of a run record. */
class RunFilesTest {

    @ParameterizedTest
    @EnumSource
    void shouldFindTheOwnerWhenAFileIsNamedAfterIt(RunFiles.Each each) {
        assertThat(each.owner(each.of("lab-1"))).contains("lab-1");
        assertThat(each.owner(each.of("lab-1") + ".gz")).contains("lab-1");
        assertThat(each.owner(each.of(""))).isEmpty();
        assertThat(each.owner("other-lab.csv")).isEmpty();
    }

    @Test
    void shouldTellLoadClientsFromServers() {
        assertThat(RunFiles.clientHost(RunFiles.loadClient("lab"))).contains("lab");
        assertThat(RunFiles.clientHost("engine")).isEmpty();
        assertThat(RunFiles.Each.METRICS.of(RunFiles.loadClient("lab"))).isEqualTo("metrics-load-lab.csv");
        assertThat(RunFiles.resumedEnvironment(2)).isEqualTo("environment-2.json");
        assertThat(RunFiles.repetition(Path.of("run"), "a", 2)).isEqualTo(Path.of("run/cases/a/2"));
    }

    @Test
    void shouldWriteLinesThatAreOneRecordEach() {
        assertThat(CsvTable.EVENTS.header()).isEqualTo("at_ns,kind,subject,detail,event");
        assertThat(CsvTable.EVENTS.line(5L, EventKind.MODEL.text(), "", "said \"no\",\nthen ended", "s.pause.1"))
                .isEqualTo("5,model,,\"said \"\"no\"\", then ended\",s.pause.1\n");
        assertThatThrownBy(() -> CsvTable.EVENTS.line(1)).hasMessage("EVENTS has 5 columns, but there are 1 fields");
        assertThat(CsvTable.SAMPLES.index("outcome")).isEqualTo(8);
        assertThatThrownBy(() -> CsvTable.CALLS.index("phase")).hasMessage("CALLS has no column \"phase\"");
    }

    @Test
    void shouldRefuseStatesThatAreNone() {
        assertThat(ServerEnd.parse("died")).isEqualTo(ServerEnd.DIED);
        assertThatThrownBy(() -> ServerEnd.parse("gone")).hasMessage("\"gone\" is not one of asked, killed, died");
        assertThat(EventKind.of("model")).contains(EventKind.MODEL);
        assertThat(EventKind.of("MODEL")).isEmpty();
    }
}
