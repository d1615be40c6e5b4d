package io.soabench.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * The division of trials by successive halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013; Jamieson
 * and Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", 2016). In each rung all configurations that are left
 * are measured once, for twice as long as in the rung before. The better half goes on, until {@value #FINALISTS} are left or fewer. So each
 * rung measures for about as long as the others together, and most of the time goes to configurations that are hard to separate.
 *
 * @param configurations that there are at first, at least 1
 */
public record Halvings(int configurations) {

    /** The number of configurations that are left at the end: the selected one and the second one. */
    public static final int FINALISTS = 2;

    /** Returns the number of configurations that go on after a rung with this number of valid measurements. */
    public static int kept(int measured) {
        return (measured + 1) / 2;
    }

    /** Returns the factor from the measuring time of the first rung to that of another rung; rungs count from 1. */
    public static int factor(int rung) {
        return 1 << (rung - 1);
    }

    /** Returns the number of measured configurations of each rung if all measurements are valid. */
    public List<Integer> rungs() {
        List<Integer> rungs = new ArrayList<>(List.of(configurations));
        for (int left = kept(configurations); left > FINALISTS; left = kept(left)) {
            rungs.add(left);
        }
        return List.copyOf(rungs);
    }

    /** Returns the number of trials of all rungs. */
    public int trials() {
        return rungs().stream().mapToInt(each -> each).sum();
    }

    /** Returns the measuring time of all trials together, in measuring times of the first rung. */
    public long windows() {
        long windows = 0;
        for (int rung = 1; rung <= rungs().size(); rung++) {
            windows += (long) rungs().get(rung - 1) * factor(rung);
        }
        return windows;
    }

    /** Returns the factor from the measuring time of the first rung to that of the last one. */
    public int lastFactor() {
        return factor(rungs().size());
    }

    /** Returns how many configurations the selection can take with at most that many trials; 0 when there are too few for two. */
    public static int most(int trials) {
        int most = 0;
        while (most < trials && new Halvings(most + 1).trials() <= trials) {
            most++;
        }
        return most < FINALISTS ? 0 : most;
    }
}
