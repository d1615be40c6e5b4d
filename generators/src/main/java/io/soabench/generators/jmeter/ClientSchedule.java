package io.soabench.generators.jmeter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The presence of clients of a closed load whose number changes over time, as thread groups of JMeter. JMeter knows
 * whole seconds only, and lets the threads of a group come one after the other but go together. Clients that come
 * evenly and go at the same time are one group with a ramp-up. All others are a group with the clients that come and go
 * in the same seconds.
 *
 * @param groups in the order in which they come
 * @param grainS seconds to which the times of groups without a ramp-up are rounded
 * @param leftOut number of stays that are too short for JMeter and in no group
 */
public record ClientSchedule(List<Group> groups, long grainS, int leftOut) {

    /**
     * The greatest number of thread groups without a ramp-up that people can still read. For more groups, times are
     * rounded to more than a second.
     */
    static final int MOST_LEVELS = 100;

    /** The difference below which two times of the model count as the same. */
    private static final double SAME_S = 1e-6;

    /** The least number of clients that come one after the other in a ramp. */
    private static final int LEAST_RAMP = 3;

    private static final Comparator<Stay> BY_END =
            Comparator.comparingDouble(Stay::toS).thenComparingDouble(Stay::fromS);

    /**
     * A time in which one client is there.
     *
     * @param fromS seconds since the start of the load
     * @param toS seconds since the start of the load
     */
    public record Stay(double fromS, double toS) {}

    /**
     * A thread group.
     *
     * @param clients its threads
     * @param delayS whole seconds after which the first comes
     * @param rampS whole seconds in which they come one after the other; 0: all at once
     * @param durationS whole seconds after the delay after which all go
     */
    public record Group(int clients, long delayS, long rampS, long durationS) {

        /** Returns the name for readers of the test plan and of its results, which are separated by commas. */
        String name() {
            return clients + (clients == 1 ? " client from " : " clients from ") + delayS + " s to "
                    + (delayS + durationS) + " s" + (rampS == 0 ? "" : " ramped up in " + rampS + " s");
        }
    }

    public ClientSchedule {
        groups = List.copyOf(groups);
    }

    /** Returns the thread groups for the stays of all clients, in any order. */
    public static ClientSchedule of(List<Stay> stays) {
        List<Group> ramps = new ArrayList<>();
        List<Stay> others = new ArrayList<>();
        List<Stay> sorted = new ArrayList<>(stays);
        sorted.sort(BY_END);
        for (int i = 0; i < sorted.size(); ) {
            List<Stay> run = sorted.subList(i, endOfRamp(sorted, i));
            if (run.size() >= LEAST_RAMP && Math.round(length(run)) > 0) {
                ramps.add(ramp(run));
                i += run.size();
            } else {
                others.add(sorted.get(i));
                i++;
            }
        }
        for (long grainS = 1; ; grainS = coarser(grainS)) {
            TreeMap<Long, TreeMap<Long, Integer>> levels = levels(others, grainS);
            if (levels.values().stream().mapToInt(TreeMap::size).sum() <= MOST_LEVELS) {
                return new ClientSchedule(together(ramps, levels), grainS, others.size() - clients(levels));
            }
        }
    }

    /** Returns the next of 1, 2, 5, 10, 20, 50, … seconds. */
    private static long coarser(long grainS) {
        return Long.toString(grainS).startsWith("2") ? grainS / 2 * 5 : grainS * 2;
    }

    /** Returns the index behind the stays that end together and begin one after the other with equal gaps. */
    private static int endOfRamp(List<Stay> sorted, int from) {
        int end = from + 1;
        while (end < sorted.size()
                && same(sorted.get(end).toS(), sorted.get(from).toS())
                && gap(sorted, end) > SAME_S
                && same(gap(sorted, end), gap(sorted, from + 1))) {
            end++;
        }
        return end;
    }

    private static double gap(List<Stay> sorted, int at) {
        return sorted.get(at).fromS() - sorted.get(at - 1).fromS();
    }

    private static boolean same(double a, double b) {
        return Math.abs(a - b) <= SAME_S;
    }

    private static double length(List<Stay> run) {
        return run.get(run.size() - 1).fromS() - run.get(0).fromS();
    }

    /** Returns a group with a ramp: JMeter's n threads come at the starts of n equal parts of the ramp-up. */
    private static Group ramp(List<Stay> run) {
        long delayS = Math.round(run.get(0).fromS());
        double lastS = run.get(run.size() - 1).fromS() - delayS;
        long rampS = Math.max(1, Math.round(lastS * run.size() / (run.size() - 1)));
        return new Group(run.size(), delayS, rampS, Math.round(run.get(0).toS()) - delayS);
    }

    /** Returns the number of clients, by the rounded times at which they come and go. */
    private static TreeMap<Long, TreeMap<Long, Integer>> levels(List<Stay> stays, long grainS) {
        TreeMap<Long, TreeMap<Long, Integer>> levels = new TreeMap<>();
        for (Stay each : stays) {
            long from = Math.round(each.fromS() / grainS) * grainS;
            long to = Math.round(each.toS() / grainS) * grainS;
            if (from < to) {
                levels.computeIfAbsent(from, any -> new TreeMap<>()).merge(to, 1, Integer::sum);
            }
        }
        return levels;
    }

    private static int clients(TreeMap<Long, TreeMap<Long, Integer>> levels) {
        return levels.values().stream()
                .flatMap(each -> each.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static List<Group> together(List<Group> ramps, TreeMap<Long, TreeMap<Long, Integer>> levels) {
        List<Group> all = new ArrayList<>(ramps);
        levels.forEach((from, ends) -> ends.forEach((to, clients) -> all.add(new Group(clients, from, 0, to - from))));
        all.sort(Comparator.comparingLong(Group::delayS)
                .thenComparing(Comparator.comparingLong(Group::durationS).reversed())
                .thenComparingLong(Group::rampS));
        return all;
    }

    /** Returns the differences from the model, in sentences. */
    String words() {
        return " Clients come and go in " + groups.size() + " thread groups, at times that are rounded to "
                + (grainS == 1 ? "seconds" : grainS + " seconds") + "."
                + switch (leftOut) {
                    case 0 -> "";
                    case 1 -> " A client that is there for less than that is left out.";
                    default -> " " + leftOut + " times a client is there for less than that, which is left out.";
                };
    }
}
