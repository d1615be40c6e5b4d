package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.ask;
import static io.soabench.engine.runtime.activity.ProcessFixture.process;
import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static io.soabench.engine.runtime.activity.ProcessFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.InstanceRecords;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.kernel.Addressing;
import io.soabench.engine.runtime.kernel.Endpoint;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.Recorder;
import io.soabench.engine.runtime.kernel.RecoveryResult;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Snapshots: an instance that is made anew of one has the state that it had, in each kind of activity. */
class SnapshotTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long VERSION = 7;

    private static final String SETS =
            "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/></correlationSets>";
    private static final String RECEIVE = "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\""
            + " createInstance=\"yes\"><correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>";
    private static final String REPLY_MORE = "<assign><copy><from><literal><c:moreResponse/></literal></from>"
            + "<to>$r.body</to></copy><copy><from>concat('more ', $m.body)</from><to>$r.body</to></copy></assign>"
            + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/>";
    private static final String THROW = "<throw faultName=\"c:mine\"/>";
    private static final String LONG_ITEM = "<c:item>" + "x".repeat(6_000) + "</c:item>";

    /**
     * Fields that have no value between two turns of an instance that runs. {@code CrashTest} takes snapshots within
     * turns.
     */
    private static final Set<String> NEVER_MET = Set.of(
            "Instance.awaited",
            "Instance.beginning",
            "Instance.outcome",
            "Instance.reservation",
            "Frame.nextReady",
            "UnpostedReplies.bytes",
            "UnpostedReplies.isIncomplete",
            "UnpostedReplies.leftOut",
            "UnpostedReplies.replies",
            "PartnerCall.abandoned",
            "PartnerCall.fault",
            "PartnerCall.messageId",
            "PendingMessages.start",
            "RunQueue.closed",
            "RunQueue.first",
            "RunQueue.last");

    /**
     * A state of an instance.
     *
     * @param steps brings the instance there
     * @param next goes on from there, in either engine
     */
    private record State(
            String name,
            String attributes,
            String content,
            Consumer<ProcessFixture> steps,
            Consumer<ProcessFixture> next) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static State state(String name, String body, Consumer<ProcessFixture> next) {
        return state(name, body, process -> {}, next);
    }

    private static State state(
            String name, String body, Consumer<ProcessFixture> steps, Consumer<ProcessFixture> next) {
        return new State(
                name,
                "",
                SETS + "<sequence>" + RECEIVE + set("$i", "0") + body + respond("concat('i ', $i)")
                        + ProcessFixture.REPLY + "</sequence>",
                process -> {
                    process.send("run", request("A", 3, name.equals("a call") ? LONG_ITEM : "<c:item>x</c:item>"));
                    steps.accept(process);
                },
                next);
    }

    private static String onMore(String attributes, String body) {
        return "<onEvent partnerLink=\"client\" operation=\"more\" variable=\"m\" messageType=\"c:more\">"
                + "<correlations><correlation set=\"byId\"/></correlations><scope" + attributes + "><variables>"
                + "<variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>" + body
                + "</sequence></scope></onEvent>";
    }

    private static String onAlarm(String time, String body) {
        return "<onAlarm>" + time + "<scope>" + body + "</scope></onAlarm>";
    }

    private static String handled(String handlers, String body) {
        return "<scope><faultHandlers>" + handlers + "</faultHandlers>" + body + "</scope>";
    }

    private static String undone(String name, String undo, String body) {
        return "<scope name=\"" + name + "\"><compensationHandler>" + undo + "</compensationHandler>" + body
                + "</scope>";
    }

    private static String forEach(String parallel, String condition, String body) {
        return "<forEach counterName=\"n\" parallel=\"" + parallel + "\"><startCounterValue>1</startCounterValue>"
                + "<finalCounterValue>3</finalCounterValue>" + condition + "<scope>" + body + "</scope></forEach>";
    }

    private static final String ASK_N = "<variables><variable name=\"q\" element=\"p:question\"/>"
            + "<variable name=\"a\" element=\"p:answer\"/></variables><sequence>" + set("$q", "concat('hold', $n)")
            + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"q\" outputVariable=\"a\"/></sequence>";

    private static String isolated(String question) {
        return "<scope isolated=\"yes\"><sequence>" + set("$i", "$i + 1") + ask(question) + "</sequence></scope>";
    }

    private static Element more(String id) {
        return ProcessFixture.xml("<c:more xmlns:c=\"urn:fixture:client\">" + id + "</c:more>");
    }

    private static Element start(String text) {
        return ProcessFixture.xml("<c:start xmlns:c=\"urn:fixture:client\">" + text + "</c:start>");
    }

    private static void offer(ProcessFixture process, String operation, Element body) {
        assertThat(process.offer(operation, body, new ProcessFixture.Answer())).isTrue();
        process.worker.drain();
    }

    /** Offers a message whose sender has given an address. */
    private static void offerAddressed(ProcessFixture process, String operation, Element body) {
        Endpoint sender = new Endpoint("http://127.0.0.1:9/sender", Addressing.V10, List.of(start("key")), "urn:id");
        ServiceOperation target = process.program.provided().stream()
                .filter(candidate -> candidate.name().equals(operation))
                .findFirst()
                .orElseThrow();
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        Receipt receipt = target.isOneWay() ? answer : Receipt.NONE;
        ReplyTo replyTo = target.isOneWay() ? ReplyTo.NOBODY : answer;
        Addressing addressing = new Addressing(Addressing.V10, "urn:message", sender, sender);
        InboundMessage message = new InboundMessage(target, List.of(body), replyTo, receipt, addressing);
        assertThat(process.kernel.accept(process.deployment, message, process.worker))
                .isTrue();
        process.worker.drain();
    }

    private static Consumer<ProcessFixture> releases(String... questions) {
        return process -> Stream.of(questions).forEach(process::release);
    }

    private static Consumer<ProcessFixture> passes(int seconds) {
        return process -> process.worker.pass(seconds * SECOND_NS);
    }

    static List<State> states() {
        String share = "<assign><copy><from variable=\"request\"/><to variable=\"again\"/></copy></assign>";
        String assignPartner = "<assign><copy><from><literal>"
                + "<sref:service-ref xmlns:sref=\"http://docs.oasis-open.org/wsbpel/2.0/serviceref\">"
                + "<a:EndpointReference xmlns:a=\"http://www.w3.org/2005/08/addressing\"><a:Address>http://127.0.0.1:9/other"
                + "</a:Address><a:ReferenceParameters><c:key>k</c:key></a:ReferenceParameters></a:EndpointReference>"
                + "</sref:service-ref></literal></from><to partnerLink=\"nowhere\"/></copy></assign>"
                + set("$question", "'hold'")
                + "<invoke partnerLink=\"nowhere\" operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\"/>";
        String pick = "<pick><onMessage partnerLink=\"client\" operation=\"more\" variable=\"more\"><correlations>"
                + "<correlation set=\"byId\"/></correlations>" + ask("picked") + "</onMessage>"
                + "<onAlarm><for>'PT9S'</for>" + ask("late") + "</onAlarm>"
                + "<onAlarm><until>'2031-01-01T00:00:00Z'</until>" + ask("never") + "</onAlarm></pick>";
        String links = "<flow><links><link name=\"k\"/><link name=\"l\"/></links>"
                + "<scope isolated=\"yes\"><sequence><empty><sources><source linkName=\"l\"/></sources></empty>"
                + ask("hold1") + "</sequence></scope>"
                + ask("hold2", "<sources><source linkName=\"k\"/></sources>")
                + ask("after", "<targets><target linkName=\"l\"/><target linkName=\"k\"/></targets>") + "</flow>";
        return List.of(
                state("a call", share + ask("hold"), releases("hold")),
                state("a call at an endpoint that was assigned", assignPartner, releases("hold")),
                state("a wait", "<wait><for>'PT5S'</for></wait>", passes(5)),
                state("a wait until a time", "<wait><until>'1970-01-01T00:01:30Z'</until></wait>", passes(100)),
                state("a pick", pick, process -> offer(process, "more", more("A"))),
                state("a pick whose alarm is due", pick, passes(9)),
                state(
                        "a branch of a pick",
                        pick.replace("picked", "hold"),
                        process -> offer(process, "more", more("A")),
                        releases("hold")),
                state(
                        "a receive",
                        "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>" + set("$i", "5"),
                        process -> offer(process, "start", start("x"))),
                state(
                        "messages that came early",
                        ask("hold") + "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>"
                                + set("$i", "string($started.body)"),
                        process -> {
                            offer(process, "start", start("1"));
                            offer(process, "start", start("2"));
                        },
                        releases("hold")),
                state(
                        "events",
                        "<scope><eventHandlers>" + onMore("", set("$i", "$i + 1") + ask("hold event") + REPLY_MORE)
                                + onAlarm("<for>'PT2S'</for><repeatEvery>'PT3S'</repeatEvery>", set("$i", "$i + 10"))
                                + onAlarm("<until>'1970-01-01T00:01:30Z'</until>", set("$i", "$i + 100"))
                                + "</eventHandlers>" + ask("hold") + "</scope>",
                        process -> {
                            process.worker.pass(3 * SECOND_NS);
                            offer(process, "more", more("A"));
                        },
                        process -> {
                            process.worker.pass(100 * SECOND_NS);
                            process.release("hold event");
                            process.release("hold");
                        }),
                state(
                        "an event that waits for a lock",
                        "<scope><eventHandlers>"
                                + onMore(" isolated=\"yes\"", set("$i", "$i + 1") + REPLY_MORE) + "</eventHandlers>"
                                + isolated("hold") + "</scope>",
                        process -> offer(process, "more", more("A")),
                        releases("hold")),
                state(
                        "isolated scopes",
                        "<flow>" + isolated("hold1") + isolated("hold2") + isolated("hold3") + "</flow>",
                        releases("hold1", "hold2", "hold3")),
                state("links", links, releases("hold2"), releases("hold1")),
                state("links that are not known", links, releases("hold1", "hold2")),
                state("a loop", forEach("no", "", ASK_N), releases("hold1"), releases("hold2", "hold3")),
                state("a parallel loop", forEach("yes", "", ASK_N), releases("hold2"), releases("hold1", "hold3")),
                state(
                        "a loop that needs two turns",
                        forEach("yes", "<completionCondition><branches>2</branches></completionCondition>", ASK_N),
                        releases("hold2"),
                        releases("hold1")),
                state(
                        "a loop that has enough",
                        forEach(
                                "yes",
                                "<completionCondition><branches>1</branches></completionCondition>",
                                ASK_N.replace(
                                        "</variables>",
                                        "</variables><terminationHandler>" + ask("hold cleaning")
                                                + "</terminationHandler>")),
                        releases("hold2"),
                        releases("hold cleaning")),
                state(
                        "other loops",
                        "<while><condition>$i &lt; 2</condition><sequence>" + set("$i", "$i + 1")
                                + "<repeatUntil>" + ask("hold") + "<condition>true()</condition></repeatUntil>"
                                + "</sequence></while>",
                        releases("hold")),
                state(
                        "a fault handler",
                        handled(
                                "<catch faultName=\"p:refused\" faultVariable=\"f\" faultMessageType=\"p:no\">"
                                        + "<sequence>" + ask("hold") + set("$s", "string($f.body)")
                                        + "<rethrow/></sequence></catch>",
                                ask("refuse")),
                        releases("hold")),
                state(
                        "scopes that can be compensated",
                        handled(
                                "<catchAll><compensate/></catchAll>",
                                "<sequence>" + undone("a", ask("undo a"), set("$i", "7"))
                                        + undone("b", "<compensate/>", undone("c", ask("undo c"), ask("done c")))
                                        + ask("hold") + THROW + "</sequence>"),
                        releases("hold")),
                state(
                        "a compensation",
                        handled(
                                "<catchAll><sequence><compensateScope target=\"a\"/><compensate/></sequence></catchAll>",
                                "<sequence>" + undone("a", ask("undo a"), set("$i", "7"))
                                        + undone("b", ask("undo b"), ask("done b"))
                                        + undone("d", ask("hold undo"), ask("done d")) + THROW + "</sequence>"),
                        releases("hold undo")),
                state(
                        "a compensation without handlers",
                        handled(
                                "<catchAll><empty/></catchAll>",
                                "<scope><sequence>" + undone("z", ask("undo z"), "<empty/>") + "<scope>"
                                        + "<sequence>" + undone("a", ask("undo a"), ask("do a"))
                                        + undone("b", ask("hold undo"), ask("do b")) + "</sequence></scope>"
                                        + undone("e", ask("undo e"), "<empty/>") + THROW + "</sequence></scope>"),
                        releases("hold undo")),
                state(
                        "a compensation that waits for a lock, and one that has it",
                        handled(
                                "<catchAll><flow>" + isolated("hold lock") + "<compensate/></flow></catchAll>",
                                "<sequence><scope isolated=\"yes\"><compensationHandler>" + set("$i", "50")
                                        + "</compensationHandler>" + set("$i", "40") + "</scope>" + THROW
                                        + "</sequence>"),
                        releases("hold lock")),
                state(
                        "a compensation that has a lock",
                        handled(
                                "<catchAll><compensate/></catchAll>",
                                "<sequence><scope isolated=\"yes\"><compensationHandler><sequence>" + set("$i", "50")
                                        + ask("hold undo") + "</sequence></compensationHandler>" + set("$i", "40")
                                        + "</scope>" + THROW + "</sequence>"),
                        releases("hold undo")),
                state(
                        "a compensation with a fault",
                        handled(
                                "<catchAll><empty/></catchAll>",
                                handled(
                                        "<catchAll><compensate/></catchAll>",
                                        "<sequence>"
                                                + undone(
                                                        "a",
                                                        "<flow>" + "<scope><terminationHandler>" + ask("hold cleaning")
                                                                + "</terminationHandler>" + ask("hold inside")
                                                                + "</scope>"
                                                                + "<sequence>" + ask("hold undo") + THROW
                                                                + "</sequence></flow>",
                                                        "<empty/>")
                                                + THROW + "</sequence>")),
                        releases("hold undo"),
                        releases("hold cleaning")),
                state(
                        "a termination handler",
                        handled(
                                "<catchAll>" + ask("caught") + "</catchAll>",
                                "<flow><scope><terminationHandler>" + ask("hold cleaning") + "</terminationHandler>"
                                        + ask("hold inside") + "</scope><sequence>" + ask("hold fault") + THROW
                                        + "</sequence></flow>"),
                        releases("hold fault"),
                        releases("hold cleaning")),
                new State(
                        "a missing reply",
                        "",
                        "<sequence>" + ProcessFixture.RECEIVE
                                + handled(
                                        "<catchAll>" + ask("hold") + "</catchAll>",
                                        "<scope><messageExchanges><messageExchange name=\"x\"/></messageExchanges>"
                                                + "<faultHandlers><catchAll>" + ask("hold inner")
                                                + "</catchAll></faultHandlers>"
                                                + "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\""
                                                + " messageExchange=\"x\"/></scope>")
                                + respond("'done'") + ProcessFixture.REPLY + "</sequence>",
                        process -> {
                            process.run();
                            offer(process, "more", more("A"));
                        },
                        releases("hold inner")),
                new State(
                        "a reply that was given, and two correlation sets",
                        "",
                        SETS.replace(
                                        "</correlationSets>",
                                        "<correlationSet name=\"other\" properties=\"c:id\"/></correlationSets>")
                                + "<sequence>"
                                + RECEIVE.replace(
                                        "</correlations>",
                                        "<correlation set=\"other\" initiate=\"yes\"/></correlations>")
                                + respond("'early'") + ProcessFixture.REPLY + ask("hold") + "</sequence>",
                        process -> process.send("run", request("A", 1, "")),
                        releases("hold")),
                new State(
                        "addresses of requests",
                        "",
                        "<sequence>" + ProcessFixture.RECEIVE + ask("hold")
                                + "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>"
                                + respond("'done'") + ProcessFixture.REPLY + "</sequence>",
                        process -> {
                            offerAddressed(process, "run", request("A", 1, ""));
                            offerAddressed(process, "start", start("x"));
                        },
                        releases("hold")),
                new State(
                        "places in a line",
                        "",
                        "<sequence>" + ProcessFixture.RECEIVE + "<flow>"
                                + "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>"
                                + ask("hold") + "</flow>" + respond("'done'") + ProcessFixture.REPLY + "</sequence>",
                        ProcessFixture::run,
                        process -> {
                            process.release("hold");
                            offer(process, "start", start("x"));
                        }));
    }

    private static ProcessFixture recorded(ProcessFixture process, List<InstanceRecord> records) {
        process.kernel.recordBy((deployment, id) -> records::add);
        return process;
    }

    /** The record as a journal gives it back. */
    private static InstanceRecord read(ProcessFixture process, InstanceRecord record) {
        return ofInstance(process, new RecordCodec().encode(InstanceRecords.ofJournal(1, 1, VERSION, record)));
    }

    private static InstanceRecord ofInstance(ProcessFixture process, JournalRecord written) {
        try {
            return new InstanceRecords(VERSION, process.program, (operation, addressing, form) -> ReplyTo.NOBODY)
                    .ofInstance(new RecordCodec().decode(written));
        } catch (MalformedRecordException e) {
            throw new AssertionError(e);
        }
    }

    private static InstanceRecord.Snapshot snapshot(ProcessFixture process, List<InstanceRecord> records) {
        var done = process.kernel.snapshot(1);
        process.worker.drain();
        assertThat(process.errors).isEmpty();
        assertThat(done).isCompletedWithValue(true);
        InstanceRecord last = records.get(records.size() - 1);
        assertThat(last).isInstanceOf(InstanceRecord.Snapshot.class);
        return (InstanceRecord.Snapshot) last;
    }

    /** The same process in another engine, in which the instance is made anew. */
    private static ProcessFixture again(ProcessFixture process, List<InstanceRecord> records) {
        List<InstanceRecord> later = new ArrayList<>();
        ProcessFixture next = recorded(process.again(), later);
        next.worker.pass(process.worker.nanoTime());
        var done = next.recover(1, records);
        next.worker.drain();
        assertThat(next.errors).isEmpty();
        assertThat(done).isCompletedWithValue(RecoveryResult.RUNS);
        return next;
    }

    @ParameterizedTest
    @MethodSource("states")
    void shouldHaveTheStateOfTheInstance(State state) {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(process(state.attributes(), state.content()), records);
        state.steps().accept(process);
        assertThat(process.running()).isOne();

        InstanceRecord record = read(process, snapshot(process, records));
        ProcessFixture next = again(process, List.of(record));

        assertThat(compare(new StateComparison(), process, next)).isEmpty();
        assertThat(next.kernel.heldBytes()).isEqualTo(process.kernel.heldBytes());
        assertThat(next.worker.alarms()).isEqualTo(process.worker.alarms());
    }

    private static List<String> compare(StateComparison comparison, ProcessFixture one, ProcessFixture other) {
        return comparison.compare(StateComparison.instance(one.kernel, 1), StateComparison.instance(other.kernel, 1));
    }

    @ParameterizedTest
    @MethodSource("states")
    void shouldGoOnAsTheInstanceDoes(State state) {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(process(state.attributes(), state.content()), records);
        state.steps().accept(process);
        ProcessFixture next = again(process, List.of(read(process, snapshot(process, records))));
        int before = process.asked.size();
        next.asked.clear();

        state.next().accept(process);
        state.next().accept(next);

        assertThat(next.asked).isEqualTo(process.asked.subList(before, process.asked.size()));
        assertThat(next.errors).isEmpty();
        assertThat(next.running()).isEqualTo(process.running());
        assertThat(next.completed()).isEqualTo(process.completed());
        assertThat(next.faulted()).isEqualTo(process.faulted());
        if (process.running() > 0) {
            assertThat(compare(new StateComparison(), process, next)).isEmpty();
        } else {
            assertThat(next.kernel.heldBytes()).isZero();
        }
        assertThat(next.worker.alarms()).isEqualTo(process.worker.alarms());
    }

    /** A client whose answers go to an address in its request. */
    private static final class Posted implements ReplyTo {
        private final ServiceOperation operation;
        private final List<String> given = new ArrayList<>();
        private Runnable posted = () -> {};

        Posted(ServiceOperation operation) {
            this.operation = operation;
        }

        @Override
        public void reply(List<Element> parts) {
            given.add(parts.get(0).text());
        }

        @Override
        public void fault(Fault fault) {
            given.add(fault.name().name());
        }

        @Override
        public ReplyTo whenPosted(Runnable listener) {
            posted = listener;
            return this;
        }

        @Override
        public String form() {
            return "posted";
        }

        @Override
        public InboundMessage request() {
            return new InboundMessage(operation, List.of(), this, Receipt.NONE, null);
        }
    }

    private static Posted answered(ProcessFixture process) {
        ServiceOperation run = process.program.provided().stream()
                .filter(operation -> operation.name().equals("run"))
                .findFirst()
                .orElseThrow();
        Posted client = new Posted(run);
        InboundMessage message = new InboundMessage(run, List.of(request("A", 1, "")), client);
        assertThat(process.kernel.accept(process.deployment, message, process.worker))
                .isTrue();
        process.worker.drain();
        assertThat(client.given).hasSize(1);
        return client;
    }

    private static InstanceRecord read(ProcessFixture process, InstanceRecord record, ReplyTo client)
            throws MalformedRecordException {
        JournalRecord written = new RecordCodec().encode(InstanceRecords.ofJournal(1, 1, VERSION, record));
        return new InstanceRecords(VERSION, process.program, (operation, addressing, form) -> client)
                .ofInstance(new RecordCodec().decode(written));
    }

    @Test
    void shouldGiveAReplyAgainThatMayNotHaveReachedItsReceiver() throws Exception {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(
                ProcessFixture.of(ProcessFixture.RECEIVE + respond("'early'") + ProcessFixture.REPLY + ask("hold")),
                records);
        Posted client = answered(process);

        InstanceRecord before = read(process, snapshot(process, records), client);
        client.posted.run();
        process.worker.drain();
        InstanceRecord posted = records.get(records.size() - 1);
        InstanceRecord after = read(process, snapshot(process, records), client);

        assertThat(posted).isInstanceOf(InstanceRecord.Posted.class);
        again(process, List.of(before));
        assertThat(client.given).containsExactly("early", "early");
        again(process, List.of(before, posted));
        again(process, List.of(after));
        assertThat(client.given).hasSize(2);
    }

    @Test
    void shouldKeepTheRecordsOfAnInstanceUntilItsLongRepliesAreAccepted() {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(
                ProcessFixture.of(ProcessFixture.RECEIVE
                        + respond("'" + "x".repeat(70_000) + "'")
                        + ProcessFixture.REPLY
                        + ask("hold")),
                records);
        Posted client = answered(process);

        var done = process.kernel.snapshot(1);
        process.worker.drain();

        assertThat(done).isCompletedWithValue(false);
        assertThat(records).noneMatch(InstanceRecord.Snapshot.class::isInstance);
        assertThat(process.errors).isEmpty();

        client.posted.run();
        snapshot(process, records);
    }

    @Test
    void shouldGoOnWithoutSnapshotsWhenOneHasFailed() {
        int[] offered = new int[1];
        ProcessFixture process = ProcessFixture.between(ask("hold1") + ask("hold2") + respond("'done'"));
        process.kernel.recordBy((deployment, id) -> new Recorder() {
            @Override
            public void record(InstanceRecord record) {
                // Only the snapshots count.
            }

            @Override
            public boolean wantsSnapshot() {
                return true;
            }

            @Override
            public boolean offer(InstanceRecord.Snapshot snapshot) {
                offered[0]++;
                throw new IllegalStateException("of a test");
            }
        });
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        assertThat(process.offer("run", request("A", 1, ""), answer)).isTrue();
        process.worker.drain();
        assertThat(offered[0]).isOne();

        process.release("hold1");
        process.release("hold2");

        assertThat(offered[0]).isOne();
        assertThat(answer.text()).isEqualTo("done");
        assertThat(process.errors).singleElement().satisfies(error -> assertThat(error)
                .hasMessage("of a test"));
    }

    /** An instance with a long history may have given more replies than are kept at once, and all of them were accepted. */
    @Test
    void shouldHaveASnapshotWhenItIsMadeAnewOfManyRepliesThatWereAccepted() throws Exception {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(
                ProcessFixture.of(
                        ProcessFixture.RECEIVE + respond("'early'") + ProcessFixture.REPLY
                                + "<while><condition>true()</condition><scope><variables>"
                                + "<variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
                                + "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\"/>"
                                + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy></assign>"
                                + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope></while>"),
                records);
        Posted client = answered(process);
        client.posted.run();
        ServiceOperation more = process.program.provided().stream()
                .filter(operation -> operation.name().equals("more"))
                .findFirst()
                .orElseThrow();
        for (int i = 0; i < 2_000; i++) {
            Posted next = new Posted(more);
            InboundMessage message = new InboundMessage(more, List.of(more("A")), next);
            assertThat(process.kernel.accept(process.deployment, message, process.worker))
                    .isTrue();
            process.worker.drain();
            assertThat(next.given).hasSize(1);
            next.posted.run();
            process.worker.drain();
        }
        List<InstanceRecord> read = new ArrayList<>();
        for (InstanceRecord record : records) {
            read.add(read(process, record, client));
        }

        ProcessFixture next = again(process, read);
        var done = next.kernel.snapshot(1);
        next.worker.drain();

        assertThat(client.given).as("replies that were given again").hasSize(1);
        assertThat(done).isCompletedWithValue(true);
    }

    /** A field that no snapshot has, or that no test of this class sees with a value, is found here. */
    @Test
    void shouldCompareEveryFieldOfTheState() {
        StateComparison comparison = new StateComparison();
        for (State state : states()) {
            List<InstanceRecord> records = new ArrayList<>();
            ProcessFixture process = recorded(process(state.attributes(), state.content()), records);
            state.steps().accept(process);
            ProcessFixture next = again(process, List.of(read(process, snapshot(process, records))));
            assertThat(compare(comparison, process, next)).as(state.name()).isEmpty();
        }
        Set<String> expected = new TreeSet<>(comparison.fields());
        expected.removeAll(NEVER_MET);

        assertThat(expected).hasSizeGreaterThan(60);
        assertThat(comparison.met()).containsAll(expected);
    }

    /** Bytes of an earlier version of the engine stay readable, and a change of them has another number of the format. */
    @ParameterizedTest
    @MethodSource("goldenStates")
    void shouldHaveTheGoldenBytesAndGoOnFromThem(State state) throws Exception {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(process(state.attributes(), state.content()), records);
        state.steps().accept(process);
        JournalRecord written =
                new RecordCodec().encode(InstanceRecords.ofJournal(1, 1, VERSION, snapshot(process, records)));
        String golden = golden(state);

        assertThat(state.name() + ": " + text(written)).isEqualTo(golden);

        ProcessFixture next = again(process, List.of(ofInstance(process, read(golden))));
        assertThat(compare(new StateComparison(), process, next)).isEmpty();
    }

    static List<State> goldenStates() {
        return states().stream()
                .filter(state -> Set.of("events", "a compensation", "links", "places in a line")
                        .contains(state.name()))
                .toList();
    }

    private static String golden(State state) throws IOException {
        try (InputStream golden = SnapshotTest.class.getResourceAsStream("/journal/snapshots.golden")) {
            return new String(golden.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(state.name() + ": "))
                    .findFirst()
                    .orElse("no golden bytes of " + state);
        }
    }

    private static String text(JournalRecord record) {
        HexFormat hex = HexFormat.of();
        return hex.formatHex(record.payload()) + " "
                + record.dictionary().stream()
                        .map(entry -> hex.formatHex(entry.bytes()))
                        .collect(Collectors.joining(","));
    }

    private static JournalRecord read(String golden) {
        String[] words = golden.substring(golden.indexOf(": ") + 2).split(" ", -1);
        HexFormat hex = HexFormat.of();
        List<DictionaryEntry> dictionary = Stream.of(words[1].split(","))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> DictionaryEntry.of(hex.parseHex(entry)))
                .toList();
        return new JournalRecord(RecordType.SNAPSHOT.number(), 1, 1, dictionary, hex.parseHex(words[0]));
    }

    /** The comparison above is worth nothing if it sees no difference. */
    @Test
    void shouldSeeADifference() {
        List<InstanceRecord> records = new ArrayList<>();
        ProcessFixture process = recorded(ProcessFixture.between(ask("hold") + respond("'x'")), records);
        process.run();
        InstanceRecord.Snapshot snapshot = snapshot(process, records);
        int numbers = 0;
        List<String> unseen = new ArrayList<>();
        for (int i = 0; i < snapshot.values().size(); i++) {
            if (snapshot.values().get(i) instanceof Long number && number < 1_000_000 && number >= 0) {
                numbers++;
                List<Object> values = new ArrayList<>(snapshot.values());
                values.set(i, number + 1);
                if (isSame(process, new InstanceRecord.Snapshot(snapshot.at(), snapshot.startBytes(), values))) {
                    unseen.add(i + " after " + snapshot.values().subList(Math.max(0, i - 10), i));
                }
            }
        }

        assertThat(numbers).isGreaterThan(50);
        assertThat(unseen).isEmpty();
    }

    private static boolean isSame(ProcessFixture process, InstanceRecord.Snapshot changed) {
        ProcessFixture next = recorded(process.again(), new ArrayList<>());
        var done = next.recover(1, List.of(changed));
        next.worker.drain();
        return next.errors.isEmpty()
                && done.isDone()
                && !done.isCompletedExceptionally()
                && done.join() == RecoveryResult.RUNS
                && next.running() == 1
                && compare(new StateComparison(), process, next).isEmpty();
    }
}
