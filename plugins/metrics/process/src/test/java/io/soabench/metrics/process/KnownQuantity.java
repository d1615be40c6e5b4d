package io.soabench.metrics.process;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;

/** A program that does what it is told on standard input and prints what it really used. */
public final class KnownQuantity {

    private static final List<byte[]> HELD = new ArrayList<>();

    private KnownQuantity() {}

    /** Commands: {@code burn <ms>}, {@code hold <MiB>}, {@code threads <n>}; each is answered with one line. */
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in, "US-ASCII");
        System.out.println("ready");
        while (in.hasNext()) {
            String command = in.next();
            int amount = in.nextInt();
            System.out.println(
                    switch (command) {
                        case "burn" -> burn(amount);
                        case "hold" -> hold(amount);
                        default -> threads(amount);
                    });
        }
    }

    private static long cpuMs() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1_000_000;
    }

    private static long burn(int ms) {
        long begin = cpuMs();
        long sum = 0;
        while (cpuMs() - begin < ms) {
            for (int i = 0; i < 100_000; i++) {
                sum += i * (long) i;
            }
        }
        return sum == 1 ? 0 : cpuMs() - begin;
    }

    private static long hold(int mebibytes) {
        byte[] block = new byte[mebibytes << 20];
        for (int i = 0; i < block.length; i += 512) {
            block[i] = 1;
        }
        HELD.add(block);
        return HELD.size();
    }

    private static long threads(int n) {
        CountDownLatch started = new CountDownLatch(n);
        for (int i = 0; i < n; i++) {
            Thread thread = new Thread(() -> {
                started.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        try {
            started.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return n;
    }
}
