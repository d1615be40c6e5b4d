package io.soabench.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.Durability;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrontServerTypeTest extends ServerTypeContract {

    @Override
    protected ServerType type() {
        return new FrontServerType();
    }

    /** What it has never had, it does not lose. */
    @Test
    void shouldNotBeSaidToLoseInstances() {
        Durability durability = new FrontServerType().durability(Map.of());

        assertThat(durability.level()).isEqualTo(Durability.Level.NONE);
        assertThat(durability.sentence()).isEqualTo("has no engine, and so no instances to keep");
    }

    @Test
    void shouldBeSaidToBeNoEngine() {
        FrontServerType front = new FrontServerType();

        assertThat(front.notice()).startsWith("This is no engine.");
        assertThat(front.withoutHistory(Map.of())).isNotEmpty();
    }
}
