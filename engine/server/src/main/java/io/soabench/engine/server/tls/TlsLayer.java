package io.soabench.engine.server.tls;

import io.netty.channel.ChannelFuture;

/**
 * The TLS of a connection, as the next handlers of the connection see it. The handlers find it by its name, so that
 * connections without TLS load no class of TLS. Belongs to the event loop of the connection.
 */
public interface TlsLayer {
    /** The name of the handler in the pipeline of a connection. */
    String NAME = "tls";

    /** The events beside those of Netty. */
    enum Event {
        /**
         * A client has sent HTTP without TLS. The handler has left the pipeline, so an answer is not encrypted either.
         */
        PLAIN_HTTP
    }

    /** Returns the bytes of unfinished records and of the handshake that the handler holds. */
    long heldBytes();

    /** Sends the notice that this side sends nothing more; completes when the notice is written. */
    ChannelFuture closeOutbound();
}
