package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.RECEIVE;
import static io.soabench.engine.runtime.activity.ProcessFixture.REPLY;
import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.between;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.DivergedException;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.RecoveryResult;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What is recorded of an instance, and what an instance that is made anew of it does. */
class RecoveryTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String XPATH_2 =
            "<from expressionLanguage=\"urn:oasis:names:tc:wsbpel:2.0:sublang:xpath2.0\">";
    private static final String TIME =
            "string(adjust-dateTime-to-timezone(current-dateTime(), xs:dayTimeDuration('PT0H')))";
    private static final String START = "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>";

    private final List<InstanceRecord> records = new ArrayList<>();

    private ProcessFixture recorded(ProcessFixture process) {
        process.kernel.recordBy((deployment, id) -> records::add);
        return process;
    }

    /** The same process in another engine, in which the instance is made anew. */
    private ProcessFixture again(Supplier<ProcessFixture> process, int kept, RecoveryResult expected) {
        ProcessFixture next = process.get();
        List<InstanceRecord> before = List.copyOf(records.subList(0, kept));
        records.clear();
        records.addAll(before);
        recorded(next);
        next.worker.pass(3_600 * SECOND_NS);
        var done = next.recover(1, before);
        next.worker.drain();
        assertThat(done).isCompletedWithValue(expected);
        return next;
    }

    private ProcessFixture again(Supplier<ProcessFixture> process) {
        return again(process, records.size(), RecoveryResult.RUNS);
    }

    private List<String> kinds() {
        return records.stream().map(record -> record.getClass().getSimpleName()).toList();
    }

    private static Element start() {
        return ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">x</c:start>");
    }

    @Test
    void shouldRecordWhatHappens() {
        ProcessFixture process = recorded(between(ask("question")
                + "<scope><faultHandlers><catchAll>" + ask("handled") + "</catchAll></faultHandlers>" + ask("break")
                + "</scope><wait><for>'PT5S'</for></wait>" + respond("'done'")));

        ProcessFixture.Answer answer = process.run();
        process.worker.pass(5 * SECOND_NS);

        assertThat(answer.text()).isEqualTo("done");
        assertThat(kinds()).containsExactly("Started", "Answered", "Failed", "Answered", "Rang", "Ended");
        assertThat(records)
                .isSortedAccordingTo((one, other) ->
                        Long.compare(one.at().steps(), other.at().steps()));
        assertThat(records.get(4).at().ageNs()).isEqualTo(5 * SECOND_NS);
        assertThat(records.get(5)).isInstanceOfSatisfying(InstanceRecord.Ended.class, ended -> {
            assertThat(ended.uncaught()).isNull();
            assertThat(ended.broken()).isFalse();
        });
    }

    @Test
    void shouldRecordNothingOfBatches() {
        ProcessFixture process = recorded(between(respond("'done'")));

        process.runApart();

        assertThat(process.completed()).isOne();
        assertThat(records).isEmpty();
    }

    @Test
    void shouldMakeACallAgainThatNoRecordHasAnswered() {
        Supplier<ProcessFixture> process = () -> between(ask("first") + ask("hold") + respond("'done'"));
        ProcessFixture before = recorded(process.get());
        before.run();

        ProcessFixture after = again(process);
        assertThat(after.asked).as("not what was answered").containsExactly("hold");
        after.release("hold");

        assertThat(after.completed()).isOne();
        assertThat(kinds()).containsExactly("Started", "Answered", "Answered", "Ended");
        assertThat(after.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldFailACallThatMustNotBeMadeAgain() {
        Supplier<ProcessFixture> process = () -> between("<scope><faultHandlers><catchAll>" + ask("handled")
                + "</catchAll></faultHandlers><sequence>" + ask("first") + ask("hold") + "</sequence></scope>"
                + respond("'done'"));
        recorded(process.get()).run();
        Supplier<ProcessFixture> careful = () -> {
            ProcessFixture made = process.get();
            made.deployment.failAfterCrash(Set.of(made.program.partnerLinks().indexOf("partner")));
            return made;
        };

        ProcessFixture after = again(careful);

        assertThat(after.asked).containsExactly("handled");
        assertThat(after.completed()).isOne();
        assertThat(kinds()).containsExactly("Started", "Answered", "Failed", "Answered", "Ended");
        assertThat(records.get(2))
                .isInstanceOfSatisfying(InstanceRecord.Failed.class, failed -> assertThat(failed.fault())
                        .satisfies(fault -> assertThat(fault.name().name()).isEqualTo("partnerFailure"))
                        .extracting(Fault::reason)
                        .asString()
                        .contains("'partner'", "does not know whether the call was done"));
        assertThat(after.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldNotMakeACallAgainThatNobodyWaitsFor() {
        Supplier<ProcessFixture> process = () -> between("<scope><faultHandlers><catchAll>" + ask("hold handled")
                + "</catchAll></faultHandlers><flow>" + ask("hold on") + "<sequence>" + ask("question")
                + "<throw faultName=\"c:any\"/></sequence></flow></scope>" + respond("'done'"));
        recorded(process.get()).run();

        ProcessFixture after = again(process);

        assertThat(after.asked).containsExactly("hold handled");
    }

    @Test
    void shouldNotMakeACallAgainOfAnInstanceThatHasExited() {
        Supplier<ProcessFixture> process = () -> between(
                "<flow>" + ask("hold") + "<sequence>" + ask("question") + "<exit/></sequence></flow>" + respond("'x'"));
        ProcessFixture.Answer answer = recorded(process.get()).run();
        List<String> given = new ArrayList<>();
        answer.again = given::add;

        ProcessFixture after = again(process, 2, RecoveryResult.ENDED);

        assertThat(after.asked).isEmpty();
        assertThat(given).containsExactly("fault missingReply");
        assertThat(after.kernel.heldBytes()).isZero();
    }

    /** Turns of a loop with a completion condition run ahead, and partners answer within a step. */
    @Test
    void shouldFollowTurnsThatRunAheadOfEachOther() {
        Supplier<ProcessFixture> process =
                () -> between("<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1"
                        + "</startCounterValue><finalCounterValue>3</finalCounterValue><completionCondition><branches>2"
                        + "</branches></completionCondition><scope><sequence>" + ask("one") + ask("two")
                        + "</sequence></scope></forEach>" + ask("hold") + respond("'done'"));
        recorded(process.get()).run();

        ProcessFixture after = again(process);
        assertThat(after.asked).containsExactly("hold");
        after.release("hold");

        assertThat(after.completed()).isOne();
    }

    @Test
    void shouldGiveAReplyAgainUnlessARecordSaysThatItWasPosted() {
        Supplier<ProcessFixture> process =
                () -> ProcessFixture.of(RECEIVE + respond("'early'") + REPLY + ask("hold") + "<empty/>");
        ProcessFixture.Answer first = recorded(process.get()).run();
        assertThat(first.text()).isEqualTo("early");
        List<String> given = new ArrayList<>();
        first.again = given::add;

        again(process);
        assertThat(given).containsExactly("early");
        InstanceRecord.Moment at = records.get(records.size() - 1).at();
        records.add(new InstanceRecord.Posted(at, 1));
        again(process);

        assertThat(given).containsExactly("early");
    }

    @Test
    void shouldRecordThatAReplyWasPosted() {
        Supplier<ProcessFixture> process = () -> ProcessFixture.of(RECEIVE + respond("'early'") + REPLY + ask("hold")
                + "<assign><copy>" + XPATH_2 + TIME + "</from><to>$s</to></copy></assign>" + ask("hold again"));
        ProcessFixture before = recorded(process.get());
        ProcessFixture.Answer first = before.run();
        List<String> given = new ArrayList<>();
        first.again = given::add;

        first.posted.forEach(Runnable::run);
        before.worker.drain();
        before.worker.pass(7 * SECOND_NS);
        before.release("hold");

        assertThat(kinds()).containsExactly("Started", "Posted", "Answered");
        assertThat(records.get(1))
                .isInstanceOfSatisfying(InstanceRecord.Posted.class, posted -> assertThat(posted.reply())
                        .isOne());
        ProcessFixture after = again(process);
        assertThat(given).isEmpty();
        assertThat(after.asked).containsExactly("hold again");
        assertThat(after.errors).isEmpty();
    }

    /** The first turn is long, so the reply is posted before the process asks for the time. */
    @Test
    void shouldNotSeeTheTimeAtWhichAReplyWasPosted() {
        Supplier<ProcessFixture> process = () -> ProcessFixture.of(RECEIVE + respond("'early'") + REPLY + set("$i", "0")
                + "<while><condition>$i &lt; 12000</condition>" + set("$i", "$i + 1") + "</while><assign><copy>"
                + XPATH_2 + TIME + "</from><to>$s</to></copy></assign>" + ask("hold"));
        ProcessFixture before = recorded(process.get());
        ProcessFixture.Answer first = new ProcessFixture.Answer();
        before.offer("run", request("1", 3, ""), first);
        before.worker.drain(1);
        before.worker.pass(SECOND_NS);
        first.posted.forEach(Runnable::run);
        before.worker.drain();

        assertThat(kinds()).containsExactly("Started", "Posted", "Decided");
        assertThat(again(process).asked).containsExactly("hold");
    }

    @Test
    void shouldRingAlarmsThatWereMissedInTheirOrder() {
        Supplier<ProcessFixture> process = () -> between("<flow><sequence><wait><for>'PT20S'</for></wait>"
                + ask("second")
                + "</sequence><sequence><wait><for>'PT10S'</for></wait>" + ask("first") + "</sequence>"
                + "<sequence><wait><for>'PT2H'</for></wait>" + ask("third") + "</sequence></flow>" + respond("'done'"));
        recorded(process.get()).run();

        ProcessFixture after = again(process);
        after.worker.pass(0);
        assertThat(after.asked).containsExactly("first", "second");
        after.worker.pass(3_599 * SECOND_NS);
        assertThat(after.asked).hasSize(2);
        after.worker.pass(SECOND_NS);

        assertThat(after.asked).containsExactly("first", "second", "third");
        assertThat(after.completed()).isOne();
        assertThat(after.worker.alarms()).isZero();
    }

    @Test
    void shouldWaitForADeadlineOfTheWallClock() {
        Supplier<ProcessFixture> process =
                () -> between("<wait><until>'1970-01-01T01:00:30Z'</until></wait>" + respond("'done'"));
        recorded(process.get()).run();

        ProcessFixture after = again(process);
        after.worker.pass(30 * SECOND_NS - 1);
        assertThat(after.running()).isOne();
        after.worker.pass(1);

        assertThat(after.completed()).isOne();
    }

    @Test
    void shouldSeeTheTimesOfItsEarlierLife() {
        Supplier<ProcessFixture> asking = () -> between("<assign><copy>" + XPATH_2 + TIME
                + "</from><to>$s</to></copy></assign>" + ask("hold")
                + "<if><condition>$s = '1970-01-01T00:00:00Z'</condition>" + ask("same") + "<else>" + ask("other")
                + "</else></if>" + respond("$s"));
        recorded(asking.get()).run();

        ProcessFixture after = again(asking);
        after.release("hold");

        assertThat(after.asked).containsExactly("hold", "same");
    }

    @Test
    void shouldRecordTheTimeThatIsAskedForInATurnOfItsOwn() {
        Supplier<ProcessFixture> process = () -> between(set("$i", "0") + "<while><condition>$i &lt; 12000</condition>"
                + set("$i", "$i + 1") + "</while><assign><copy>" + XPATH_2 + TIME
                + "</from><to>$s</to></copy></assign>" + ask("hold") + "<if><condition>$s = '1970-01-01T00:00:07Z'"
                + "</condition>" + ask("same") + "<else>" + ask("other") + "</else></if>" + respond("$s"));
        ProcessFixture before = recorded(process.get());
        before.offer("run", request("1", 3, ""), new ProcessFixture.Answer());
        before.worker.drain(1);
        before.worker.pass(7 * SECOND_NS);
        before.worker.drain();
        assertThat(kinds()).containsExactly("Started", "Decided");

        ProcessFixture after = again(process);
        after.release("hold");

        assertThat(after.asked).containsExactly("hold", "same");
    }

    @Test
    void shouldBeRefusedWhatItWasRefusedWhateverTheLimitsAreNow() {
        String fill = "<scope><faultHandlers><catchAll>" + set("$s", "'refused'") + "</catchAll></faultHandlers>"
                + set("$s", "concat($request.body/c:item, $request.body/c:item)") + "</scope>";
        String rest = ask("hold") + "<if><condition>$s = 'refused'</condition>" + ask("same") + "<else>" + ask("other")
                + "</else></if>" + respond("'done'");
        ProcessFixture before =
                recorded(ProcessFixture.limited(new KernelLimits(10, 500, 10_000_000, 1_000_000, 60_000), fill + rest));
        before.send("run", request("1", 3, "<c:item>" + "x".repeat(40_000) + "</c:item>"));
        assertThat(kinds()).containsExactly("Started", "Decided");

        ProcessFixture after = again(() -> between(fill + rest));
        after.release("hold");

        assertThat(after.asked).containsExactly("hold", "same");
        assertThat(after.kernel.heldBytes()).isZero();
    }

    /** Two messages overtake each other on their way: each has the place in line that it has taken. */
    @Test
    void shouldGiveAMessageWithoutCorrelationValuesToTheSameReceive() {
        String turn =
                START + "<scope><variables><variable name=\"q\" element=\"p:question\"><from><literal><p:question/>"
                        + "</literal></from></variable><variable name=\"a\" element=\"p:answer\"/></variables><sequence>"
                        + set("$q", "concat('hold ', $n)")
                        + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"q\" outputVariable=\"a\"/>"
                        + "</sequence></scope>";
        Supplier<ProcessFixture> process =
                () -> between("<forEach counterName=\"n\" parallel=\"yes\"><startCounterValue>1</startCounterValue>"
                        + "<finalCounterValue>3</finalCounterValue><scope><sequence>" + turn
                        + "</sequence></scope></forEach>" + respond("'done'"));
        ProcessFixture before = recorded(process.get());
        before.run();
        before.worker.atEnter = () -> {
            before.worker.atEnter = () -> {};
            assertThat(before.offer("start", start(), new ProcessFixture.Answer()))
                    .isTrue();
        };
        before.send("start", start());
        assertThat(before.asked).containsExactly("hold 2", "hold 1");

        ProcessFixture after = again(process);

        assertThat(after.asked).containsExactly("hold 2", "hold 1");
        after.send("start", start());
        List.of("hold 1", "hold 2", "hold 3").forEach(after::release);
        assertThat(after.completed()).isOne();
    }

    @Test
    void shouldBeFoundByItsCorrelationValues() {
        Supplier<ProcessFixture> process = () -> between(ask("hold") + START + respond("'done'"));
        recorded(process.get()).run();

        ProcessFixture after = again(process);
        assertThat(after.send("start", start()).text()).as("kept").isEqualTo("taken");
        after.release("hold");

        assertThat(after.completed()).isOne();
    }

    @Test
    void shouldHaveEndedWhenItsLastRecordEndsIt() {
        Supplier<ProcessFixture> process = () -> between(ask("hold") + respond("'never'"));
        ProcessFixture before = recorded(process.get());
        ProcessFixture.Answer answer = before.run();
        List<String> given = new ArrayList<>();
        var ended = before.kernel.endInstance(1);
        before.worker.drain();
        assertThat(ended).isCompletedWithValue(true);
        answer.again = given::add;
        assertThat(kinds()).containsExactly("Started", "Terminated", "Ended");

        ProcessFixture after = again(process, 2, RecoveryResult.ENDED);

        assertThat(given).containsExactly("fault terminated");
        assertThat(after.running()).isZero();
        assertThat(after.kernel.heldBytes()).isZero();
        assertThat(kinds()).containsExactly("Started", "Terminated", "Ended");
    }

    @Test
    void shouldEndByAnErrorThatHasEndedItsEarlierLife() {
        Supplier<ProcessFixture> process = () -> between(ask("fail other") + respond("'never'"));
        ProcessFixture before = recorded(process.get());
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        before.offer("run", request("1", 3, ""), answer);
        before.worker.drain();
        assertThat(answer.text()).isEqualTo("fault internalError");
        List<String> given = new ArrayList<>();
        answer.again = given::add;
        assertThat(kinds()).containsExactly("Started", "Ended");

        ProcessFixture after = again(process, 2, RecoveryResult.ENDED);

        assertThat(given).containsExactly("fault internalError");
        assertThat(after.asked).isEmpty();
        assertThat(after.running()).isZero();
    }

    @Test
    void shouldBePutAwayWhenItsProcessIsAnotherOne() {
        String choice = "<if><condition>%s</condition><empty/><else><empty/></else></if>" + ask("first") + ask("hold")
                + respond("'done'");
        recorded(between(choice.formatted("1 = 1"))).run();

        ProcessFixture after = again(() -> between(choice.formatted("1 = 2")), records.size(), RecoveryResult.DIVERGED);

        assertThat(after.errors).singleElement().isInstanceOfSatisfying(DivergedException.class, e -> assertThat(e)
                .hasMessageContaining("Instance 1 of 'test' has done other steps at step "));
        assertThat(after.asked).as("nothing leaves").isEmpty();
        assertThat(after.counters.value(Counter.INSTANCES_STARTED))
                .as("an instance that never ends")
                .isZero();
        assertThat(after.running()).isZero();
        assertThat(after.kernel.heldBytes()).isZero();
    }

    @Test
    void shouldBePutAwayWhenARecordIsMissing() {
        Supplier<ProcessFixture> process =
                () -> between(ask("first") + ask("second") + ask("hold") + respond("'done'"));
        recorded(process.get()).run();
        records.remove(1);

        ProcessFixture after = again(process, records.size(), RecoveryResult.DIVERGED);

        assertThat(after.errors).singleElement().isInstanceOf(DivergedException.class);
        assertThat(after.asked).isEmpty();
    }

    @Test
    void shouldEndAFaultedInstanceByTheSameFault() {
        Supplier<ProcessFixture> process = () -> between(ask("question") + "<throw faultName=\"c:any\"/>");
        ProcessFixture.Answer answer = recorded(process.get()).run();
        List<String> given = new ArrayList<>();
        answer.again = given::add;
        assertThat(records.get(2))
                .isInstanceOfSatisfying(InstanceRecord.Ended.class, ended -> assertThat(ended.uncaught())
                        .extracting(Fault::name)
                        .hasToString("{urn:fixture:client}any"));

        ProcessFixture after = again(process, 3, RecoveryResult.ENDED);

        assertThat(given).containsExactly("fault any");
        assertThat(after.faulted()).isOne();
        assertThat(after.counters.value(Counter.INSTANCES_STARTED)).isOne();
        assertThat(kinds()).containsExactly("Started", "Answered", "Ended");
    }
}
