package io.soabench.engine.runtime.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.activity.HeldOutbox;
import io.soabench.engine.runtime.activity.ManualWorker;
import io.soabench.engine.runtime.activity.StateComparison;
import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import io.soabench.engine.runtime.durable.InstanceRecords;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.Recorder;
import io.soabench.engine.runtime.kernel.RecoveryResult;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.RunningInstance;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.WaitingActivity;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * One instance of a random process in an engine that crashes. Records are kept in a list, and effects leave when the records that
 * they follow from are in it. After a crash the engine is made anew, and the instance of the records; clients send again what no
 * record has, and partners know a call again by its name.
 */
final class CrashWorld {
    private static final String CLIENT = "urn:random:client";
    private static final String PARTNER = "urn:random:partner";
    private static final String[] FIELDS = {"id", "token", "text"};
    private static final long VERSION = 7;
    private static final long DOWN_NS = 500_000_000L;

    private final Program program;
    private final int instance;
    private final Random random;
    private final IntUnaryOperator crashes;
    private final Outside outside;
    private final List<Runnable> waiting = new ArrayList<>();
    private final Map<String, KnownCall> calls = new HashMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<InstanceRecord> records = new ArrayList<>();

    /** All records, also those that a snapshot has replaced. */
    private final List<InstanceRecord> all = new ArrayList<>();

    private final IntPredicate snapshots;

    /** Whether the recorder asks for snapshots, which follow at the end of a turn. */
    private final boolean asks;

    private InstanceRecord.Snapshot taken;
    private boolean comparing;
    private final RecordCodec codec = new RecordCodec();
    private final Map<String, ReplyTo> known = new HashMap<>();
    private int lastNumber;
    private String reply = "nothing";
    private int crashed;
    private int repeated;
    private int replaced;
    private int compared;
    private Life life;

    /**
     * A world.
     *
     * @param instance number of the instance
     * @param seed of the order of events
     * @param crashes the number of records at which the engine crashes next, when so many are there
     */
    CrashWorld(RandomProcess process, int instance, long seed, IntUnaryOperator crashes) {
        this(process, instance, seed, crashes, null);
    }

    /**
     * A world with snapshots.
     *
     * @param snapshots whether a snapshot is to follow a record, by its number; null for none, and for answers that are
     *     given again after each crash
     */
    CrashWorld(RandomProcess process, int instance, long seed, IntUnaryOperator crashes, IntPredicate snapshots) {
        this(process, instance, seed, crashes, snapshots, false);
    }

    /**
     * A world with snapshots.
     *
     * @param asks whether the recorder asks the instance for them, and refuses every third; else an event does
     */
    CrashWorld(
            RandomProcess process,
            int instance,
            long seed,
            IntUnaryOperator crashes,
            IntPredicate snapshots,
            boolean asks) {
        this.asks = asks;
        this.snapshots = snapshots;
        this.instance = instance;
        this.random = new Random(seed);
        this.crashes = crashes;
        try {
            program = ProcessCompiler.compile(process.definition());
        } catch (UncompilableProcessException e) {
            throw new AssertionError("seed " + process.seed() + ": " + e.problems(), e);
        }
        outside = new Outside(waiting::add, this::send);
    }

    /** An engine from its start to its crash. */
    private final class Life {
        private final ManualWorker worker = new ManualWorker();
        private final HeldOutbox outbox = new HeldOutbox();
        private final Deployment deployment = new Deployment(
                "random",
                program,
                program.partnerLinks().stream()
                        .map(link -> "http://127.0.0.1:9/" + link)
                        .toList(),
                "http://127.0.0.1:9/random");
        private final Kernel kernel = new Kernel(
                KernelLimits.DEFAULT, CrashWorld.this::call, worker, new Counters(), errors::add, () -> 1, "crash");
        private final int last = crashes.applyAsInt(all.size());

        /** Effects that may leave though the engine has crashed; -1 while it has not. */
        private int safe = -1;

        /** Whether the recorder asks for a snapshot. */
        private boolean wanted;

        private int offered;

