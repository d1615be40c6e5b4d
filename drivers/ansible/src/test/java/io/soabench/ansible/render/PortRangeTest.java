package io.soabench.ansible.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.RunRefused;
import io.soabench.plan.ServerPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PortRangeTest {

    @Test
    void shouldGiveTheLowestPortsThatNobodyHas() {
        List<ServerPlan> servers = List.of(
                server("a", Map.of("http", 0, "admin", 0)),
                server("b", Map.of("http", 101)),
                server("c", Map.of("http", 0)));

        assertThat(new PortRange(100, 103).assign(servers, List.of()))
                .isEqualTo(Map.of(
                        "a", Map.of("admin", 100, "http", 102), "b", Map.of("http", 101), "c", Map.of("http", 103)));
    }

    @Test
    void shouldGiveLoadClientsThatAreCalledBackOneEach() {
        assertThat(new PortRange(100, 103).assign(List.of(server("a", Map.of("http", 0))), List.of("load-x", "load-y")))
                .isEqualTo(Map.of(
                        "a",
                        Map.of("http", 100),
                        "load-x",
                        Map.of("callback", 101),
                        "load-y",
                        Map.of("callback", 102)));
    }

    @Test
    void shouldRefuseMoreServersThanPorts() {
        List<ServerPlan> servers = List.of(server("a", Map.of("http", 0, "admin", 0)));

        assertThatThrownBy(() -> new PortRange(100, 100).assign(servers, List.of()))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("more ports than there are from 100 to 100");
    }

    @Test
    void shouldStayBelowThePortsOfOutgoingConnections() {
        assertThat(PortRange.STANDARD).isEqualTo(new PortRange(20_000, 29_999));
        assertThat(PortRange.STANDARD.last()).isLessThan(32_768);
    }

    private static ServerPlan server(String name, Map<String, Integer> ports) {
        return new ServerPlan(name, "t", "h", Map.of(), ports, List.of());
    }
}
