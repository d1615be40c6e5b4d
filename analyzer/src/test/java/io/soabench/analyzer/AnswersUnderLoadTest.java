package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.AnswerSample;
import io.soabench.plan.AnswerSample.Right;
import io.soabench.plan.AnswerSample.Source;
import io.soabench.plan.Json;
import io.soabench.plan.KeptAnswers;
import io.soabench.plan.KeptAnswers.Kept;
import io.soabench.plan.MockPlan.Draw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that answers checks rightly and the load wrongly is found out. */
final class AnswersUnderLoadTest {

    private static final int REQUESTS = 100;
    private static final int KEPT = 40;
    private static final Draw DRAW = new Draw("price", 1, 1_000_000, 0x5eed);
    private static final AnswerSample SAMPLE = new AnswerSample(
            AnswerSample.MOST,
            7,
            List.of(new Right(
                    "Process", "default", envelope("${uiid}", "${quotes#1}"), List.of(new Source("quotes", 1, DRAW)))));

    @TempDir
    private Path folder;

    private static String envelope(String id, String price) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body><offer><id>" + id
                + "</id><price>" + price + "</price></offer></e:Body></e:Envelope>";
    }

    private static String uiid(int n) {
        return "office.1." + n;
    }

    private static String right(int n) {
        return envelope(uiid(n), Long.toString(DRAW.value(uiid(n), 1)));
    }

    /** An engine that gives such answers. The partner fails as planned in the request with that number; 0: in none. */
    private RepetitionResult result(IntFunction<String> answers, int failing) throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.withAnswers(RunFixture.plan(1, 1, 1), SAMPLE));
        RunFixture.Repetition written = run.repetition("case1", 1);
        List<Kept> kept = new ArrayList<>();
        for (int n = 1; n <= REQUESTS; n++) {
            double at = (n - 1) * 100;
            written.request(uiid(n), at, 6, "OK").call(uiid(n), 1, at + 0.5, 5, n == failing ? "FAULT" : "OK");
            if (n <= KEPT) {
                kept.add(new Kept(uiid(n), "default", answers.apply(n)));
            }
        }
        written.write();
        Json.write(
                run.folder("case1", 1).resolve("answers-here.json"),
                new KeptAnswers(KeptAnswers.FORMAT, "case1", "here", kept));
        return run.result();
    }

    @Test
    void shouldAcceptRightAnswers() throws IOException {
        RepetitionResult result = result(AnswersUnderLoadTest::right, 0);

        assertThat(RunFixture.violations(result)).isEmpty();
        assertThat(result.checks()).anySatisfy(check -> {
            assertThat(check.criterion().id()).isEqualTo("answers");
            assertThat(check.sentence())
                    .isEqualTo("Of 40 answers under load that were compared with the right ones, all are right.");
        });
    }

    @Test
    void shouldRefuseAnEngineThatAnswersTheLoadWithAConstant() throws IOException {
        RepetitionResult result = result(n -> envelope(uiid(n), "5"), 0);

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(RunFixture.violations(result))
                .containsExactly(
                        "Of 40 answers under load that were compared with the right ones, 40 are wrong: Process"
                                + " answered \"5\" at the body/offer/price instead of \"" + DRAW.value(uiid(1), 1)
                                + "\", to the request office.1.1.");
    }

    @Test
    void shouldRefuseAnEngineThatGivesOneRequestTheAnswerOfAnother() throws IOException {
        RepetitionResult result = result(n -> right(n == 17 ? 18 : n), 0);

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(RunFixture.violations(result))
                .containsExactly("Of 40 answers under load that were compared with the right ones, 1 is wrong: Process"
                        + " answered \"office.1.18\" at the body/offer/id instead of \"office.1.17\", to the request"
                        + " office.1.17.");
    }

    @Test
    void shouldNotJudgeRequestsWhosePartnersFailedAsPlanned() throws IOException {
        assertThat(RunFixture.violations(result(n -> n == 17 ? envelope(uiid(n), "0") : right(n), 17)))
                .isEmpty();
    }

    @Test
    void shouldSayWhenTheAnswersAreMissing() throws IOException {
        RunFixture run = new RunFixture(folder, RunFixture.withAnswers(RunFixture.plan(1, 0, 1), SAMPLE));
        run.repetition("case1", 1).fill(REQUESTS).write();

        assertThat(run.result().sentences(CriterionCheck.State.WARNING)).contains("answers-here.json is missing.");
        assertThat(Files.exists(run.folder("case1", 1).resolve("answers-here.json")))
                .isFalse();
    }
}
