package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Completion conditions of forEach (WS-BPEL 2.0, section 11.7). */
class ForEachTest {
    private static String forEach(String parallel, String branches, String attributes, String body) {
        return "<forEach counterName=\"n\" parallel=\"" + parallel + "\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>4</finalCounterValue><completionCondition><branches" + attributes + ">" + branches
                + "</branches></completionCondition><scope>" + body + "</scope></forEach>";
    }

    private static final String ASK_N = "<variables><variable name=\"q\" element=\"p:question\"/>"
            + "<variable name=\"a\" element=\"p:answer\"/></variables>";
    private static final String HOLD_N = "<sequence>" + set("$q", "concat('hold', $n)")
            + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"q\" outputVariable=\"a\"/></sequence>";

    @Test
    void shouldTerminateTheOthersWhenEnoughTurnsAreDone() {
        ProcessFixture process = between(forEach("yes", "2", "", ASK_N + HOLD_N) + respond("'done'"));
        ProcessFixture.Answer answer = process.run();

        process.release("hold3");
        assertThat(answer.isGiven()).isFalse();
        process.release("hold1");

        assertThat(answer.text()).isEqualTo("done");
        assertThat(process.isAbandoned("hold2")).isTrue();
        assertThat(process.isAbandoned("hold4")).isTrue();
    }

    @Test
    void shouldRunTerminationHandlersWhenTurnsEndEarly() {
        String handler = "<terminationHandler>" + ask("terminated") + "</terminationHandler>";
        ProcessFixture process = between(forEach("yes", "1", "", ASK_N + handler + HOLD_N) + respond("'done'"));
        ProcessFixture.Answer answer = process.run();

        process.release("hold2");

        assertThat(answer.text()).isEqualTo("done");
        assertThat(process.asked).filteredOn("terminated"::equals).hasSize(3);
    }

    @Test
    void shouldSkipTheRestWhenSequentialHasEnough() {
        ProcessFixture process = between(set("$i", "0") + forEach("no", "3", "", set("$i", "$i + 1")) + respond("$i"));

        assertThat(process.run().text()).isEqualTo("3");
    }

    @Test
    void shouldStartNoMoreTurnsWhenEnoughAreDoneAlready() {
        String count = "<sequence><empty/>" + set("$i", "$i + $n") + "</sequence>";
        String nested = "<forEach counterName=\"m\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>9</finalCounterValue><completionCondition><branches>1</branches></completionCondition>"
                + "<scope>" + set("$i", "$i + 10 * $n + $m") + "</scope></forEach>";

        assertThat(between(set("$i", "0") + forEach("yes", "2", "", count) + respond("$i"))
                        .run()
                        .text())
                .isEqualTo("3");
        assertThat(between(set("$i", "0") + forEach("yes", "2", "", nested) + respond("$i"))
                        .run()
                        .text())
                .isEqualTo("32");
        ProcessFixture process = between(set("$i", "0")
                + forEach("yes", "3", "", ASK_N + "<sequence>" + set("$i", "$i + $n") + HOLD_N + "</sequence>")
                + respond("$i"));
        process.run();
        assertThat(process.asked).containsExactly("hold1", "hold2", "hold3", "hold4");
    }

    @Test
    void shouldStartNoMoreTurnsWhenOneFaultsOrExits() {
        String ask = ASK_N + "<sequence>" + ask("turn") + "<if><condition>$n = 2</condition>%s</if></sequence>";
        ProcessFixture faulting = between("<scope><faultHandlers><catchAll>" + respond("'caught'")
                + "</catchAll></faultHandlers>" + forEach("yes", "4", "", ask.formatted("<throw faultName=\"c:any\"/>"))
                + "</scope>");
        assertThat(faulting.run().text()).isEqualTo("caught");
        assertThat(faulting.asked).hasSize(2);
        ProcessFixture exiting = between(forEach("yes", "4", "", ask.formatted("<exit/>")));
        exiting.run();
        assertThat(exiting.asked).hasSize(2);
        assertThat(exiting.running()).isZero();
    }

    @Test
    void shouldLetTurnsWaitForVariablesOfLaterOnes() {
        String wait = "<if><condition>$n = 4</condition>" + set("$i", "9")
                + "<else><while><condition>$i &lt; 9</condition>" + "<empty/></while></else></if>";

        assertThat(between(set("$i", "0") + forEach("yes", "4", "", wait) + respond("$i"))
                        .run()
                        .text())
                .isEqualTo("9");
    }

    @Test
    void shouldEndAfterFirstTurnWhenNoneIsWanted() {
        for (String parallel : new String[] {"yes", "no"}) {
            assertThat(between(set("$i", "0") + forEach(parallel, "0", "", set("$i", "$i + 1")) + respond("$i"))
                            .run()
                            .text())
                    .isEqualTo("1");
        }
    }

    private static final String FAULTING = "<faultHandlers><catchAll><empty/></catchAll></faultHandlers>"
            + "<if><condition>$n &lt; 3</condition><throw faultName=\"c:any\"/></if>";

    @ParameterizedTest
    @CsvSource({
        "no, 2, no, done", "no, 2, yes, done", "no, 3, yes, fault completionConditionFailure",
        "yes, 2, no, done", "yes, 2, yes, done", "yes, 3, yes, fault completionConditionFailure",
        "yes, 4, no, done"
    })
    void shouldCountOnlySuccessWhenAsked(String parallel, String branches, String only, String outcome) {
        String loop = forEach(parallel, branches, " successfulBranchesOnly=\"" + only + "\"", FAULTING);

        assertThat(between(loop + respond("'done'")).run().text()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"$request.body/c:count + 2, invalidBranchCondition", "$request.body/c:count - 4, invalidExpressionValue"
    })
    void shouldFaultWhenConditionCannotHold(String branches, String fault) {
        assertThat(between(forEach("yes", branches, "", "<empty/>") + respond("1"))
                        .run()
                        .text())
                .isEqualTo("fault " + fault);
    }
}
