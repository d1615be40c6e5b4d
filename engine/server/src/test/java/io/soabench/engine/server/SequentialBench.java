package io.soabench.engine.server;

import com.sun.management.ThreadMXBean;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.http.HttpParser;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sequential with five calls through the engine and, as the floor, the same HTTP exchanges through a relay that reads no XML.
 * Closed load; engine and relay take turns. Run by hand: {@code SequentialBench [policy] [rounds] [seconds] [connections]}.
 */
public final class SequentialBench {
    private static final int CALLS = 5;
    private static final String RELAY = "relay";
    private static final String ENGINE = "engine";

    private final EventLoopGroup load = group("load", 1);
    private final EventLoopGroup mock = group("mock", 1);
    private final EventLoopGroup relay;
    private final Map<String, List<double[]>> results = new TreeMap<>();
    private int mockPort;

    private SequentialBench(int threads) {
        relay = group(RELAY, threads);
    }

    /** Runs the bench. */
    public static void main(String[] arguments) throws Exception {
        SchedulingPolicy policy =
                SchedulingPolicy.valueOf((arguments.length > 0 ? arguments[0] : "affine").toUpperCase(Locale.ROOT));
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
        int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 3;
        int connections = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 32;
        int threads = 1;
        new SequentialBench(threads).run(policy, threads, rounds, seconds, connections);
        System.exit(0);
    }

    private static EventLoopGroup group(String name, int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    private void run(SchedulingPolicy policy, int threads, int rounds, int seconds, int connections) throws Exception {
        mockPort = serve(mock, MockConnection::new);
        int relayPort = serve(relay, RelayConnection::new);
        EngineConfiguration configuration =
                EngineConfiguration.DEFAULT.withPorts(0, 0).withThreads(policy, threads, threads, threads);
        try (Engine engine = Engine.start(configuration, new SystemEngineClock())) {
            Map<String, byte[]> archive = new TreeMap<>();
            archive.put(
                    "Sequential.bpel",
                    EngineFixture.bpel("Sequential", EngineFixture.ASK.repeat(CALLS) + EngineFixture.RESPOND)
                            .getBytes(StandardCharsets.UTF_8));
            archive.put("client.wsdl", EngineFixture.resource("client.wsdl"));
            archive.put("partner.wsdl", EngineFixture.resource("partner.wsdl"));
            archive.put(
                    "soabench-process.json",
                    ("{\"partners\":{\"partner\":\"http://127.0.0.1:" + mockPort + "/partner\"}}")
                            .getBytes(StandardCharsets.UTF_8));
            engine.deployer().deploy("Sequential", archive);
            for (int i = 0; i < 2; i++) {
                round(RELAY, relayPort, "/processes/Sequential", seconds, connections);
                round(ENGINE, engine.port(), "/processes/Sequential", seconds, connections);
            }
            results.clear();
            System.out.println(
                    "kind    instances/s  CPU µs/instance (own threads)  CPU µs/instance (all)  KiB/instance");
            for (int i = 0; i < rounds; i++) {
                round(RELAY, relayPort, "/processes/Sequential", seconds, connections);
                round(ENGINE, engine.port(), "/processes/Sequential", seconds, connections);
            }
            report(engine);
        }
    }

    private void report(Engine engine) {
        String[] labels = {"throughput", "own CPU", "all CPU", "allocation"};
        for (int column = 0; column < labels.length; column++) {
            int at = column;
            double[] ratios = new double[results.get(ENGINE).size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] = results.get(ENGINE).get(i)[at] / results.get(RELAY).get(i)[at];
            }
            double[] floor = results.get(RELAY).stream()
                    .mapToDouble(row -> row[at])
                    .sorted()
                    .toArray();
            Arrays.sort(ratios);
            System.out.printf(
                    Locale.ROOT,
                    "engine/floor %-10s median %.2f (%.2f to %.2f); floor's own spread %.2f to %.2f%n",
                    labels[column],
                    ratios[ratios.length / 2],
                    ratios[0],
                    ratios[ratios.length - 1],
                    floor[0] / floor[floor.length / 2],
                    floor[floor.length - 1] / floor[floor.length / 2]);
        }
        System.out.println("started " + engine.counters().value(Counter.INSTANCES_STARTED) + " completed "
                + engine.counters().value(Counter.INSTANCES_COMPLETED) + " calls "
                + engine.counters().value(Counter.CALLS_ANSWERED) + " failed "
                + engine.counters().value(Counter.CALLS_FAILED));
    }

