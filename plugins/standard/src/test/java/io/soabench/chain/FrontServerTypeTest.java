package io.soabench.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypeContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrontServerTypeTest extends ServerTypeContract {

    @Override
    protected ServerType type() {
        return new FrontServerType();
    }

    @Test
    void shouldBeSaidToBeNoEngine() {
        FrontServerType front = new FrontServerType();

        assertThat(front.notice()).startsWith("This is no engine.");
        assertThat(front.withoutHistory(Map.of())).isNotEmpty();
    }
}
