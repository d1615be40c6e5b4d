package io.soabench.agent;

import io.soabench.agent.protocol.HostPart;
import io.soabench.plan.Precedence;
import io.soabench.plan.Precedence.Why;
import io.soabench.plan.Yielding;
import java.util.ArrayList;
import java.util.List;

/**
 * The division of a machine's processors between the server under test and the other servers of its case. With {@value
 * #LEAST_PROCESSORS} of them each side gets its own; with fewer the server under test gets a lower priority than the others.
 */
final class ProcessorDivision {

    /** The least number to divide; with fewer an engine would have hardly more than one. */
    private static final int LEAST_PROCESSORS = 4;

    /** A load client and the mock hosts beside it are busy at the same time. */
    private static final int LEAST_OTHERS = 2;

    /** Load clients and mock hosts need a fraction of what an engine needs for the same request. */
    private static final int OTHERS_DIVISOR = 4;

    private static final List<String> NICE = List.of("nice", "-n", "10");
    private static final List<String> PIN = List.of("taskset", "-c");

    private ProcessorDivision() {}

    /**
     * Divides the processors.
     *
     * @param cores the processors that programs may use there, those of a physical core together; none when the machine does not report them
     * @param taskset whether programs can be put on some of them
     */
    static Precedence of(List<List<Integer>> cores, boolean taskset, HostPart.Sharing sharing) {
        int processors = cores.stream().mapToInt(List::size).sum();
        if (!sharing.shared()) {
            return undivided(Yielding.NONE, Why.ALONE, processors);
        }
        if (sharing.wish() == Yielding.NICE || sharing.wish() == Yielding.NONE) {
            return undivided(sharing.wish(), Why.WISH, processors);
        }
        boolean wanted = sharing.wish() == Yielding.CPUSET;
        if (processors < (wanted ? 2 : LEAST_PROCESSORS)) {
            return undivided(Yielding.NICE, Why.FEW_PROCESSORS, processors);
        }
        return taskset
                ? divided(cores, processors, wanted ? Why.WISH : Why.ENOUGH_PROCESSORS)
                : undivided(Yielding.NICE, Why.NO_TASKSET, processors);
    }

    private static Precedence undivided(Yielding yielding, Why why, int processors) {
        return new Precedence(yielding, why, processors, "", "");
    }

    /** Divides the processors. The others get the first ones, where most machines take their interrupts, and whole cores if these are not too large. */
    private static Precedence divided(List<List<Integer>> cores, int processors, Why why) {
        int wanted = processors < LEAST_PROCESSORS ? 1 : Math.max(LEAST_OTHERS, processors / OTHERS_DIVISOR);
        List<Integer> all = cores.stream().flatMap(List::stream).sorted().toList();
        List<Integer> others = new ArrayList<>();
        for (List<Integer> core : cores) {
            if (others.size() < wanted) {
                others.addAll(core);
            }
        }
        List<Integer> theirs = others.size() > processors / 2
                ? all.subList(0, wanted)
                : others.stream().sorted().toList();
        List<Integer> own = all.stream().filter(each -> !theirs.contains(each)).toList();
        return new Precedence(Yielding.CPUSET, why, processors, text(own), text(theirs));
    }

    /** Returns a list of numbers as the kernel writes it, {@code 0-3,8}. */
    private static String text(List<Integer> ascending) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ascending.size(); ) {
            int end = i;
            while (end + 1 < ascending.size() && ascending.get(end + 1) == ascending.get(end) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ",").append(ascending.get(i));
            if (end > i) {
                text.append('-').append(ascending.get(end));
            }
            i = end + 1;
        }
        return text.toString();
    }

    /**
     * Returns the command that starts a program so; its process has the same pid as it would have without.
     *
     * @param tested whether it is the server under test
     */
    static List<String> command(Precedence precedence, boolean tested, List<String> command) {
        List<String> all = new ArrayList<>();
        switch (precedence.yielding()) {
            case NICE -> all.addAll(tested ? NICE : List.of());
            case CPUSET -> {
                all.addAll(PIN);
                all.add(tested ? precedence.own() : precedence.others());
            }
            case NONE -> {}
        }
        all.addAll(command);
        return List.copyOf(all);
    }
}
