package io.soabench.reports.chapters;

/** The words of the sentences that queries of chapters make, with a gap for each part that the database fills. */
final class ChapterSentences {

    // The first page

    static final String ENGINE_IS = "{} is {}";
    static final String CONFIGURATION_IS = "{} is {} with {}";
    static final String MORE_ANSWERS = "And {} more, in the chapter \"Answers\".";
    static final String MORE_IN_VIEW = "And {} more such sentences, in the view V_VERDICT of the database.";
    static final String LEVEL_AND_REPETITIONS =
            "Confidence intervals of response times have a level of {} and use {} valid repetitions of a case. Repetitions, not single"
                    + " requests, are the independent observations.";
    static final String RANGE = "{} to {}";
    static final String ONE_REPETITION =
            "No case has more than one valid repetition, so there are no confidence intervals.";
    static final String NO_INTERVAL_OF_TWO =
            "Two valid repetitions of a case are too few for a confidence interval of a response time. Sentences give both values.";
    static final String UNDECIDED_OBJECTIVES = "{}{} undecided: the data do not show whether {} kept. {}";
    static final String OBJECTIVE_IS = " objective is";
    static final String OBJECTIVES_ARE = " objectives are";
    static final String LIMIT_IS = "its limit is";
    static final String LIMITS_ARE = "their limits are";
    static final String MORE_REPETITIONS = "More repetitions, or longer ones, usually make intervals narrower.";
    static final String SEE_OBJECTIVES =
            "The chapter \"Objectives\" gives the reason for each, and what would decide it.";
    static final String TWO_REPETITIONS =
            "Two repetitions of a case are few. With the same spread, five repetitions would give narrower intervals.";
    static final String THIRD_REPETITION =
            "Three valid repetitions of each case would give intervals; five would make them narrower.";

    static final String SECOND_REPETITION = "More valid repetitions of each case would give intervals.";
    static final String CASES_WITHOUT_REPETITION =
            "{} cases have no valid repetition: their numbers are shown, but not used.";
    static final String AND_MORE = "And {}{}";
    static final String MORE_OBJECTIVES =
            " more; all {} that are missed or not measured are in the chapter \"Objectives\".";
    static final String MORE_WITHOUT_DATA = " more repetitions without data.";
    static final String MORE = " more.";
    static final String INVALID_REPETITIONS =
            "{} of {} repetitions are not valid: {}. The chapter \"Repetitions that are not valid\" has each.";
    static final String DISTURBED_REPETITIONS =
            "{} of {} repetitions {} not count, because the machine was busy: {}. The chapter \"Repetitions that are not valid\" has each.";
    static final String OWN_LOAD =
            "In {} of them, other programs took {} of the processors at most: engine, partners and load client together were too much for the"
                    + " machine. Offer less load, or give the load client a host of its own.";
    static final String RUN_AGAIN = "Run again on a quieter machine.";
    static final String RUN_OTHERS_AGAIN = "Run the other repetitions again on a quieter machine.";
    static final String DOES = "does";
    static final String DO = "do";
    static final String NOT_MEASURED_CASES = "No repetition counts of {}.";
    static final String CASES_NOT_MEASURED = "No repetition counts of {} cases.";
    static final String COUNTED = "{} ({})";
    static final String PROCESSORS = "{} logical processors";
    static final String MEMORY = "{} GiB of memory";
    static final String KERNEL = "kernel {}";

    // The pictures of the first page

    static final String MORE_RATIOS = "And {} more, in the chapter \"Answers\". ";
    static final String NOISE_BAND = "The band is the noise floor. ";
    static final String PALE = "Pale: not decided.";
    static final String MEANS_OVER_PROCESSES = "Means over {} processes";
    static final String MEANS = "Means";
    static final String NO_INTERVALS = "; there are no intervals, because there are too few repetitions.";
    static final String INTERVAL_LINES = "; a vertical line is the {} confidence interval{}";
    static final String SOME_WITHOUT_INTERVAL = "; cases with too few repetitions have none.";
    static final String NOT_DRAWN = "Not drawn, because they did not keep up: {}.";
    static final String NOT_KNOWN = "Not drawn, because too few repetitions are valid for a mean: {}.";
    static final String UNDER = "{} under {}";

