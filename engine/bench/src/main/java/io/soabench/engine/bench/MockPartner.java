package io.soabench.engine.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;

/** A partner that answers every request with the same bytes, or never. */
final class MockPartner implements AutoCloseable {
    static final String THREADS = "mock";
    private static final int MAX_BYTES = 1 << 20;

    private final EventLoopGroup loops;
    private final int port;

    MockPartner(boolean answering) {
        this(answering, 1);
    }

    MockPartner(boolean answering, int threads) {
        loops = Loops.group(THREADS, threads);
        port = Loops.listen(loops, () -> new Answering(answering));
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        Loops.stop(loops);
    }

    private static final class Answering extends Loops.Connection {
        private final HttpParser parser = HttpParser.ofRequests(MAX_BYTES);
        private final boolean answering;

        Answering(boolean answering) {
            this.answering = answering;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws RefusedHttpException {
            ByteBuf read = (ByteBuf) message;
            parser.append(read);
            read.release();
            while (parser.next()) {
                if (answering) {
                    Loops.write(context, BenchExchange.ANSWER);
                }
            }
        }
    }
}
