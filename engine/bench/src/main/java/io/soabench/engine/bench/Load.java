package io.soabench.engine.bench;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A load that sends one request again and again over many connections, on one event loop. */
final class Load implements AutoCloseable {
    static final String THREADS = "load";
    private static final int MAX_BYTES = 1 << 20;
    private static final long TICK_US = 500;
    private static final int OPENING = 200;
    private static final long LONGER_MS = 30_000;
    private static final long PAUSE_MS = 10;

    private final EventLoopGroup loops = Loops.group(THREADS);
    private final EngineClock clock = new SystemEngineClock();
    private final List<ChannelFuture> channels = new ArrayList<>();
    private final List<Sender> senders = new ArrayList<>();
    private final Deque<Sender> idle = new ArrayDeque<>();
    private final byte[] request;
    private Counts counts = new Counts();
    private boolean closed;
    private long limit = Long.MAX_VALUE;

    /** The counts of the requests of a period; latencies in nanoseconds, from the time when a request was due. */
    static final class Counts {
        final Histogram servedNs = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        final Histogram refusedNs = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        long offered;
        long served;
        long refused;
        long failed;
        /** Requests that were due when no connection was free. */
        long unsent;

        double seconds;

        double perSecond() {
            return served / seconds;
        }
    }

    Load(int port, byte[] request, int connections) {
        this.request = request;
        for (int i = 0; i < connections; i++) {
            Sender sender = new Sender();
            senders.add(sender);
            channels.add(Loops.connect(loops, port, sender));
            if (i % OPENING == OPENING - 1) {
                channels.get(i).syncUninterruptibly();
            }
        }
        channels.forEach(ChannelFuture::syncUninterruptibly);
        onLoop(() -> idle.addAll(senders));
    }

    private void onLoop(Runnable task) {
        loops.submit(task).syncUninterruptibly();
    }

    /** Begins a closed load: every connection sends again when it is answered. */
    void closedLoop() {
        onLoop(() -> {
            closed = true;
            Sender sender;
            while ((sender = idle.poll()) != null) {
                sender.send(clock.nanoTime());
            }
        });
    }

    /** Sends a number of requests, each as soon as a connection is free, and waits for all answers. */
    Counts send(long number, long withinSeconds) throws InterruptedException {
        onLoop(() -> limit = number);
        closedLoop();
        long end = clock.nanoTime() + TimeUnit.SECONDS.toNanos(withinSeconds);
        while (clock.nanoTime() < end) {
            Counts now = counts;
            if (now.served + now.refused + now.failed >= number) {
                break;
            }
            pause(PAUSE_MS);
        }
        return take(0);
    }

    /** Counts for a time; the load goes on. */
    Counts measure(double seconds) throws InterruptedException {
        take(0);
        long startNs = clock.nanoTime();
        pause((long) (seconds * 1_000));
        return take((clock.nanoTime() - startNs) / 1e9);
    }

    /**
     * Counts for a time at several loads at once; they go on. On a busy machine the time is longer, until each of them
     * was served, at most by 30 s.
     */
    static List<Counts> measure(List<Load> loads, double seconds) throws InterruptedException {
        List<Long> startsNs = new ArrayList<>();
        for (Load load : loads) {
            load.take(0);
            startsNs.add(load.clock.nanoTime());
        }
        pause((long) (seconds * 1_000));
        for (long ms = 0; ms < LONGER_MS && !loads.stream().allMatch(load -> load.counts.served > 0); ms += PAUSE_MS) {
            pause(PAUSE_MS);
        }
        List<Counts> all = new ArrayList<>();
        for (int i = 0; i < loads.size(); i++) {
            Load load = loads.get(i);
            all.add(load.take((load.clock.nanoTime() - startsNs.get(i)) / 1e9));
        }
        return all;
    }

    private Counts take(double seconds) {
        Counts[] taken = new Counts[1];
        onLoop(() -> {
            taken[0] = counts;
            counts = new Counts();
        });
        taken[0].seconds = seconds;
        return taken[0];
    }

    static void pause(long ms) throws InterruptedException {
        new CountDownLatch(1).await(ms, TimeUnit.MILLISECONDS);
    }

    /** Offers requests at a rate for a time, even if earlier ones have no answer yet. */
    Counts paced(double perSecond, double seconds) throws InterruptedException {
        take(0);
        long startNs = clock.nanoTime();
        long[] due = {0};
        Future<?> ticks = loops.scheduleAtFixedRate(
                () -> {
                    long nowNs = clock.nanoTime();
                    while (due[0] / perSecond * 1e9 <= nowNs - startNs) {
                        long dueNs = startNs + (long) (due[0] / perSecond * 1e9);
                        due[0]++;
                        Sender sender = idle.poll();
                        if (sender == null) {
                            counts.unsent++;
                        } else {
                            sender.send(dueNs);
                        }
                    }
                },
                0,
                TICK_US,
                TimeUnit.MICROSECONDS);
        pause((long) (seconds * 1_000));
        ticks.cancel(false);
        double elapsed = (clock.nanoTime() - startNs) / 1e9;
        return take(elapsed);
    }

    @Override
    public void close() {
        channels.forEach(channel -> channel.channel().close().syncUninterruptibly());
        Loops.stop(loops);
    }

    private final class Sender extends Loops.Connection {
        private final HttpParser parser = HttpParser.ofResponses(MAX_BYTES);
        private ChannelHandlerContext context;
        private long dueNs;
        private boolean busy;

        @Override
        public void handlerAdded(ChannelHandlerContext added) {
            context = added;
        }

        void send(long due) {
            if (limit <= 0) {
                return;
            }
            limit--;
            dueNs = due;
            busy = true;
            counts.offered++;
            Loops.write(context, request);
        }

        @Override
        public void channelRead(ChannelHandlerContext reading, Object message) throws RefusedHttpException {
            ByteBuf read = (ByteBuf) message;
            parser.append(read);
            read.release();
            while (parser.next()) {
                busy = false;
                long nowNs = clock.nanoTime();
                long tookNs = Math.max(0, nowNs - dueNs);
                if (parser.status() / 100 == 2) {
                    counts.served++;
                    counts.servedNs.recordValue(tookNs);
                } else if (parser.status() == 503) {
                    counts.refused++;
                    counts.refusedNs.recordValue(tookNs);
                } else {
                    counts.failed++;
                }
                if (closed) {
                    send(nowNs);
                } else {
                    idle.add(this);
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext gone) {
            idle.remove(this);
            if (busy) {
                counts.failed++;
            }
        }
    }
}
