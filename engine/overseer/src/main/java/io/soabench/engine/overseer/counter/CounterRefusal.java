package io.soabench.engine.overseer.counter;

import io.soabench.engine.overseer.system.Availability;
import io.soabench.engine.overseer.system.Errno;
import java.util.List;

/**
 * The reason behind an error of the kernel.
 *
 * @param coreUnits the units of this machine that count for cores
 * @param paranoid of {@code /proc/sys/kernel/perf_event_paranoid}; empty if it cannot be read
 * @param machine as in the system property {@code os.arch}
 */
record CounterRefusal(List<String> coreUnits, String paranoid, String machine) {

    static final Availability WHOLE_PACKAGE =
            Availability.unsupported("it is counted for a whole package, bind it to a processor");

    static boolean isDenied(int error) {
        return error == Errno.EACCES || error == Errno.EPERM;
    }

    /**
     * Returns whether an event happens in the kernel only. Without the kernel's part such a count would always be zero.
     */
    static boolean happensInTheKernel(CounterEvent event) {
        return event.kind() == CounterEventKind.SOFTWARE
                && (event.name().equals("context-switches") || event.name().equals("cpu-migrations"));
    }

    /**
     * Returns whether an event never happens on this kind of machine. The kernel opens counters for such events
     * anywhere, and on PCs never counts: perf_event_open(2), {@code PERF_COUNT_SW_ALIGNMENT_FAULTS}.
     */
    boolean neverHappens(CounterEvent event) {
        return event.kind() == CounterEventKind.SOFTWARE
                && (event.name().equals("alignment-faults") || event.name().equals("emulation-faults"))
                && (machine.equals("amd64") || machine.equals("x86_64"));
    }

    Availability never() {
        return Availability.unsupported("the kernel never counts it on " + machine);
    }

    /**
     * Returns whether an event needs a kind of core. With several kinds of cores, the kernel would count on one kind
     * only.
     */
    boolean isAmbiguous(CounterEvent event) {
        return coreUnits.size() > 1
                && (event.kind() == CounterEventKind.HARDWARE
                        || event.kind() == CounterEventKind.CACHE
                        || event.kind() == CounterEventKind.RAW);
    }

    Availability ambiguous(CounterEvent event) {
        return Availability.unsupported("cores of several kinds count apart here: name a unit of " + coreUnits
                + ", such as " + coreUnits.get(0) + "/"
                + (event.kind() == CounterEventKind.RAW
                        ? "config=0x" + event.name().substring(1)
                        : event.name()) + "/");
    }

    Availability of(CounterEvent event, CounterTarget target, int error) {
        return switch (error) {
            case Errno.ENOENT, Errno.ENODEV, Errno.ENXIO, Errno.EOPNOTSUPP -> unsupported(event, error);
            case Errno.EINVAL ->
                Availability.unsupported("the kernel does not take it for " + target + " (" + Errno.name(error) + ")");
            case Errno.EACCES, Errno.EPERM ->
                Availability.denied("perf_event_paranoid=" + (paranoid.isEmpty() ? "?" : paranoid)
                        + (error == Errno.EPERM ? ", or a container forbids the call" : ""));
            case Errno.EBUSY -> Availability.denied("another program has the counters for itself");
            case Errno.EMFILE -> Availability.denied("this process has too many open files");
            case Errno.ENOSYS -> Availability.unsupported("this kernel was built without performance events");
            default -> Availability.unsupported("the kernel gives " + Errno.name(error));
        };
    }

    private Availability unsupported(CounterEvent event, int error) {
        if (event.kind() != CounterEventKind.SOFTWARE && coreUnits.isEmpty()) {
            return Availability.unsupported("no PMU");
        }
        return Availability.unsupported((event.kind() == CounterEventKind.SOFTWARE ? "this kernel" : "this PMU")
                + " has no such event (" + Errno.name(error) + ")");
    }
}
