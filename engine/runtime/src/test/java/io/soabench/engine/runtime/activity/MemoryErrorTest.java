package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An error of memory at any place where the kernel takes a number, enters a worker or hands something over: it costs one message or
 * one instance, and neither a place, bytes, a rendezvous nor an arrival afterwards.
 */
class MemoryErrorTest {
    private static final int PLACES = 60;
    private static final KernelLimits LIMITS = new KernelLimits(2, 500, 100_000, 100_000, 1_000_000);
    private static final String SETS =
            "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>";
    private static final String REPLY_MORE =
            "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
                    + "<assign><copy><from><literal><c:moreResponse>more</c:moreResponse></literal></from>"
                    + "<to>$r.body</to></copy></assign>"
                    + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope>";
    private static final String END = respond("'done'") + ProcessFixture.REPLY;
    private static final String WAIT = "<wait><for>'PT1S'</for></wait>";

    private final List<ProcessFixture.Answer> owed = new ArrayList<>();
    private int left;
    private boolean hasFailed;

    private static String receive(String operation, String variable, String create, String initiate) {
        return "<receive partnerLink=\"client\" operation=\"" + operation + "\" variable=\"" + variable
                + "\" createInstance=\"" + create + "\"><correlations><correlation set=\"byId\" initiate=\"" + initiate
                + "\"/></correlations></receive>";
    }

    /** Either message starts the instance, and the other one joins it. */
    private static ProcessFixture joining() {
        return ProcessFixture.process(
                LIMITS,
                "",
                SETS + "<sequence><flow>" + receive("run", "request", "yes", "join")
                        + receive("more", "more", "yes", "join") + "</flow>" + REPLY_MORE + WAIT + ask("question") + END
                        + "</sequence>");
    }

    /** One message starts the instance, and another one follows. */
    private static ProcessFixture following() {
        return ProcessFixture.process(
                LIMITS,
                "",
                SETS + "<sequence>" + receive("run", "request", "yes", "yes") + WAIT + ask("question")
                        + receive("more", "more", "no", "no") + REPLY_MORE + END + "</sequence>");
    }

    /** The second message has no correlation values. */
    private static ProcessFixture uncorrelated() {
        return ProcessFixture.process(
                LIMITS,
                "",
                "<sequence>" + ProcessFixture.RECEIVE + "<receive partnerLink=\"client\" operation=\"more\""
                        + " variable=\"more\"/>" + REPLY_MORE + WAIT + ask("question") + END + "</sequence>");
    }

    /** The second message is one-way, its sender waits for the acknowledgement. */
    private static ProcessFixture acknowledged() {
        return ProcessFixture.process(
                LIMITS,
                "",
                "<sequence>" + ProcessFixture.RECEIVE + "<receive partnerLink=\"client\" operation=\"start\""
                        + " variable=\"started\"/>" + WAIT + ask("question") + END + "</sequence>");
    }

    private static Element start(String id) {
        return ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">" + id + "</c:start>");
    }

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    static IntStream places() {
        return IntStream.rangeClosed(1, PLACES);
    }

    @ParameterizedTest
    @MethodSource("places")
    void shouldKeepItsBooksWhenMessagesThatStartAnInstanceMeet(int place) {
        check(joining(), place);
    }

    @ParameterizedTest
    @MethodSource("places")
    void shouldKeepItsBooksWhenAMessageFollows(int place) {
        check(following(), place);
    }

    @ParameterizedTest
    @MethodSource("places")
    void shouldKeepItsBooksWhenAMessageHasNoCorrelationValues(int place) {
        check(uncorrelated(), place);
    }

    @ParameterizedTest
    @MethodSource("places")
    void shouldSettleEachReceiptWhenAMessageIsOneWay(int place) {
        check(acknowledged(), place, "start", MemoryErrorTest::start, "taken");
    }

    private void check(ProcessFixture process, int place) {
        check(process, place, "more", MemoryErrorTest::more, "more");
    }

    private void check(
            ProcessFixture process, int place, String operation, Function<String, Element> second, String expected) {
        left = place;
        process.atNumber = this::mayFail;
        process.worker.atEnter = this::mayFail;
        process.worker.atHandOver = this::mayFail;

        // As threads that are not the worker's, and as the worker's own.
        send(process, "run", request("A", 1, ""));
        send(process, operation, second.apply("A"));
        process.worker.drain();
        process.worker.execute(() -> send(process, "run", request("B", 1, "")));
        process.worker.execute(() -> send(process, operation, second.apply("B")));
        process.worker.drain();
        send(process, operation, second.apply("A"));
        send(process, "run", request("A", 1, ""));
        passASecond(process);
        passASecond(process);
        left = 0;
        var ended = process.kernel.endInstances("test");
        process.worker.drain();

        assertThat(ended).isCompleted();
        assertThat(process.running()).isZero();
        assertThat(process.runningOfFirst()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
        assertThat(process.worker.alarms()).isZero();
        assertThat(owed).allMatch(ProcessFixture.Answer::isGiven);
        assertThat(process.errors.size()).isLessThanOrEqualTo(hasFailed ? 1 : 0);
        process.errors.clear();
        for (String id : List.of("A", "B", "C")) {
            ProcessFixture.Answer run = process.send("run", request(id, 1, ""));
            ProcessFixture.Answer more = process.send(operation, second.apply(id));
            process.worker.pass(2_000_000_000L);
            assertThat(run.text()).isEqualTo("done");
            assertThat(more.text()).isEqualTo(expected);
        }
        assertThat(process.running()).isZero();
        assertThat(process.kernel.heldBytes()).isZero();
    }

    /** Lets an alarm ring; one that an error has lost leaves its instance waiting, which is ended in the end. */
    private static void passASecond(ProcessFixture process) {
        try {
            process.worker.pass(1_500_000_000L);
        } catch (NoMemory e) {
            process.worker.pass(0);
        }
    }

    /** An error of memory that the test framework can tell from one of its own. */
    private static final class NoMemory extends VirtualMachineError {
        private static final long serialVersionUID = 1;
    }

    private void mayFail() {
        if (left > 0 && --left == 0) {
            hasFailed = true;
            throw new NoMemory();
        }
    }

    private void send(ProcessFixture process, String operation, Element body) {
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        try {
            if (process.offer(operation, body, answer)) {
                owed.add(answer);
            }
        } catch (NoMemory e) {
            assertThat(answer.isGiven()).as("an answer beside the error").isFalse();
        }
    }
}
