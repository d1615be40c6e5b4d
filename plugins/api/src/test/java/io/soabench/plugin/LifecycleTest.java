package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.Lifecycle.Probe;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    private static final HttpAction DEPLOY = new HttpAction("PUT", "http://a/", "", "zip:p", List.of(201), 10, "token");

    /** What a slow machine does more slowly gets more time; what is promised to clients does not. */
    @Test
    void shouldGiveMoreTimeToStartAndToDeploy() {
        Lifecycle life = Lifecycle.of(List.of("${java}"), new Probe("line:ready", 0, 60))
                .deploys(DEPLOY, new Probe("http://a/x", 200, 20), DEPLOY, "http://a/")
                .build();

        Lifecycle longer = life.withStartFactor(3);

        assertThat(longer.ready()).isEqualTo(new Probe("line:ready", 0, 180));
        assertThat(longer.deployed()).isEqualTo(new Probe("http://a/x", 200, 60));
        assertThat(longer.deploy())
                .containsExactly(new HttpAction("PUT", "http://a/", "", "zip:p", List.of(201), 30, "token"));
        assertThat(longer.undeploy()).isEqualTo(longer.deploy());
        assertThat(longer.stop()).isEqualTo(life.stop());
        assertThat(life.withStartFactor(1)).isSameAs(life);
    }
}
