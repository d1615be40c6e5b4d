package io.soabench.engine.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The floor: the same exchanges as a process, in the same order and with the engine's own HTTP framing, but no XML, no process
 * and no instance. Everything happens on one event loop. Beyond its limit of requests it refuses with the fewest means there are:
 * bytes that are ready.
 */
final class FloorRelay implements AutoCloseable {
    static final String THREADS = "relay";
    private static final int MAX_BYTES = 1 << 20;

    private final EventLoopGroup loops = Loops.group(THREADS);
    private final Deque<Partner> idle = new ArrayDeque<>();
    private final int[][] before;
    private final int mockPort;
    private final int limit;
    private int running;
    private final int port;

    FloorRelay(Shape shape, int mockPort, int limit) {
        this.before = shape.before();
        this.mockPort = mockPort;
        this.limit = limit;
        this.port = Loops.listen(loops, Client::new);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        Loops.stop(loops);
    }

    private void call(Client client, int call) {
        Partner partner = idle.pollLast();
        if (partner != null) {
            partner.send(client, call);
            return;
        }
        Partner opened = new Partner();
        Loops.connect(loops, mockPort, opened).addListener(connected -> {
            if (connected.isSuccess()) {
                opened.send(client, call);
            }
        });
    }

    private final class Client extends Loops.Connection {
        private final HttpParser parser = HttpParser.ofRequests(MAX_BYTES);
        private final boolean[] begun = new boolean[before.length];
        private final boolean[] answered = new boolean[before.length];
        private ChannelHandlerContext context;

        @Override
        public void channelRead(ChannelHandlerContext reading, Object message) throws RefusedHttpException {
            context = reading;
            ByteBuf read = (ByteBuf) message;
            parser.append(read);
            read.release();
            while (parser.next()) {
                if (running == limit) {
                    Loops.write(context, BenchExchange.REFUSAL);
                    continue;
                }
                running++;
                java.util.Arrays.fill(begun, false);
                java.util.Arrays.fill(answered, false);
                goOn();
            }
        }

        private void goOn() {
            boolean all = true;
            for (int i = 0; i < before.length; i++) {
                all &= answered[i];
                if (!begun[i] && isDue(i)) {
                    begun[i] = true;
                    call(this, i);
                }
            }
            if (all) {
                running--;
                Loops.write(context, BenchExchange.RESPONSE);
            }
        }

        private boolean isDue(int call) {
            for (int earlier : before[call]) {
                if (!answered[earlier]) {
                    return false;
                }
            }
            return true;
        }

        void answered(int call) {
            answered[call] = true;
            goOn();
        }
    }

    private final class Partner extends Loops.Connection {
        private final HttpParser parser = HttpParser.ofResponses(MAX_BYTES);
        private ChannelHandlerContext context;
        private Client client;
        private int call;

        @Override
        public void handlerAdded(ChannelHandlerContext added) {
            context = added;
        }

        void send(Client asking, int number) {
            client = asking;
            call = number;
            Loops.write(context, BenchExchange.QUESTION);
        }

        @Override
        public void channelRead(ChannelHandlerContext reading, Object message) throws RefusedHttpException {
            ByteBuf read = (ByteBuf) message;
            parser.append(read);
            read.release();
            while (parser.next()) {
                Client asking = client;
                client = null;
                idle.addLast(this);
                asking.answered(call);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext closed) {
            idle.remove(this);
        }
    }
}