    private void round(String kind, int port, String path, int seconds, int connections) throws InterruptedException {
        LongAdder done = new LongAdder();
        CountDownLatch opened = new CountDownLatch(connections);
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            channels.add(new Bootstrap()
                    .group(load)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new LoadConnection(path, done, opened))
                    .connect("127.0.0.1", port)
                    .sync()
                    .channel());
        }
        opened.await();
        double[] before = usage(kind);
        long doneBefore = done.sum();
        long startNs = System.nanoTime();
        new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
        double elapsed = (System.nanoTime() - startNs) / 1e9;
        double instances = done.sum() - doneBefore;
        double[] after = usage(kind);
        for (Channel channel : channels) {
            channel.close().sync();
        }
        double[] row = {
            instances / elapsed,
            (after[0] - before[0]) / instances / 1e3,
            (after[1] - before[1]) / instances / 1e3,
            (after[2] - before[2]) / instances / 1024
        };
        results.computeIfAbsent(kind, key -> new ArrayList<>()).add(row);
        System.out.printf(Locale.ROOT, "%-7s %11.0f %30.1f %22.1f %13.1f%n", kind, row[0], row[1], row[2], row[3]);
    }

    /** CPU of the relay's or engine's threads, CPU of all threads, bytes allocated by the former. */
    private static double[] usage(String kind) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] sums = new double[3];
        for (java.lang.management.ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info == null) {
                continue;
            }
            String name = info.getThreadName();
            boolean own = kind.equals(RELAY)
                    ? name.startsWith(RELAY)
                    : name.startsWith("http") || name.startsWith("kernel") || name.startsWith("invoker");
            double cpu = threads.getThreadCpuTime(info.getThreadId());
            sums[1] += cpu;
            if (own) {
                sums[0] += cpu;
                sums[2] += threads.getThreadAllocatedBytes(info.getThreadId());
            }
        }
        return sums;
    }

    private interface HandlerFactory {
        void install(SequentialBench bench, Channel channel);
    }

    private int serve(EventLoopGroup group, HandlerFactory factory) throws InterruptedException {
        Channel channel = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel accepted) {
                        factory.install(SequentialBench.this, accepted);
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final byte[] REQUEST = bytes(EngineFixture.request("n12345"));
    private static final byte[] QUESTION =
            bytes(ScriptedPartner.envelope("<p:question xmlns:p=\"urn:fixture:partner\">n12345</p:question>"));
    private static final byte[] ANSWER =
            bytes(ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:fixture:partner\">a-n12345</p:answer>"));

    /** Answers every request with the same bytes. */
    private static final class MockConnection extends ChannelInboundHandlerAdapter {
        private static final byte[] RESPONSE =
                bytes("HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: " + ANSWER.length
                        + "\r\n\r\n" + new String(ANSWER, StandardCharsets.UTF_8));

        private final HttpParser parser = HttpParser.ofRequests(1 << 20);

        MockConnection(SequentialBench bench, Channel channel) {
            channel.pipeline().addLast(this);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            ByteBuf read = (ByteBuf) message;
            parser.append(read);
            read.release();
            while (parser.next()) {
                context.writeAndFlush(context.alloc().ioBuffer(RESPONSE.length).writeBytes(RESPONSE))
                        .addListener(sent -> {});
            }
        }
    }

    /** Sends the same request again and again. */
    private static final class LoadConnection extends ChannelInboundHandlerAdapter {
        private final byte[] request;
        private final LongAdder done;
        private final CountDownLatch opened;
        private final HttpParser parser = HttpParser.ofResponses(1 << 20);

        LoadConnection(String path, LongAdder done, CountDownLatch opened) {
            this.done = done;
            this.opened = opened;
            request = bytes("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\n"
                    + "SOAPAction: \"\"\r\nContent-Length: " + REQUEST.length + "\r\n\r\n"
                    + new String(REQUEST, StandardCharsets.UTF_8));
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            opened.countDown();
            send(context);
        }

        private void send(ChannelHandlerContext context) {
            context.writeAndFlush(context.alloc().ioBuffer(request.length).writeBytes(request))
                    .addListener(sent -> {});
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            ByteBuf read = (ByteBuf) message;
            parser.append(read);
            read.release();
            while (parser.next()) {
                if (parser.status() != 200) {
                    throw new IllegalStateException("status " + parser.status());
                }
                done.increment();
                send(context);
            }
        }
    }

    /** Answers after five posts to the mock, one after the other, over pooled connections of its event loop. */
    private static final class RelayConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final SequentialBench bench;
        private ChannelHandlerContext client;
        private int left;

        RelayConnection(SequentialBench bench, Channel channel) {
            this.bench = bench;
            channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), this);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            client = context;
            left = CALLS;
            next();
        }

        void next() {
            if (left-- == 0) {
                FullHttpResponse response = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(ANSWER));
                response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/xml; charset=utf-8");
                response.headers().set(HttpHeaderNames.CONTENT_LENGTH, ANSWER.length);
                client.writeAndFlush(response).addListener(sent -> {});
                return;
            }
            Deque<Channel> idle = IDLES.get();
            Channel partner = idle.poll();
            if (partner != null) {
                post(partner);
                return;
            }
            new Bootstrap()
                    .group(client.channel().eventLoop())
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            channel.pipeline()
                                    .addLast(new HttpClientCodec(), new HttpObjectAggregator(1 << 20), new RelayCall());
                        }
                    })
                    .connect("127.0.0.1", bench.mockPort)
                    .addListener((io.netty.channel.ChannelFuture connected) -> post(connected.channel()));
        }

        private void post(Channel partner) {
            partner.pipeline().get(RelayCall.class).caller = this;
            DefaultFullHttpRequest request = new DefaultFullHttpRequest(
                    HttpVersion.HTTP_1_1, HttpMethod.POST, "/partner", Unpooled.wrappedBuffer(QUESTION));
            request.headers().set(HttpHeaderNames.HOST, "localhost");
            request.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/xml; charset=utf-8");
            request.headers().set("SOAPAction", "\"urn:fixture:partner/ask\"");
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, QUESTION.length);
            partner.writeAndFlush(request).addListener(sent -> {});
        }
    }

    private static final io.netty.util.concurrent.FastThreadLocal<Deque<Channel>> IDLES =
            new io.netty.util.concurrent.FastThreadLocal<>() {
                @Override
                protected Deque<Channel> initialValue() {
                    return new ArrayDeque<>();
                }
            };

    /** One pooled connection of the relay. */
    private static final class RelayCall extends SimpleChannelInboundHandler<FullHttpResponse> {
        private RelayConnection caller;

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            RelayConnection answered = caller;
            caller = null;
            IDLES.get().push(context.channel());
            answered.next();
        }
    }
}
