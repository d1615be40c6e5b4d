package io.soabench.analyzer.batch;

/**
 * How something measured goes together with the time of batches of a size (P11 table II): over all processes, configurations and rounds,
 * both in relation to the baseline's mean of the process.
 *
 * @param observations rounds that have a number of it
 * @param coefficient Pearson's, -1 to 1; NaN when there are fewer than {@value #FEWEST} observations, or one of both never varies
 */
public record Correlation(long instances, String measure, int observations, double coefficient) {

    /** Of fewer a coefficient would be chance. */
    public static final int FEWEST = 10;
}
