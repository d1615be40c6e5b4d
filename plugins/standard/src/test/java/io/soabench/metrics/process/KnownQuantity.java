package io.soabench.metrics.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;

/** A program that does what it is told on standard input and prints what it really used. */
public final class KnownQuantity {

    private static final List<byte[]> HELD = new ArrayList<>();
    private static Process child;
    private static volatile byte[] forgotten;

    private KnownQuantity() {}

    /**
     * Commands: {@code burn <ms>}, {@code hold <MiB>}, {@code briefly <MiB>} (hold and give back), {@code threads <n>} (stay), {@code brief <n>} (one
     * after the other), {@code gc <n>}, {@code allocate <KiB>} (and forget), {@code write <KiB> <file>}, {@code child <any>} (a child of the same kind, to which the
     * commands that follow go), {@code end <any>} (of the child); each is answered with one line.
     */
    public static void main(String[] arguments) throws Exception {
        Scanner in = new Scanner(System.in, StandardCharsets.US_ASCII);
        System.out.println("ready");
        Scanner answers = null;
        while (in.hasNext()) {
            String command = in.next();
            int amount = in.nextInt();
            if (command.equals("child")) {
                child = new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                KnownQuantity.class.getName())
                        .start();
                answers = new Scanner(child.getInputStream(), StandardCharsets.US_ASCII);
                answers.next();
                System.out.println(child.pid());
            } else if (command.equals("end")) {
                child.getOutputStream().close();
                System.out.println(child.waitFor());
                child = null;
            } else if (child != null) {
                child.getOutputStream().write((command + " " + amount + "\n").getBytes(StandardCharsets.US_ASCII));
                child.getOutputStream().flush();
                System.out.println(answers.next());
            } else {
                System.out.println(
                        switch (command) {
                            case "burn" -> burn(amount);
                            case "hold" -> hold(amount);
                            case "briefly" -> brieflyHold(amount);
                            case "threads" -> threads(amount);
                            case "brief" -> brief(amount);
                            case "gc" -> collect(amount);
                            case "allocate" -> allocate(amount);
                            case "write" -> write(amount, Path.of(in.next()));
                            default -> throw new IllegalArgumentException(command);
                        });
            }
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

    /** Memory that is used and given back to the system at once, not when a collector likes to. */
    private static long brieflyHold(int mebibytes) throws ReflectiveOperationException {
        ByteBuffer block = ByteBuffer.allocateDirect(mebibytes << 20);
        for (int i = 0; i < block.capacity(); i += 512) {
            block.put(i, (byte) 1);
        }
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field unsafe = type.getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        type.getMethod("invokeCleaner", ByteBuffer.class).invoke(unsafe.get(null), block);
        return mebibytes;
    }

    private static long threads(int n) throws InterruptedException {
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
        started.await();
        return n;
    }

    private static long brief(int n) throws InterruptedException {
        for (int i = 0; i < n; i++) {
            Thread thread = new Thread(() -> {});
            thread.start();
            thread.join();
        }
        return n;
    }

    private static long gcMs() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    /** Returns how long it took, in milliseconds. */
    private static long collect(int n) {
        long begin = gcMs();
        for (int i = 0; i < n; i++) {
            System.gc();
        }
        return gcMs() - begin;
    }

    /** Returns how many bytes this thread has allocated for it, as the virtual machine counts them. */
    private static long allocate(int kibibytes) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < kibibytes; i++) {
            forgotten = new byte[1024 - 16];
        }
        return forgotten == null ? 0 : threads.getCurrentThreadAllocatedBytes() - begin;
    }

    private static long write(int kibibytes, Path file) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] block = new byte[1024];
            for (int i = 0; i < kibibytes; i++) {
                out.write(block);
            }
            out.getFD().sync();
            return out.length();
        }
    }
}
