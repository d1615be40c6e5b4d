package io.soabench.reports.chapters;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The explanations of the numbers of the report. The headings of tables link to them, so that a reader who doubts a number finds its method
 * in one step.
 */
public final class MethodTexts {

    /** The beginning of the bookmarks of all explanations. */
    public static final String PREFIX = "how-";

    /**
     * One method.
     *
     * @param headings of columns with such numbers
     */
    record Method(String name, String title, String text, Set<String> headings) {

        String bookmark() {
            return PREFIX + name;
        }
    }

    static final List<Method> ALL = List.of(
            new Method(
                    "counts",
                    "Requests",
                    "Requests whose intended start is in the measurement. “Valid” is how many repetitions count, of how many that were"
                            + " planned.",
                    Set.of("Requests", "Valid", "Cases", "Repetitions")),
            new Method(
                    "mean",
                    "Mean",
                    "The average response time of a repetition, and of a case the mean of its repetitions. A request that timed out counts with"
                            + " its time-out, so that the mean is a restricted one; other failures have no response time.",
                    Set.of("Mean", "Average", "Avg [s]", "Mean [ms]")),
            new Method(
                    "interval",
                    "Interval (CI)",
                    "The confidence interval of the mean over repetitions: Student’s t on the logarithms of up to twenty of them, so that it"
                            + " never goes below zero; above that a bootstrap (BCa). Of shares such as failures it is one that knows"
                            + " repetitions differ. Single requests are no independent observations, however many there are. An end more than a"
                            + " hundred times off is not known better than that: < and > stand before it.",
                    Set.of("CI", "CI [s]", "Interval", "Confidence interval (level)")),
            new Method(
                    "percentiles",
                    "Median and percentiles",
                    "Of all requests of a repetition, exactly, by linear interpolation (Hyndman and Fan, type 7); of a case the mean over"
                            + " repetitions. A percentile needs ten requests beyond it in each repetition: p95 takes 200, p99 1,000, p99.9"
                            + " 10,000. With fewer there is – in its place, because it would be one of the few slowest requests.",
                    Set.of("Median", "p95", "p99", "p99.9", "p99 [ms]")),
            new Method(
                    "extremes",
                    "Min, max and SD",
                    "Smallest and largest response time of all valid repetitions; SD is the standard deviation of single requests within a"
                            + " repetition, pooled.",
                    Set.of("Min", "Max", "Max [s]", "Min [s]", "SD")),
            new Method(
                    "throughput",
                    "Per s",
                    "Successful answers that ended in the measurement, divided by its length.",
                    Set.of("Per s", "Answers per s", "Served per s")),
            new Method(
                    "failures",
                    "Failures",
                    "Requests with any outcome but a right answer in time, divided by all requests. Failures that the model makes partners"
                            + " cause are counted, too; the chapters of cases name the origin of each.",
                    Set.of("Failures", "Failure rate (%)", "Failed [%]", "Failed")),
            new Method(
                    "overhead",
                    "Overhead",
                    "For each request its response time minus what an ideal engine would have needed, which is known from the partners’ real"
                            + " delays; the median.",
                    Set.of("Overhead")),
            new Method(
                    "verdict",
                    "Verdict of a repetition",
                    "By criteria that have a chapter of their own, before this one.",
                    Set.of("Verdict")),
            new Method(
                    "objectives",
                    "Objectives",
                    "Met when the whole interval keeps the limit, missed when none of it does, else undecided. The smallest and the largest"
                            + " value, and counts, are facts and decided by themselves.",
                    Set.of("Objectives", "Objective")),
            new Method(
                    "ratio",
                    "Ratio of engines",
                    "Of the geometric means of the repetitions’ averages. Repetitions of one number are a block, which both engines had: the t"
                            + " interval is of the logarithms of their ratios, so that what disturbs a block drops out. A verdict takes a"
                            + " ratio beyond the noise floor, what one engine shows against itself, after Holm’s correction for all pairs."
                            + " “At least” (≥) stands where response times were not known to be steady: the end of the interval that is nearer"
                            + " to 1, divided by what the trend of their ratio may still change.",
                    Set.of("Ratio", "Times as long", "p (Holm)", "Outcome")),
            new Method(
                    "ranks",
                    "Sign-flip test and A",
                    "The test needs no distribution. It counts the choices of signs for which the differences within blocks would add up to"
                            + " as much; it takes six blocks. Engines without common blocks have the Mann–Whitney test in its place."
                            + " A (Vargha and Delaney) is the share of all pairs of their repetitions in which the first engine named is the"
                            + " slower one: 0.5 is no difference, beyond 0.71 or below 0.29 it is called large.",
                    Set.of("p (signs)", "A")),
            new Method(
                    "kruskal",
                    "Friedman’s and Kruskal–Wallis test",
                    "Both ask whether three or more groups of repetitions differ at all, by ranks: Friedman’s Q of engines within blocks,"
                            + " so that what disturbs a block changes no rank; Kruskal and Wallis’s H of loads, which have no blocks. Both are"
                            + " compared with the chi-squared distribution, which takes five blocks, or five repetitions in each group; p is"
                            + " corrected for all such tests of the run (Holm). Engines and loads that were not kept up with are in no group.",
                    Set.of("Q or H", "p")),
            new Method(
                    "outliers",
                    "Outliers",
                    "By Chebyshev’s inequality, which holds for any distribution: what is more than ten standard deviations from the mean, both"
                            + " of the values within 3.16 of them. They are flagged and never removed: a slow answer is an answer.",
                    Set.of("Flagged", "Beyond [ms]")),
            new Method(
                    "correlation",
                    "Correlation",
                    "Pearson’s coefficient between a metric of the engine and the mean response time, a repetition being an observation;"
                            + " of fewer than ten it would be chance. It says what goes together, not what causes what.",
                    Set.of("Correlation")),
            new Method(
                    "power-law",
                    "Power regression",
                    "Least squares on the logarithms of load and quantity, over all loads of an engine and process; R² is the share of the"
                            + " variance that the law explains. Nothing is said beyond the measured loads.",
                    Set.of("Law", "R²")),
            new Method(
                    "queues",
                    "Queueing view",
                    "Processor time of a request by regression on completions, over the lower half of the loads; several processors by"
                            + " Seidmann’s correction; partners and network as delays. Closed loads by exact mean value analysis, open ones"
                            + " as a Jackson network.",
                    Set.of("Model [/s]", "Model [ms]", "Off")));

    private static final Map<String, String> BY_HEADING = ALL.stream()
            .flatMap(method -> method.headings().stream().map(heading -> Map.entry(heading, method.bookmark())))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

    private MethodTexts() {}

    /** Returns the bookmark of the explanation of the numbers below a heading, if there is one. */
    public static Optional<String> of(String heading) {
        return Optional.ofNullable(BY_HEADING.get(heading));
    }
}
