package io.soabench.driver.run;

import io.soabench.driver.AnswerJudge;
import io.soabench.driver.Course;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.plan.Plan;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The functional checks of a case: nothing is measured before it answers correctly. */
public final class FunctionalChecks {

    private final RunSetting setting;
    private final Plan.CasePlan of;
    private final Path folder;
    private final WatchedExchange exchange;
    private int sent;

    /**
     * Of one case.
     *
     * @param folder of the repetition, where wrong answers are kept
     */
    public FunctionalChecks(RunSetting setting, Plan.CasePlan of, Path folder, WatchedExchange exchange) {
        this.setting = setting;
        this.of = of;
        this.folder = folder;
        this.exchange = exchange;
    }

    /** How many were sent so far. */
    public int sent() {
        return sent;
    }

    /**
     * Sends all of them.
     *
     * @throws PhaseFailed at the first wrong answer
     */
    public void send(String endpoint, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        Path compiled = setting.request().compiled();
        Plan.ProcessPlan process = setting.plan().processOf(of.process());
        long timeoutMs = Course.checkTimeOutMs(of);
        for (Plan.CheckPlan check : of.checks()) {
            int n = sent + 1;
            String what = "check " + n + " of " + of.process() + " (" + check.request() + ")";
            sent = n;
            HttpResponse<byte[]> answer = exchange.call(
                    endpoint, process.soapAction(), filled(compiled, check.request(), n), timeoutMs, what, endNs);
            Optional<String> right =
                    check.answer().isEmpty() ? Optional.empty() : Optional.of(filled(compiled, check.answer(), n));
            Optional<String> problem =
                    AnswerJudge.problem(answer.statusCode(), answer.body(), process.answerElement(), right);
            if (problem.isPresent()) {
                Path kept = folder.resolve("wrong-answer-" + n + ".xml");
                Files.write(kept, answer.body());
                throw new PhaseFailed("wrong answer: " + of.process() + " " + problem.get() + "; " + what
                        + ", the answer is in " + setting.folder().relativize(kept));
            }
        }
    }

    private static String filled(Path compiled, String envelope, int n) throws IOException {
        return Files.readString(compiled.resolve(envelope)).replace("${uiid}", Plan.checkUiid(n));
    }
}
