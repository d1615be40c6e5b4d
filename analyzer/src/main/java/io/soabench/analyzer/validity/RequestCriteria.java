package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criterion.Excuse;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.LoadRecord;
import java.util.List;
import java.util.Map;

/** The criteria of complete and sufficient requests. */
final class RequestCriteria {

    private static final Criterion FILES = Criterion.of(Subject.HARNESS, "files", "Files")
            .looksAt("the files of the repetition")
            .violated("requests or calls were lost: their file is missing, cut off or damaged")
            .warned("another file is missing, cut off or damaged")
            .because("The remaining requests would be a selection that nobody chose.")
            .remedy("Check the disk, then measure again.")
            .consequence()
            .judgedBy(RequestCriteria::files);

    private static final Criterion LOST = Criterion.of(Subject.HARNESS, "lost-requests", "Lost requests")
            .looksAt(
                    "the numbers of requests that each load client reports as sent and as recorded, and the number of lines of its file")
            .violated("the numbers of requests sent, recorded and written to the file differ")
            .because("Lost requests are seldom a random sample of all.")
            .remedy("Check the disk and the log of the load client, then measure again.")
            .consequence()
            .judgedBy(RequestCriteria::lost);

    private static final Bound LEAST = Bound.least(
            "the number of measured requests",
            EnginePace.LEAST_ANSWERS,
            "With " + EnginePace.LEAST_ANSWERS
                    + " requests the median is known to within 0.45 standard deviations (95 %, normal distribution), with fewer to"
                    + " less. Of batches " + EnginePace.LEAST_BATCHES
                    + " are enough: each is a sum over many instances.");

    private static final Bound LEAST_P99 = Bound.least(
            "the number of measured requests",
            100,
            "With fewer than a hundred requests, the 99th percentile is in effect the maximum.");

    private static final Criterion NUMBER = Criterion.of(Subject.BOTH, "number-of-requests", "Number of requests")
            .looksAt(
                    "the requests of the phase measure. Where clients call several processes, all of them together decide; a process with"
                            + " fewer requests than that has no response times of its own, and the others count")
            .violated(LEAST)
            .warned(LEAST_P99)
            .remedy("Measure longer, or with more load.")
            .consequence()
            .excusedBy(Excuse.SLOW)
            .judgedBy(RequestCriteria::number);

    private RequestCriteria() {}

    static List<Criterion> criteria() {
        return List.of(FILES, LOST, NUMBER);
    }

    /** Returns whether a check found that too few requests, but not none, were measured. */
    static boolean tooFew(CriterionCheck check) {
        return check.criterion() == NUMBER && check.state() == State.VIOLATED && check.measured() > 0;
    }

    private static void files(Evidence evidence, CriterionFindings findings) {
        evidence.folder().losses().forEach(sentence -> findings.add(State.VIOLATED, sentence));
        evidence.folder().problems().forEach(sentence -> findings.add(State.WARNING, sentence));
    }

    private static void lost(Evidence evidence, CriterionFindings findings) {
        RepetitionFolder folder = evidence.folder();
        boolean all = true;
        for (Map.Entry<String, Long> entry : folder.lines().entrySet()) {
            LoadRecord load = folder.loads().get(entry.getKey());
            if (load == null) {
                all = false;
                findings.add(
                        State.VIOLATED,
                        "The load client of host \"" + entry.getKey()
                                + "\" left no record: it is unknown whether requests are lost.");
            } else if (load.requests().sent() != load.requests().recorded()
                    || load.requests().sent() != entry.getValue()) {
                all = false;
                findings.add(
                        State.VIOLATED,
                        (double) (load.requests().sent() - entry.getValue()),
                        0,
                        "requests",
                        "The load client of host \"" + entry.getKey() + "\" sent "
                                + SentenceText.count(load.requests().sent())
                                + " requests and recorded "
                                + SentenceText.count(load.requests().recorded()) + "; the file has "
                                + SentenceText.count(entry.getValue())
                                + ".");
            }
        }
        if (all && !folder.lines().isEmpty()) {
            findings.add(State.GOOD, 0, 0, "requests", "No request is lost.");
        }
    }

    private static void number(Evidence evidence, CriterionFindings findings) {
        if (evidence.each().size() > 1) {
            long least = EnginePace.leastAnswers(evidence.folder().workload().ordersBatches());
            number(evidence, "", evidence.all().requests(), findings);
            evidence.each().stream()
                    .filter(load -> load.requests() < least)
                    .forEach(load -> few(evidence, load, least, findings));
        } else {
            number(evidence, "", evidence.all().requests(), findings);
        }
    }

    /**
     * Adds a finding about a class of clients with few requests. It is no reason to leave out the others, because then a slow engine would
     * lose its repetitions.
     */
    private static void few(Evidence evidence, Evidence.Load load, long least, CriterionFindings findings) {
        findings.add(
                load.slow() ? State.WARNING : State.NOT_ASSESSED,
                (double) load.requests(),
                (double) least,
                "requests",
                evidence.about(load) + SentenceText.count(load.requests(), "request was", "requests were")
                        + " measured; at least "
                        + SentenceText.count(least) + " are needed for response times of its own: "
                        + (load.slow() ? "the engine kept its clients waiting." : "measure longer."));
    }

    private static void number(Evidence evidence, String about, long requests, CriterionFindings findings) {
        boolean batches = evidence.folder().workload().ordersBatches();
        long least = EnginePace.leastAnswers(batches);
        if (requests < least) {
            String sentence = about + SentenceText.count(requests, "request was", "requests were")
                    + " measured; at least "
                    + SentenceText.count(least) + " are needed: "
                    + (evidence.pace().saturated() ? "the engine is too slow for more." : "measure longer.");
            if (requests == 0 && (evidence.hung() || !evidence.pace().saturated())) {
                findings.violatedEvenWhenHung((double) requests, (double) least, "requests", sentence);
            } else {
                findings.add(State.VIOLATED, (double) requests, (double) least, "requests", sentence);
            }
        } else if (!batches && requests < LEAST_P99.limit()) {
            findings.add(
                    State.WARNING,
                    (double) requests,
                    LEAST_P99.limit(),
                    "requests",
                    about + SentenceText.count(requests)
                            + " requests were measured: the 99th percentile is little more than the maximum.");
        } else {
            findings.add(
                    State.GOOD,
                    (double) requests,
                    (double) least,
                    "requests",
                    about + SentenceText.count(requests) + " requests were measured.");
        }
    }
}
