package io.soabench.metrics.network;

import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * What an observation costs the observer: processor time of each metric source on the class path and of finding the processes of
 * a server, for a server (this process) with many connections and threads. Arguments: connections, threads, observations.
 */
public final class SamplerBench {

    private static final double NS_PER_US = 1e3;

    private SamplerBench() {}

    /** Prints microseconds of processor time an observation. */
    public static void main(String[] arguments) throws IOException {
        int connections = Integer.parseInt(arguments[0]);
        int threads = Integer.parseInt(arguments[1]);
        int observations = Integer.parseInt(arguments[2]);
        List<Socket> held = new ArrayList<>();
        try (ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < connections; i++) {
                held.add(new Socket(door.getInetAddress(), door.getLocalPort()));
                held.add(door.accept());
            }
            for (int i = 0; i < threads; i++) {
                wait(new CountDownLatch(1));
            }
            ProcessHandle self = ProcessHandle.current();
            print("descendants", observations, () -> self.descendants().forEach(each -> {}));
            for (MetricSource source : ServiceLoader.load(MetricSource.class)) {
                print(
                        source.getClass().getSimpleName(),
                        observations,
                        () -> source.observe(List.of(self.pid()), sink()));
                source.close();
            }
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    private static void wait(CountDownLatch never) {
        Thread thread = new Thread(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static MetricSource.Sink sink() {
        return new MetricSource.Sink() {
            @Override
            public void value(String metric, double value) {}

            @Override
            public void unavailable(String metric, String reason) {
                throw new IllegalStateException(metric + ": " + reason);
            }
        };
    }

    private static void print(String what, int observations, Runnable observation) {
        var bean = ManagementFactory.getThreadMXBean();
        Stream.generate(() -> observation).limit(observations).forEach(Runnable::run);
        long begin = bean.getCurrentThreadCpuTime();
        Stream.generate(() -> observation).limit(observations).forEach(Runnable::run);
        double us = (bean.getCurrentThreadCpuTime() - begin) / NS_PER_US / observations;
        System.out.printf("%-16s %8.0f us%n", what, us);
    }
}
