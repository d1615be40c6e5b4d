package io.soabench.agent.daemon;

import io.soabench.agent.protocol.Host;
import io.soabench.agent.protocol.HostMessage;
import io.soabench.agent.protocol.HostOrder;
import io.soabench.plan.HostClock;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The host's clock, taken from the wall clock anew with each repetition, as the clocks of its load clients are. An agent lives for hours, and
 * the wall clock may be corrected meanwhile.
 */
final class RepetitionClock implements HostClock {

    private volatile HostClock now = HostClock.system();

    /** Returns a host whose repetitions begin by renewing this clock. */
    Host renewedBy(Host host) {
        return new Host() {
            @Override
            public CompletableFuture<HostMessage.Answer> ask(HostOrder order) {
                if (order instanceof HostOrder.Place) {
                    now = HostClock.system();
                }
                return host.ask(order);
            }

            @Override
            public Listening listen(Consumer<HostMessage.Unasked> listener) {
                return host.listen(listener);
            }
        };
    }

    @Override
    public long epochNanos() {
        return now.epochNanos();
    }

    @Override
    public Instant now() {
        return now.now();
    }
}
