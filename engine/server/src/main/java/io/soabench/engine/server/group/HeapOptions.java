package io.soabench.engine.server.group;

import io.soabench.engine.server.replica.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of the virtual machine of a replica. They are those of this machine, with each size of the heap divided.
 * Options that two machines cannot share, such as ports of debuggers and of JMX, are left out. No state.
 */
final class HeapOptions {
    private static final Pattern SIZE = Pattern.compile(
            "(-Xm[xsn]|-XX:(?:MaxHeapSize|InitialHeapSize|MinHeapSize|NewSize|MaxNewSize|SoftMaxHeapSize)=)([0-9]+)([kKmMgGtT]?)");
    private static final List<String> LEFT_OUT = List.of(
            "-XX:MaxRAM=",
            "-XX:MaxRAMPercentage=",
            "-XX:InitialRAMPercentage=",
            "-XX:MinRAMPercentage=",
            "-agentlib:jdwp",
            "-Xrunjdwp",
            "-Dcom.sun.management.jmxremote.port=",
            "-Dcom.sun.management.jmxremote.rmi.port=");
    private static final int KIB = 1024;

    private HeapOptions() {}

    /**
     * Returns the options of one of several replicas.
     *
     * @param own the options of this machine
     * @param heapBytes the largest heap of a replica in bytes, if {@code own} has no option for it
     * @param totals the rule for the sizes: divided, or the same for each replica
     * @param of the number of replicas
     */
    static List<String> of(List<String> own, long heapBytes, Totals totals, int of) {
        List<String> options = new ArrayList<>();
        boolean sized = false;
        for (String option : own) {
            Matcher size = SIZE.matcher(option);
            if (size.matches()) {
                long bytes = totals.share(bytes(size.group(2), size.group(3)), of);
                options.add(size.group(1) + bytes / KIB + "k");
                sized |= size.group(1).equals("-Xmx") || size.group(1).endsWith(":MaxHeapSize=");
            } else if (LEFT_OUT.stream().noneMatch(option::startsWith)) {
                options.add(option);
            }
        }
        if (!sized) {
            options.add("-Xmx" + heapBytes / KIB + "k");
        }
        return options;
    }

    private static long bytes(String number, String unit) {
        int power =
                switch (unit.toLowerCase(Locale.ROOT)) {
                    case "k" -> 1;
                    case "m" -> 2;
                    case "g" -> 3;
                    case "t" -> 4;
                    default -> 0;
                };
        long bytes = Long.parseLong(number);
        for (int i = 0; i < power; i++) {
            bytes *= KIB;
        }
        return bytes;
    }
}
