package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstanceLinesTest {

    private static final String HEADER = "process,start_epoch_us,end_epoch_us,reason\n";

    private final InstanceLines lines = new InstanceLines(Map.of("p:1", "Buy"), 2);

    private String text() {
        return new String(lines.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldHaveALineForEachInstanceOfADeployedProcess() {
        assertThat(lines.add("p:1", 1_000, 1_007)).isTrue();
        assertThat(lines.add("gone:1", 999, 1_000)).isTrue();
        assertThat(lines.add("p:1", 998, -1)).isTrue();

        assertThat(text()).isEqualTo(HEADER + "Buy,1000000,1007000,\nBuy,998000,,\n");
    }

    @Test
    void shouldSayThatEarlierInstancesAreLeftOut() {
        lines.add("p:1", 3, 4);
        lines.add("p:1", 2, 3);

        assertThat(lines.add("p:1", 1, 2)).isFalse();

        assertThat(text())
                .isEqualTo(HEADER + "Buy,3000,4000,\nBuy,2000,3000,\n"
                        + ",,,only the 2 instances that began last are read\n");
    }
}
