package io.soabench.analyzer.explore;

import io.soabench.plan.ConfigurationRecord.Rung;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.Halvings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * The selection of one of several configurations by successive halving, see {@link Halvings}. A configuration leaves
 * the selection when it missed its objectives, did not keep up or could not be measured, however few are left. An
 * undecided configuration stays like one that meets its objectives. Only the measurements of the present rung rank
 * configurations. Measurements of earlier rungs have chosen the configurations of this rung, so these look too good in
 * them.
 *
 * <p>The order within a rung is random, drawn from the seed, so that changes on the machine do not meet configurations
 * by their place in the model. Of equal values, that of the earlier configuration is better. The selection depends on
 * the results so far and on nothing else, so an interrupted one continues when the results are given to it again. Not
 * safe for use by many threads.
 */
public final class Halving {

    private final boolean highest;
    private final long seed;
    private final long firstMs;
    private final List<Rung> rungs = new ArrayList<>();
    private final Map<Integer, Result> results = new TreeMap<>();
    private List<Integer> left = List.of();

    /**
     * The result of a trial.
     *
     * @param value the value that ranks the configuration; {@code null} when it was not measured
     */
    public record Result(Outcome outcome, Double value) {

        boolean goesOn() {
            return outcome == Outcome.MET || outcome == Outcome.UNDECIDED;
        }
    }

    /**
     * Creates a selection without results.
     *
     * @param configurations distinct numbers of the configurations; at least one
     * @param highest whether a higher value is better
     * @param firstMs duration of a measurement in the first rung
     */
    public Halving(List<Integer> configurations, boolean highest, long firstMs, long seed) {
        this.highest = highest;
        this.seed = seed;
        this.firstMs = firstMs;
        begin(configurations);
    }

    private void begin(List<Integer> configurations) {
        int number = rungs.size() + 1;
        List<Integer> order = new ArrayList<>(configurations);
        Collections.sort(order);
        Collections.shuffle(order, new Random(seed * 31 + number));
        rungs.add(new Rung(number, firstMs * Halvings.factor(number), List.copyOf(order), List.of(), 0));
        results.clear();
    }

    /** Returns the rung of the next trial, or the last rung when the selection is over. */
    public Rung rung() {
        return rungs.get(rungs.size() - 1);
    }

    /** Returns the rungs that were begun. */
    public List<Rung> rungs() {
        return List.copyOf(rungs);
    }

    /** Returns the configuration of the next trial; empty when the selection is over. */
    public Optional<Integer> next() {
        return rung().tried().stream()
                .filter(each -> !results.containsKey(each))
                .findFirst();
    }

    /** Takes in the result of a trial of the present rung. */
    public void learn(int configuration, Result result) {
        if (!rung().tried().contains(configuration)) {
            throw new IllegalArgumentException("configuration " + configuration + " is not in rung " + rung().rung());
        }
        results.put(configuration, result);
        if (next().isEmpty()) {
            end();
        }
    }

    private void end() {
        Rung open = rung();
        List<Integer> ranking = new ArrayList<>(open.tried());
        ranking.sort(Comparator.<Integer>comparingInt(each -> grade(results.get(each)))
                .thenComparingDouble(each -> loss(results.get(each)))
                .thenComparingInt(each -> each));
        int well = (int)
                ranking.stream().filter(each -> results.get(each).goesOn()).count();
        if (results.values().stream().noneMatch(result -> result.goesOn() && result.value() != null)) {
            well = 0;
        }
        int half = Math.max(Halvings.FINALISTS, Halvings.kept(ranking.size()));
        int kept = Math.min(well, ranking.size() <= Halvings.FINALISTS ? ranking.size() : half);
        rungs.set(rungs.size() - 1, new Rung(open.rung(), open.measureMs(), open.tried(), List.copyOf(ranking), kept));
        List<Integer> better = List.copyOf(ranking.subList(0, kept));
        if (kept <= Halvings.FINALISTS) {
            left = better;
        } else {
            begin(better);
        }
    }

    /** Returns the rank of a kind of result: kept objectives with a value, then without one, then missed objectives, then unusable results. */
    private static int grade(Result result) {
        return switch (result.outcome()) {
            case MET, UNDECIDED -> result.value() == null ? 1 : 0;
            case MISSED -> 2;
            case USELESS -> 3;
        };
    }

    private double loss(Result result) {
        return result.value() == null ? 0 : highest ? -result.value() : result.value();
    }

    /** Returns whether the selection is over. */
    public boolean ended() {
        return next().isEmpty();
    }

    /**
     * Returns the configurations that are left when the selection is over, the best first: at most {@value Halvings#FINALISTS}, and none
     * when none met its objectives.
     */
    public List<Integer> finalists() {
        return left;
    }

    /** Returns the remaining rungs, if all trials are measured well. */
    public List<Rung> ahead() {
        List<Rung> ahead = new ArrayList<>();
        if (ended()) {
            return ahead;
        }
        Rung now = rung();
        ahead.add(new Rung(
                now.rung(),
                now.measureMs(),
                now.tried().stream().filter(each -> !results.containsKey(each)).toList(),
                List.of(),
                0));
        int number = now.rung();
        for (int left = Halvings.kept(now.tried().size()); left > Halvings.FINALISTS; left = Halvings.kept(left)) {
            number++;
            ahead.add(new Rung(number, firstMs * Halvings.factor(number), Collections.nCopies(left, 0), List.of(), 0));
        }
        return ahead;
    }
}
