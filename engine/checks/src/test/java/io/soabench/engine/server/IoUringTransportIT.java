package io.soabench.engine.server;

import io.soabench.engine.server.transport.TransportWish;

/** Linux's io_uring. */
class IoUringTransportIT extends TransportContract {
    IoUringTransportIT() {
        super(TransportWish.IO_URING);
    }
}
