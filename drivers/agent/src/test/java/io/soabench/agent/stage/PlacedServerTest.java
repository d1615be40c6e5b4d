package io.soabench.agent.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.driver.FakeTestbed;
import io.soabench.plan.ServerPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlacedServerTest {

    @TempDir
    Path folder;

    private String services(String root) {
        TwoHosts two = TwoHosts.of(new FakeTestbed(folder).add("a", "ok", "ok"), folder);
        ServerPlan mocks = two.plan().serverOf("mocks");
        return new PlacedServer(
                        mocks,
                        two.plan().hostOf(mocks.host()),
                        two.testbed().types().get(mocks.type()),
                        new TwoHosts.Folders(root),
                        Map.of(),
                        List.of("quotes-1", "quotes-2"),
                        1,
                        1,
                        "")
                .fill("${services}", "");
    }

    @Test
    void shouldJoinTheFoldersOfServicesSoThatTheyCanBeToldApart() {
        assertThat(services("/t")).isEqualTo("/t/mocks/services/quotes-1,/t/mocks/services/quotes-2");
        assertThat(services("/a,b\\c"))
                .isEqualTo("/a\\,b\\\\c/mocks/services/quotes-1,/a\\,b\\\\c/mocks/services/quotes-2");
    }
}