        Life(long nowNs) {
            worker.pass(nowNs);
            kernel.sendBy(id -> outbox);
            kernel.recordBy((deployed, id) -> new Recorder() {
                @Override
                public void record(InstanceRecord record) {
                    Life.this.record(record);
                }

                @Override
                public boolean wantsSnapshot() {
                    return wanted;
                }

                @Override
                public boolean offer(InstanceRecord.Snapshot snapshot) {
                    wanted = false;
                    offered++;
                    if (offered % 3 == 0) {
                        return false;
                    }
                    Life.this.record(snapshot);
                    return true;
                }
            });
        }

        private void record(InstanceRecord record) {
            if (hasCrashed()) {
                return;
            }
            if (record instanceof InstanceRecord.Snapshot snapshot && comparing) {
                taken = snapshot;
                return;
            }
            if (all.size() == last) {
                safe = outbox.size();
                return;
            }
            if (record instanceof InstanceRecord.Snapshot) {
                replaced += records.size();
                records.clear();
            }
            records.add(read(kept(record)));
            all.add(record);
            if (snapshots != null
                    && !(record instanceof InstanceRecord.Snapshot)
                    && !(record instanceof InstanceRecord.Ended)
                    && snapshots.test(all.size())) {
                if (asks) {
                    wanted = true;
                } else {
                    var unused = kernel.snapshot(1);
                }
            }
        }

        boolean hasCrashed() {
            return safe >= 0;
        }

        void accept(Sent message) {
            if (!kernel.accept(deployment, message.inbound(), worker)) {
                errors.add(new AssertionError("refused " + message.operation.name()));
            }
        }
    }

    /** The record as a journal gives it back. */
    private InstanceRecord read(InstanceRecord record) {
        try {
            Recorded written = InstanceRecords.ofJournal(1, 1, VERSION, record);
            return new InstanceRecords(VERSION, program, (operation, addressing, form) -> known.get(form))
                    .ofInstance(codec.decode(codec.encode(written)));
        } catch (MalformedRecordException e) {
            throw new AssertionError(record.toString(), e);
        }
    }

    /** The record as it can be read after a crash: the connections of clients are gone, and their replies are posted. */
    private static InstanceRecord kept(InstanceRecord record) {
        if (record instanceof InstanceRecord.Started started) {
            return new InstanceRecord.Started(started.at(), kept(started.message()));
        }
        return record instanceof InstanceRecord.Message message
                ? new InstanceRecord.Message(message.at(), kept(message.message()), message.place())
                : record;
    }

    private static InboundMessage kept(InboundMessage message) {
        ((Sent) message.replyTo()).isKept = true;
        return new InboundMessage(message.operation(), message.parts(), message.replyTo(), Receipt.NONE, null);
    }

    /** A message of the client, until the client has its answer. */
    private final class Sent implements ReplyTo, Receipt {
        private final ServiceOperation operation;
        private final Element body;
        private final Consumer<String> replied;
        private final int number = ++lastNumber;
        private boolean isKept;
        private String answer;

        Sent(ServiceOperation operation, Element body, Consumer<String> replied) {
            this.operation = operation;
            this.body = body;
            this.replied = replied;
        }

        private InboundMessage inbound() {
            return new InboundMessage(operation, List.of(body), this, operation.isOneWay() ? this : Receipt.NONE, null);
        }

        private void answer(String text) {
            if (answer != null) {
                assertThat(text).as("the answer to %s, given twice", body).isEqualTo(answer);
                assertThat(crashed).isPositive();
                return;
            }
            answer = text;
            sent.remove(this);
            replied.accept(text);
        }

        @Override
        public InboundMessage request() {
            return new InboundMessage(operation, List.of(), this, Receipt.NONE, null);
        }

        @Override
        public String form() {
            String form = "request " + number;
            known.put(form, this);
            return form;
        }

        /** Only a world with snapshots hears of it, since answers are given again after a crash in the others. */
        @Override
        public ReplyTo whenPosted(Runnable posted) {
            if (snapshots == null) {
                return this;
            }
            return new ReplyTo() {
                @Override
                public void reply(List<Element> parts) {
                    Sent.this.reply(parts);
                    posted.run();
                }

                @Override
                public void fault(Fault fault) {
                    Sent.this.fault(fault);
                    posted.run();
                }
            };
        }

        @Override
        public void taken() {
            answer("");
        }

        @Override
        public void refused(Fault fault) {
            answer("refused " + fault.name().name());
        }

