package io.soabench.engine.server;

import io.soabench.engine.server.transport.TransportOption;

/** The transport io_uring of Linux. */
class IoUringTransportIT extends TransportContract {
    IoUringTransportIT() {
        super(TransportOption.IO_URING);
    }
}
