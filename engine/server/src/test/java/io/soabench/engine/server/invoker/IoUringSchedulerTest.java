package io.soabench.engine.server.invoker;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.soabench.engine.server.transport.Transport;
import java.util.Optional;

/** The policy {@code affine} on event loops that use io_uring; skipped where there is none. */
class IoUringSchedulerTest extends EventLoopSchedulerTest {
    @Override
    Transport transport() {
        Optional<String> obstacle = Transport.IO_URING.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> "io_uring: " + obstacle.orElseThrow());
        return Transport.IO_URING;
    }
}