        @Override
        public void reply(List<Element> parts) {
            answer(parts.get(0).text());
        }

        @Override
        public void fault(Fault fault) {
            answer("fault " + fault.name().name()
                    + (fault.element() == null ? "" : " " + fault.element().text()));
        }
    }

    /** A call as the partner knows it. */
    private static final class KnownCall implements Outside.Answer {
        private final Outside.Question question;
        private PartnerCall current;
        private Consumer<PartnerCall> answer;

        KnownCall(Outside.Question question, PartnerCall current) {
            this.question = question;
            this.current = current;
        }

        private void answer(Consumer<PartnerCall> how) {
            answer = how;
            how.accept(current);
        }

        @Override
        public void text(String token, String text) {
            answer(call -> call.answered(List.of(Element.empty("p", PARTNER, "answer")
                    .withContent(List.of(
                            Element.text("p", PARTNER, "token", token), Element.text("p", PARTNER, "text", text))))));
        }

        @Override
        public void refused(String text) {
            answer(call -> call.failed(new Fault(
                    new QualifiedName(PARTNER, "refused"),
                    new QualifiedName(PARTNER, "no"),
                    List.of(Element.text("p", PARTNER, "no", text)),
                    "refused")));
        }

        @Override
        public void broken() {
            answer(call -> call.failed(StandardFault.PARTNER_FAILURE.because("broken")));
        }
    }

    /** Starts the engine, and sends the request that starts the instance. */
    private void begin() {
        life = new Life(0);
        Element request = Element.empty("c", CLIENT, "request")
                .withContent(List.of(
                        Element.text("c", CLIENT, "id", id()),
                        Element.text("c", CLIENT, "count", Integer.toString(RandomProcess.count(instance)))));
        send("run", request, text -> reply = text);
    }

    /** Runs the instance to its end; returns what was seen of it. */
    Outcome run() {
        begin();
        boolean goesOn = true;
        while (goesOn) {
            life.worker.drain();
            if (life.hasCrashed()) {
                crash();
            } else if (!life.outbox.release()) {
                goesOn = happens();
            }
        }
        assertThat(errors).isEmpty();
        assertThat(life.kernel.running()).isZero();
        assertThat(life.kernel.heldBytes()).isZero();
        assertThat(life.worker.alarms()).isZero();
        return outside.outcome(id(), reply);
    }

    private boolean happens() {
        if (!waiting.isEmpty()) {
            waiting.remove(random.nextInt(waiting.size())).run();
            return true;
        }
        return life.worker.passToNextAlarm();
    }

    private String id() {
        return "n" + instance;
    }

    /** The records that were kept. */
    List<InstanceRecord> records() {
        return List.copyOf(records);
    }

    /** How many records were kept, also those that snapshots have replaced. */
    int made() {
        return all.size();
    }

    /** How many records snapshots have replaced. */
    int replaced() {
        return replaced;
    }

    /** How many calls partners got again. */
    int repeated() {
        return repeated;
    }

    private void crash() {
        crashed++;
        int leave = random.nextInt(life.safe + 1);
        for (int i = 0; i < leave; i++) {
            life.outbox.releaseOne();
        }
        life = new Life(life.worker.nanoTime() + random.nextInt(3) * DOWN_NS);
        if (!records.isEmpty()) {
            recover();
        }
        for (Sent message : List.copyOf(sent)) {
            if (!message.isKept) {
                life.worker.execute(() -> life.accept(message));
            } else if (message.operation.isOneWay()) {
                message.taken();
            }
        }
    }

    private void recover() {
        var done = life.kernel.recover(life.deployment, life.worker, 1, List.copyOf(records));
        life.worker.drain();
        if (!errors.isEmpty()) {
            throw new AssertionError("after records " + records.size(), errors.get(0));
        }
        assertThat(done).isCompleted();
        assertThat(done.join()).isNotEqualTo(RecoveryResult.DIVERGED);
    }

    private void send(Outside.Note note, Consumer<String> replied) {
        String[] values = {note.id(), note.token(), note.text()};
        List<Element> fields = new ArrayList<>();
        for (int i = 0; i < FIELDS.length; i++) {
            fields.add(Element.text("c", CLIENT, FIELDS[i], values[i]));
        }
        send(note.operation(), Element.empty("c", CLIENT, note.operation()).withContent(List.copyOf(fields)), replied);
    }