    // The signs of the engine matrix

    static final String LOWEST = "● the lowest mean";
    static final String LONGER = "▲ takes longer";
    static final String AT_LEAST = "≥ at least so many times as long, even if trends continued";
    static final String AS_LONG = "≈ equally long, to within the margin";
    static final String DID_NOT_KEEP_UP = "■ did not keep up, a lower bound";
    static final String AT_CAPACITY = "◊ at its capacity: the time depends on the number of clients";
    static final String UNDECIDED = "? not decided, so no order is known";
    static final String NO_MEAN = "– no mean is known";
    static final String LESS_THAN_BASELINE = "▼ takes less time than the baseline";
    static final String ENGINE_TABLE =
            "× is the ratio to the baseline, or to the first engine of the same process and workload. Throughput is compared only where"
                    + " an engine is at its capacity or does not keep up. Processor time is that of the engine and of the servers of the"
                    + " model that it uses, divided by the requests that it completed. Compiling and collecting garbage are a part of"
                    + " it; compiling weighs most on engines that complete few requests. A difference is reported only if it is"
                    + " significant after Holm's correction, and beyond the possible effect of trends. The chapter \"Tests and"
                    + " relations\" has the intervals.";

    static final String PROCESSOR_TIMES =
            "Of the engine, and of the servers of the model that it uses, in the measurement, divided by the requests that it completed."
                    + " Values are means of the repetitions. Compiling and collecting garbage are a part of it; compiling weighs most on"
                    + " engines that complete few requests. × is the ratio to the lowest, or to the baseline. A difference is reported"
                    + " only if it is significant after Holm's correction for all comparisons of processor times, and beyond the possible"
                    + " effect of trends. The chapter \"Tests and relations\" has the intervals.";

    // Summary

    static final String SUMMARY =
            "Response times in milliseconds, from the intended start of a request to the end of its answer, over all valid repetitions. {}Overhead"
                    + " is the median of the time that the engine adds to that of its partners. – marks a percentile that needs more requests in each"
                    + " repetition than there were: p95 needs 200, p99 1,000, p99.9 10,000. Each heading of a column links to the definition of its"
                    + " numbers.";
    static final String SUMMARY_INTERVALS = "CI is the {} confidence interval of the mean over repetitions. ";

    // Comparison

    static final String NOTHING_TO_COMPARE =
            "No two cases with valid repetitions share a workload: there is nothing to compare.";
    static final String DOTS = "Each dot is the mean of a case{}{}{}{}";
    static final String DOTS_INTERVALS = " with its {} confidence interval";
    static final String DOTS_COLOURS = "; each colour is an engine";
    static final String DOTS_REPEATED_COLOURS = "; {} colours are used in turn for the engines, which are named below";
    static final String DOTS_PUBLISHED = ". A red diamond is a published number.";
    static final String END = ".";
    static final String DOTS_MISSING = " A case that did not keep up is not drawn.";

    static final String PAIR_INTERVALS =
            "Each interval in these sentences is of a single comparison, so it may be narrower than that of the same engines on the first"
                    + " page. A difference is reported only if it is significant after Holm's correction for all comparisons, unless the"
                    + " sentence says otherwise.";

    // Tests

    static final String PAIR_TESTS =
            "The ratio is that of the first engine to the second, and the outcome is that of the first. Vargha and"
                    + " Delaney’s A needs four repetitions of each engine, p (signs) six blocks{}{}.{}";
    static final String PAIR_TESTS_INTERVALS = ", an interval two";
    static final String PAIR_TESTS_FEWER = "; – marks fewer";
    static final String PAIR_TESTS_BASELINE =
            " * marks the p of a single comparison. Where a suite names a baseline, only p of comparisons with it are corrected, as one family"
                    + " (Holm). Of many single comparisons, some find a difference where there is none.";

