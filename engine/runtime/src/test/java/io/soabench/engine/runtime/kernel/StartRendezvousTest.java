package io.soabench.engine.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A rendezvous that ends twice, because an error came between, ends no other one. */
class StartRendezvousTest {
    private static final Router.Key KEY = new Router.Key(0, "x");

    private final StartRendezvous rendezvous = new StartRendezvous();

    @Test
    void shouldEndOnceOnly() {
        StartRendezvous.Meeting first = rendezvous.meet(List.of(KEY), null);
        first.over();
        StartRendezvous.Meeting second = rendezvous.meet(List.of(KEY), null);

        first.over();

        assertThat(second).isNotNull();
        assertThat(rendezvous.meet(List.of(KEY), null))
                .as("waits for the second")
                .isNull();
    }
}