    private void send(String operation, Element body, Consumer<String> replied) {
        ServiceOperation target = program.provided().stream()
                .filter(candidate -> candidate.name().equals(operation))
                .findFirst()
                .orElseThrow();
        Sent message = new Sent(target, body, replied);
        sent.add(message);
        Life present = life;
        present.worker.execute(() -> present.accept(message));
    }

    private void call(PartnerCall call) {
        List<Element> fields = call.input().get(0).elements();
        Outside.Question question = new Outside.Question(
                call.address().substring(call.address().lastIndexOf('/') + 1),
                fields.get(0).text(),
                fields.get(1).text(),
                fields.get(2).text());
        KnownCall known = calls.get(call.messageId());
        if (known != null) {
            again(call, known, question);
            return;
        }
        known = new KnownCall(question, call);
        calls.put(call.messageId(), known);
        if (call.operation().isOneWay()) {
            outside.told(question);
            known.answer(one -> one.answered(List.of()));
        } else {
            outside.asked(question, known);
        }
    }

    private void again(PartnerCall call, KnownCall known, Outside.Question question) {
        repeated++;
        assertThat(question).as("a call of the same name").isEqualTo(known.question);
        int frame = Integer.parseInt(call.messageId().substring(call.messageId().lastIndexOf(':') + 1));
        assertThat(crashed).isPositive();
        assertThat(all)
                .as("a call that is made again was not answered")
                .noneMatch(record -> (record instanceof InstanceRecord.Answered answered && answered.frame() == frame)
                        || (record instanceof InstanceRecord.Failed failed && failed.frame() == frame));
        known.current = call;
        if (known.answer != null) {
            waiting.add(() -> known.answer.accept(call));
        }
    }

    // ---- states

    /**
     * The state of the instance, and of one that is made anew of its records, whenever nothing is left to do. They are to be
     * equal.
     *
     * @param compare told both
     */
    void compareStates(java.util.function.BiConsumer<RunningInstance, RunningInstance> compare) {
        comparing = true;
        begin();
        boolean goesOn = true;
        while (goesOn) {
            life.worker.drain();
            if (!life.outbox.release()) {
                if (life.kernel.running() > 0) {
                    compare.accept(state(life), state(twin(List.copyOf(records))));
                    compareSnapshot();
                }
                goesOn = happens();
            }
        }
        assertThat(errors).isEmpty();
    }

    /** Compares the instance with one that is made anew of a snapshot, field by field. */
    private void compareSnapshot() {
        taken = null;
        var done = life.kernel.snapshot(1);
        life.worker.drain();
        assertThat(errors).isEmpty();
        assertThat(done).isCompleted();
        if (done.join()) {
            Life twin = twin(List.of(read(taken)));
            assertThat(new StateComparison()
                            .compare(
                                    StateComparison.instance(life.kernel, 1), StateComparison.instance(twin.kernel, 1)))
                    .isEmpty();
            compared++;
        }
    }

    /** How many snapshots were compared. */
    int compared() {
        return compared;
    }

    private Life twin(List<InstanceRecord> past) {
        Life twin = new Life(life.worker.nanoTime());
        twin.safe = 0;
        var done = twin.kernel.recover(twin.deployment, twin.worker, 1, past);
        twin.worker.drain();
        if (!errors.isEmpty()) {
            throw new AssertionError("after records " + records.size(), errors.get(0));
        }
        assertThat(done.join()).isEqualTo(RecoveryResult.RUNS);
        assertThat(twin.worker.alarms()).isEqualTo(life.worker.alarms());
        return twin;
    }

    /** Without times, which go on. */
    private static RunningInstance state(Life life) {
        var told = life.kernel.instance(1);
        life.worker.drain();
        RunningInstance seen = told.join();
        return new RunningInstance(
                seen.id(),
                seen.deployment(),
                seen.process(),
                0,
                seen.openRequests(),
                seen.waitingMessages(),
                seen.waitingBytes(),
                seen.steps(),
                seen.waiting().stream()
                        .map(wait -> new WaitingActivity(wait.activity(), wait.path(), 0))
                        .toList());
    }
}
