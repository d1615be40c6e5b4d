package io.soabench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.agent.protocol.Finding;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostPart;
import io.soabench.driver.run.RunSignal;
import io.soabench.plan.HostClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostCaseTest {

    @TempDir
    Path folder;

    private final List<HostMessage.Unasked> heard = new ArrayList<>();

    private HostCase made() {
        HostPart part = new HostPart(
                "case-test-" + folder.getFileName(),
                "1",
                List.of(),
                new HostPart.Places(folder.toString(), folder.toString(), folder.toString()),
                new HostPart.Limits(1 << 20, 1 << 30, 0, 1000),
                60_000,
                Map.of(),
                List.of(),
                List.of(),
                List.of());
        HostClock clock = HostClock.system();
        return new HostCase(part, new Machine(Path.of("/"), clock), List.of(), clock, new RunSignal(), heard::add);
    }

    @Test
    void shouldKeepTheFirstFinding() {
        HostCase made = made();
        made.watch();

        made.fails(Path.of("first.csv"), new IOException("disk full"));
        made.fails(Path.of("second.csv"), new IOException("no such folder"));

        assertThat(heard).containsExactly(new HostMessage.Found(Finding.notWritten("first.csv", "disk full")));
        assertThatThrownBy(made::look).isInstanceOf(HostFailed.class).hasMessage("cannot write first.csv: disk full");
        made.observeNoMore();
    }
}