    static final String NOT_COMPARED = "{} {} of response times, because {}";
    static final String PAIR_IS = "pair of engines has no comparison";
    static final String PAIRS_ARE = "pairs of engines have no comparison";
    static final String PAIR_TESTS_SATURATED =
            "an engine did not keep up: the answered requests do not represent the others.";
    static final String PAIR_TESTS_CAPACITY =
            "an engine is at its capacity: the wait of clients depends on their number.";
    static final String CAPACITY_COMPARED =
            " The chapter \"Tests and relations\" compares their throughput and processor times.";

    static final String METRIC_PAIR_TESTS =
            "Means and ratio are those of the first engine to the second, and the outcome is that of the first. Throughput is compared where an"
                    + " engine is saturated or at its capacity, overheads where partners take half of the time or more, processor time for a"
                    + " completed request everywhere. Comparisons of processor times have a correction of their own.{}";

    // Explorations, configurations, objectives

    static final String SEARCHED = "{}searched from {} to {} {}. {}{} {}";
    static final String ENGINE = "{}: ";
    static final String INTERRUPTED = "It was interrupted.";
    static final String ENDED = "No further trial was begun, because {}.";
    static final String KNEE = " The ratio of throughput to response time is greatest at {} {}.";
    static final String TRIED = "Of {} configurations {} were tried, ranked by the {}{}. {}";
    static final String KEPT = "; a configuration had to keep {}";
    static final String OBJECTIVE_COUNTS = "{}{}{} met, {} missed, {} undecided{}";
    static final String ONE_OBJECTIVE = " objective: ";
    static final String OBJECTIVES = " objectives: ";
    static final String NOT_MEASURED = ", {} not measured.";

    // Instances

    static final String WITHOUT_INSTANCES = "The instances of {} are not known: {}.";

    static final String WITHOUT_ENDS =
            "How many instances of {} ended per second is not known, because instances that began earlier may be missing: {}.";

    /** The beginning of the source of a metric that has none. */
    static final String UNAVAILABLE = "unavailable: ";

    // Results of engines

    static final String PUBLISHED = "Published numbers, measured by others on other machines: {}, {}.";

    // Cases

    static final String CASE_TITLE = "{} under {}{}{}";
    static final String BLACK_BOX = ", a black box";
    static final String ON_ENGINE = " on {}";
    static final String OF_SUITE = ", suite {}";
    static final String OF_CASE = ", case {}";
    static final String CASE_FACTS = "{}; {}{} s measured, time-out {} s; {} of {} repetitions valid";
    static final String WARM_UP_UNTIL_STEADY = "warm-up until steady, at most {} s, ";
    static final String WARM_UP = "{} s warm-up, ";
    static final String INVALID_REPETITION = "Repetition {} is invalid: {}{}";
    static final String WARNED_REPETITION = "Repetition {}: {}";

    // Workloads

    static final String WORKLOAD = "Workload {}{}";
    static final String SUITE_WORKLOAD = "Suite {}, workload {}{}";
    static final String CLOSED = ": {} clients";
    static final String OPEN = ": open, {} arrivals/s";

    // Statistics that the model asks for

    static final String SEE_CHART = "see the chart";
    static final String NOT_KEPT_UP = "– (did not keep up)";
    static final String TAKES_CALLS = "– (needs {} calls)";
    static final String TAKES_REQUESTS = "– (needs {} requests)";
    static final String DISTRIBUTION = "Distribution of {} of {}{}";
    static final String IN_UNIT = " [{}]";

    // Long tables and lists

    static final String MORE_ROWS = "Not shown: {} more {}, in the view {} of the database.";
    static final String ONE_ROW = "row";
    static final String ROWS = "rows";

    // The network

    static final String NO_LATENCY = "none";
    static final String THERE = "{} there";
    static final String BACK = "{} back";
    static final String THERE_AND_BACK = "{} there, {} back";

    // Points that are not drawn where they belong

    static final String BEYOND_AXIS =
            "Beyond the axis: {} of {} points, up to {} ms. They are drawn at its upper edge.";

    // Intervals that are not drawn in full

    static final String CUT_OFF = "Cut off, because it would not fit: {}{}.";
    static final String CUT_INTERVAL = "{} from {} ms";
    static final String CUT_MORE = ", and {} more";

    private ChapterSentences() {}
}
