package io.soabench.engine.server.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.server.replica.Totals;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapOptionsTest {
    private static final long HEAP = 1L << 30;

    @Test
    void shouldDivideEverySizeOfTheHeapAndKeepTheRest() {
        assertThat(HeapOptions.of(
                        List.of(
                                "-Xms1g",
                                "-Xmx2048m",
                                "-Xmn600M",
                                "-XX:MaxNewSize=1048576",
                                "-Xss512k",
                                "-XX:+UseSerialGC"),
                        HEAP,
                        Totals.CONSTANT,
                        4))
                .containsExactly(
                        "-Xms262144k",
                        "-Xmx524288k",
                        "-Xmn153600k",
                        "-XX:MaxNewSize=256k",
                        "-Xss512k",
                        "-XX:+UseSerialGC");
    }

    @Test
    void shouldGiveEachTheWholeHeapWhenTotalsGrow() {
        assertThat(HeapOptions.of(List.of("-Xmx1g"), HEAP, Totals.GROWN, 4)).containsExactly("-Xmx1048576k");
    }

    @Test
    void shouldNameTheHeapWhenNobodyHas() {
        assertThat(HeapOptions.of(List.of("-XX:MaxRAMPercentage=50"), HEAP / 4, Totals.CONSTANT, 4))
                .containsExactly("-Xmx262144k");
    }

    @Test
    void shouldLeaveOutWhatTwoMachinesCannotHave() {
        assertThat(HeapOptions.of(
                        List.of(
                                "-agentlib:jdwp=transport=dt_socket",
                                "-Dcom.sun.management.jmxremote.port=7",
                                "-Xmx1g"),
                        HEAP,
                        Totals.CONSTANT,
                        1))
                .containsExactly("-Xmx1048576k");
    }
}
