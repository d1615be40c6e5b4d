package io.soabench.analyzer.validity;

import io.soabench.analyzer.folder.PartnerCalls;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.Criterion.Subject;
import io.soabench.analyzer.validity.CriterionCheck.State;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.KeptAnswers.Kept;
import io.soabench.plan.RunFiles;
import java.util.List;
import java.util.Optional;

/** The criterion of right answers under load. */
final class AnswerCriteria {

    private static final Criterion ANSWERS = Criterion.of(Subject.ENGINE, "answers", "Answers under load")
            .looksAt(
                    "a random sample of the successful requests of the measurement, " + AnswerSample.MOST
                            + " of each repetition. The model knows their right answers where a check of the process has the same request."
                            + " Requests are left out whose partners failed as planned, or which did not have the calls that the process prescribes")
            .violated("an answer of the sample differs from the right one")
            .because("An engine may know when it is checked, or mix up requests under load.")
            .remedy("Compare the answer that the sentence names, in " + RunFiles.Each.ANSWERS.of("…")
                    + " of the repetition, with the right one.")
            .consequence()
            .judgedBy(AnswerCriteria::answers);

    private AnswerCriteria() {}

    static List<Criterion> criteria() {
        return List.of(ANSWERS);
    }

    private static void answers(Evidence evidence, CriterionFindings findings) {
        RepetitionFolder folder = evidence.folder();
        AnswerSample sample = evidence.testCase().answers();
        boolean nameless = folder.calls().total() > 0 && folder.calls().joined() == 0;
        if (sample.right().isEmpty() || nameless) {
            return;
        }
        long compared = 0;
        long wrong = 0;
        String example = "";
        for (Kept answer : folder.answers()) {
            if (isKnown(evidence, answer)) {
                compared++;
                Optional<String> problem = sample.problem(answer);
                wrong += problem.isPresent() ? 1 : 0;
                if (wrong == 1 && problem.isPresent()) {
                    example = sample.of(answer.chunk()).get(0).process() + " " + problem.get() + ", to the request "
                            + answer.uiid();
                }
            }
        }
        if (compared == 0) {
            findings.add(State.UNKNOWN, "No answer of the measurement could be compared with the right one.");
            return;
        }
        findings.add(
                wrong == 0 ? State.GOOD : State.VIOLATED,
                (double) wrong,
                0,
                "answers",
                wrong == 0
                        ? "Of " + SentenceText.count(compared, "answer", "answers") + " under load that "
                                + (compared == 1 ? "was" : "were") + " compared with the right ones, all are right."
                        : "Of " + SentenceText.count(compared, "answer", "answers") + " under load that "
                                + (compared == 1 ? "was" : "were") + " compared with the right ones, "
                                + SentenceText.count(wrong) + (wrong == 1 ? " is" : " are") + " wrong: " + example
                                + ".");
    }

    /** Returns whether the right answer to a request is known: nothing that the model plans made the process go another way. */
    private static boolean isKnown(Evidence evidence, Kept answer) {
        RepetitionFolder folder = evidence.folder();
        PartnerCalls calls = folder.calls();
        int request = calls.request(answer.uiid());
        return request >= 0
                && folder.samples().measured(request)
                && folder.samples().succeeded(request)
                && !calls.plannedFailure(request)
                && !calls.rerouted(request)
                && calls.extra(request) == 0
                && (calls.ordered(request) || evidence.testCase().events().isEmpty());
    }
}
