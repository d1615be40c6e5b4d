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
        StartRendezvous.Reservation first = rendezvous.reserve(List.of(KEY), null);
        first.end();
        StartRendezvous.Reservation second = rendezvous.reserve(List.of(KEY), null);

        first.end();

        assertThat(second).isNotNull();
        assertThat(rendezvous.reserve(List.of(KEY), null))
                .as("waits for the second")
                .isNull();
    }
}
