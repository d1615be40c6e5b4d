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
 * Selects one of several configurations by successive halving, see {@link Halvings}: which one is tried next, which go on, and which two are
 * left. A configuration that missed what is expected of it, did not keep up or could not be measured goes nowhere, however few are left; one
 * of which it is not decided goes on like one that is known to keep it. Only what the present rung measured ranks: what earlier ones found
 * has chosen who is there, and would flatter.
 *
 * <p>The order within a rung is random, drawn from the seed, so that what changes on the machine meets no configuration for its place in the
 * model. Of equal values that of the earlier configuration is better. Depends on the answers so far and on nothing else, so that a selection
 * which was interrupted goes on when it is told them again. Not safe for use by many threads.
 */
public final class Halving {

    private final boolean highest;
    private final long seed;
    private final long firstMs;
    private final List<Rung> rungs = new ArrayList<>();
    private final Map<Integer, Result> results = new TreeMap<>();
    private List<Integer> left = List.of();

    /**
     * What a trial told.
     *
     * @param value what decides; {@code null} when it was not measured
     */
    public record Result(Outcome outcome, Double value) {

        boolean goesOn() {
            return outcome == Outcome.MET || outcome == Outcome.UNDECIDED;
        }
    }

    /**
     * Knows nothing yet.
     *
     * @param configurations their numbers, each once; at least one
     * @param highest whether more is better
     * @param firstMs how long is measured in the first rung
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

    /** The rung of the next trial, or the last one when it is over. */
    public Rung rung() {
        return rungs.get(rungs.size() - 1);
    }

    /** The rungs that were begun. */
    public List<Rung> rungs() {
        return List.copyOf(rungs);
    }

    /** The configuration of the next trial; empty when the selection is over. */
    public Optional<Integer> next() {
        return rung().tried().stream()
                .filter(each -> !results.containsKey(each))
                .findFirst();
    }

    /** Learns from a trial of the present rung. */
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

    /** What kept everything and has a value, then what kept it without one, then what was missed, then what is of no use. */
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

    /** Whether it is over. */
    public boolean ended() {
        return next().isEmpty();
    }

    /** Those that are left when it is over, the best first: at most {@value Halvings#FINALISTS}, none when none kept what is expected. */
    public List<Integer> finalists() {
        return left;
    }

    /** How many trials there will still be, if all are measured well. */
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
