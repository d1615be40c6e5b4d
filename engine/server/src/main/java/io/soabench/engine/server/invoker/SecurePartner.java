package io.soabench.engine.server.invoker;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.soabench.engine.server.tls.TlsLayer;

/**
 * The handlers of a connection to an https partner, in their order. Belongs to the event loop of the connection.
 */
final class SecurePartner extends ChannelInitializer<Channel> {
    private final Invoker invoker;
    private final PartnerAddress address;
    private final PartnerConnection connection;

    SecurePartner(Invoker invoker, PartnerAddress address, PartnerConnection connection) {
        this.invoker = invoker;
        this.address = address;
        this.connection = connection;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (invoker.readsWhenDue()) {
            channel.pipeline().addLast(new ReadGate(connection));
        }
        channel.pipeline()
                .addLast(TlsLayer.NAME, invoker.tls().handler(channel.alloc(), address.host(), address.port()));
        channel.pipeline().addLast(connection);
    }

    /**
     * A handler that lets a connection be read only while something is due on it, see {@link
     * PartnerConnection#isReading}. Without it, the TLS handler would also read after a record without data.
     */
    private static final class ReadGate extends ChannelOutboundHandlerAdapter {
        private final PartnerConnection connection;

        ReadGate(PartnerConnection connection) {
            this.connection = connection;
        }

        @Override
        public void read(ChannelHandlerContext context) {
            if (connection.isReading()) {
                context.read();
            }
        }
    }
}
