package io.soabench.agent.stage;

import io.soabench.agent.protocol.HostReply;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.run.RunSetting;
import io.soabench.plan.AnswerJudge;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.RightAnswer;
import io.soabench.plan.RowFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A judge of the answers to functional checks, on the host that has the right answers.
 *
 * @param repetition folder of the repetition in the run record, where wrong answers are kept
 */
record CheckJudge(RunSetting run, Path repetition) {

    /** A file of rows, as opposed to an envelope. */
    private static final String ROWS = ".rows";

    /**
     * Judges the answer to one check.
     *
     * @param number of the check, from 1
     * @throws PhaseFailed when the answer is wrong
     */
    void judge(CheckPlan check, int number, HostReply.Checked answer) throws PhaseFailed, IOException {
        boolean row = check.answer().endsWith(ROWS);
        Optional<String> right = row || check.answer().isEmpty()
                ? Optional.empty()
                : Optional.of(RightAnswer.of(run.request().compiled(), check.answer(), check.uiid()));
        Optional<String> problem = AnswerJudge.problem(
                answer.status(),
                answer.bytes(),
                run.plan().processOf(check.process()).answerElement(),
                right);
        if (row && problem.isEmpty()) {
            problem = wrongValue(run.request().compiled().resolve(check.answer()), answer.bytes());
        }
        if (problem.isPresent()) {
            Path kept = repetition.resolve("wrong-answer-" + number + ".xml");
            Files.write(kept, answer.bytes());
            throw new PhaseFailed(
                    "wrong answer: " + check.process() + " " + problem.get() + "; check " + number + " of "
                            + check.process() + " (" + check.request() + "), the answer is in "
                            + run.folder().relativize(kept));
        }
    }

    /** Returns the first wrong value of an answer; the request was made of the first row of that file. */
    private static Optional<String> wrongValue(Path file, byte[] answer) throws IOException {
        RowFile rows = RowFile.open(file);
        return rows.answers().stream()
                .flatMap(place -> AnswerJudge.wrongValue(answer, place.path(), rows.value(0, place.column())).stream())
                .findFirst()
                .map(problem -> problem + " for row " + rows.line(0) + " of the data");
    }
}
