package io.soabench.engine.server.tls;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DuplexChannel;

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

    /**
     * Ends the output of a connection after its earlier writes, and lets it read on. Closing with unread bytes would reset the
     * connection before the client reads its answer.
     *
     * @param tls the TLS of the connection; null without TLS
     * @param close called when the output cannot be ended
     */
    static void endOutput(TlsLayer tls, Channel channel, Runnable close) {
        if (tls != null) {
            tls.closeOutbound().addListener(noticed -> endOutput(channel, close));
        } else {
            endOutput(channel, close);
        }
    }

    private static void endOutput(Channel channel, Runnable close) {
        if (channel instanceof DuplexChannel duplex && duplex.isActive()) {
            duplex.shutdownOutput().addListener(shut -> {
                if (!shut.isSuccess()) {
                    close.run();
                }
            });
        }
    }
}
