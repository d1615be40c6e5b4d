package io.soabench.engine.server;

import io.soabench.engine.server.transport.TransportOption;

/** Linux's io_uring. */
class IoUringTransportIT extends TransportContract {
    IoUringTransportIT() {
        super(TransportOption.IO_URING);
    }
}
