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
                    "Requests whose intended start is in the measurement; for a case, those of all valid repetitions. “Valid” is the number of repetitions that count, of those"
                            + " planned.",
                    Set.of("Requests", "Valid", "Cases", "Repetitions")),
            new Method(
                    "mean",
                    "Mean",
                    "For a repetition, the average response time; for a case, the mean of its repetitions. A request that timed out counts with"
                            + " its time-out (restricted mean); other failures have no response time.",
                    Set.of("Mean", "Average", "Mean [ms]")),
            new Method(
                    "interval",
                    "Interval (CI)",
                    "The confidence interval of the mean over repetitions: Student’s t on logarithms for up to twenty repetitions, so that it"
                            + " never includes zero; on the numbers themselves where one of them is zero; a bootstrap (BCa) for more. It ends at the time-out. Cases with at most three repetitions use"
                            + " a spread pooled over similar cases of the run, where there are enough. Otherwise two repetitions have no interval, and"
                            + " both values are shown. Intervals of shares, such as failures, include the spread between repetitions from five"
                            + " repetitions on; of fewer they take all requests together for independent. For means, single requests are not independent observations, however many there are. An end more than a"
                            + " hundred times away from the mean is cut there and marked with < or >.",
                    Set.of("CI", "CI [ms]", "CI [%]", "Interval", "Confidence interval (level)")),
            new Method(
                    "percentiles",
                    "Median and percentiles",
                    "For a repetition, exact values over all requests, by linear interpolation (Hyndman and Fan, type 7); for a case, the mean over"
                            + " repetitions. A percentile needs ten requests beyond it in each repetition: p95 needs 200, p99 1,000, p99.9"
                            + " 10,000. With fewer requests it would be one of the few slowest ones, and – is shown.",
                    Set.of("Median", "p95", "p99", "p99.9", "p99 [ms]")),
            new Method(
                    "extremes",
                    "Min, max and SD",
                    "Smallest and largest response time of all valid repetitions; SD is the standard deviation of single requests within a"
                            + " repetition, pooled.",
                    Set.of("Min", "Max", "Max [ms]", "Min [ms]", "SD")),
            new Method(
                    "throughput",
                    "Per s",
                    "The number of successful answers that ended in the measurement, divided by its length.",
                    Set.of("Per s", "Answers per s", "Served per s")),
            new Method(
                    "failures",
                    "Failures",
                    "Requests without a correct answer in time, divided by all requests. Failures that partners cause by plan of the model"
                            + " are counted, too, and widen no interval; the chapters of cases name the origin of each. Where none of n requests failed, the 95 % interval"
                            + " ends at about 3.7 / n (Clopper and Pearson). This end assumes that requests fail independently of each other. Where"
                            + " they fail together, as after a bad start, only repetitions count: with none in k repetitions, the share of such"
                            + " repetitions may be as large as 1 − 0.025^(1/k), which is 71 % for three and 31 % for ten.",
                    Set.of("Failures", "Failure rate (%)", "Failed [%]", "Failed")),
            new Method(
                    "overhead",
                    "Overhead",
                    "The response time of a request minus the time of an ideal engine, which follows from the partners’ real delays. Tables"
                            + " of cases have its median over requests, comparisons its mean.",
                    Set.of("Overhead")),
            new Method(
                    "steps",
                    "Steps between calls",
                    "The engine’s time between two partner calls that do not overlap, from the calls that mock hosts recorded. Two engines are"
                            + " compared as by response times, where partners take half of the time or more.",
                    Set.of("Before\ncalls", "Between\ncalls", "After\ncalls", "Engine\ntime", "Calls\noverlap")),
            new Method(
                    "instances",
                    "Instances",
                    "The duration of an instance, from its begin to its end, is what the engine itself has kept in its history. It is read"
                            + " after the measurement. Means, percentiles and intervals are made as those of response times. Ended per s:"
                            + " instances that ended in the measurement, divided by its length.",
                    Set.of("Instances", "Duration\n[ms]", "Ended\nper s", "Still\nrunning")),
            new Method(
                    "collections",
                    "Allocation and collections",
                    "Allocated is the heap in use when a garbage collection begins less what the collection before left, from the log of"
                            + " collections of the engine’s virtual machine; after the last collection it is the use of the part for new"
                            + " objects. The mean of a pause, and times, are from the counters that the virtual machine publishes.",
                    Set.of(
                            "Allocated\n[MiB/s]",
                            "Allocated\n[KiB/request]",
                            "Collections\nper s",
                            "Pause\n[ms]",
                            "Longest\n[ms]",
                            "In\npauses",
                            "Stopped")),
            new Method(
                    "verdict",
                    "Verdict of a repetition",
                    "The result of the criteria of validity, which the HTML report lists.",
                    Set.of("Verdict")),
            new Method(
                    "objectives",
                    "Objectives",
                    "Met when the whole interval keeps the limit, missed when none of it does, else undecided. Shares of two to four"
                            + " repetitions are judged in each repetition, too. Minimum, maximum and counts have no interval and are decided by"
                            + " their value.",
                    Set.of("Objectives", "Objective")),
            new Method(
                    "ratio",
                    "Ratio of engines",
                    "The ratio of the geometric means of the repetitions’ averages. Repetitions of one number are a block, which both engines share."
                            + " The t interval is over the logarithms of the ratios within blocks, so what slows both engines of a block by one factor cancels. In two or three blocks, engines under one load share the spread of their"
                            + " response times and that of their processor times, unless a pair spreads more. Engines at their capacity, and all"
                            + " other ratios, have the spread of the pair alone. A verdict requires"
                            + " a ratio beyond the noise floor (the difference of one engine from itself) and beyond the possible effects of trends and of a"
                            + " late load client or partner; late ones take no processor time of an engine."
                            + " p (ratio) is that of a ratio within these, corrected (Holm) for all comparisons of engines of the"
                            + " run, or for those with the baseline where a suite names one; * marks that of a single comparison."
                            + " So it may be 1 although the interval leaves out 1."
                            + " “At least” (≥) marks response times that are not known to be steady: the end of the interval nearer"
                            + " to 1, divided by the possible further change of the ratio.",
                    Set.of("Ratio", "Times as long", "p (ratio)", "Outcome")),
            new Method(
                    "ranks",
                    "Sign-flip test and A",
                    "The test assumes only that a difference within a block is as likely with the other sign where the engines do not"
                            + " differ. It counts the choices of signs for which these differences add up to at least as much; it needs six"
                            + " blocks. Engines without common blocks get the Mann–Whitney test instead."
                            + " A (Vargha and Delaney) is the share of all pairs of their repetitions in which the first engine named is the"
                            + " slower one, ties counted half: 0.5 is no difference, beyond 0.71 or below 0.29 it is called large.",
                    Set.of("p (signs)", "A")),
            new Method(
                    "starts",
                    "Starts",
                    "Each repetition starts the engine anew. Change points in the medians of twenty equal parts of the measurement give the"
                            + " kind of the start (E-divisive, level 1 %, changes of 5 % or more). Flat: no change. Warm-up: the end is as fast as any part."
                            + " Slow-down: an earlier part is faster than the end. No steady state: the last change is in the last quarter."
                            + " Inconsistent: the starts of a case are of several kinds.",
                    Set.of("Flat", "Warm-up", "Slow-down", "No steady\nstate", "Starts")),
            new Method(
                    "kruskal",
                    "Friedman’s and Kruskal–Wallis test",
                    "Both test by ranks whether three or more groups of repetitions differ at all. Friedman’s Q compares engines within blocks,"
                            + " so a disturbance of a whole block changes no rank. Kruskal and Wallis’s H compares loads, which have no blocks. Both are"
                            + " compared with the chi-squared distribution, which needs five blocks, or five repetitions in each group. p is"
                            + " corrected for all such tests of the run (Holm). Cases in which an engine did not keep up are excluded.",
                    Set.of("Q or H", "p")),
            new Method(
                    "outliers",
                    "Outliers",
                    "By Chebyshev’s inequality, which holds for any distribution: values more than ten standard deviations from the mean, where both"
                            + " are computed from the values within 3.16 standard deviations. Outliers are flagged and never removed.",
                    Set.of("Flagged", "Beyond [ms]")),
            new Method(
                    "correlation",
                    "Correlation",
                    "Pearson’s coefficient between a metric of the engine and the mean response time, with repetitions as observations;"
                            + " at least ten are required. A correlation does not show cause and effect.",
                    Set.of("Correlation")),
            new Method(
                    "power-law",
                    "Power regression",
                    "Least squares on the logarithms of load and quantity, over the loads of a process that the engine kept up with. Closed"
                            + " loads with other think times have a law of their own, and so have those of another suite. R² is the share of the variance that the law explains. It is"
                            + " not extrapolated beyond the measured loads.",
                    Set.of("Law", "R²")),
            new Method(
                    "queues",
                    "Queueing view",
                    "The processor time of a request is estimated by regression on completions, over the lower half of the loads. Several processors"
                            + " use Seidmann’s correction; partners and network are delays. Closed loads are solved by exact mean value analysis, open loads"
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
