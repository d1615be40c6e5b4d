package io.soabench.engine.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.JournalReader;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.SimulatedDisk;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.RecordedEvent;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.InstanceRecord;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A durable engine with one instance that lives long: it takes one-way messages one after the other, calls a partner for each, and
 * answers its first request with the answers of the partner in their order. Requests have keys, and clients send them again after each
 * loss of power. So a message that is lost or done twice changes the answer.
 */
final class LoopWorld implements AutoCloseable {
    static final int SEGMENT = 64 * 1024;
    private static final int MOST_MS = 30_000;
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(1, 2), 0);

    private final Program program;
    private final ServiceOperation run;
    private final ServiceOperation start;
    private final int messages;
    private final int padding;
    private final int snapshotRecords;
    private final List<Throwable> errors = new ArrayList<>();
    private final List<DurableInstances> opened = new ArrayList<>();

    /** The questions to the partner, by the names of the calls. */
    private final Map<String, String> questions = new LinkedHashMap<>();

    private String answer;
    private long snapshots;

    /** The largest number of records that an instance was made anew of. */
    int mostRecovered;

    HeldDisk disk;
    Life life;

    /**
     * Starts the engine.
     *
     * @param messages the number of one-way messages
     * @param padding the number of further characters in each of them
     * @param snapshotRecords the number of records after which a snapshot replaces them; 0 for never
     */
    LoopWorld(int messages, int padding, int snapshotRecords, long seed) throws IOException {
        this.messages = messages;
        this.padding = padding;
        this.snapshotRecords = snapshotRecords;
        try {
            program = ProcessCompiler.compile(ProcessFixture.definition("", process(messages)));
        } catch (UncompilableProcessException e) {
            throw new AssertionError(e.problems().toString(), e);
        }
        run = operation("run");
        start = operation("start");
        disk = new HeldDisk(new SimulatedDisk(new Random(seed)));
        life = new Life(0);
    }

    private static String process(int messages) {
        String ask = "<assign><copy><from><literal><p:question/></literal></from><to variable=\"question\"/></copy>"
                + "<copy><from>substring-before($started.body, ' ')</from><to>$question</to></copy></assign>"
                + "<invoke partnerLink=\"partner\" operation=\"ask\" inputVariable=\"question\""
                + " outputVariable=\"answer\"/>";
        return "<sequence>" + ProcessFixture.RECEIVE + ProcessFixture.set("$i", "0") + ProcessFixture.set("$s", "'got'")
                + "<while><condition>$i &lt; " + messages + "</condition><sequence>"
                + "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>"
                + ProcessFixture.set("$i", "$i + 1") + ask
                + ProcessFixture.set("$s", "concat($s, ' ', string($answer))")
                + "</sequence></while>" + ProcessFixture.respond("$s") + ProcessFixture.REPLY + "</sequence>";
    }

    private ServiceOperation operation(String name) {
        return program.provided().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** An engine from its start to the loss of its power. */
    final class Life {
        final DurableInstances instances;
        private final ManualWorker worker = new ManualWorker();
        private final RequestKeys keys = new RequestKeys(RequestKeys.Bounds.DEFAULT, worker);
        private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
        private final Kernel kernel;
        private final Deployment deployment;

        private Life(long nowNs) throws IOException {
            worker.pass(nowNs);
            instances = DurableInstances.open(disk, OWNER, SEGMENT, worker, keys, snapshotRecords);
            opened.add(instances);
            kernel = new Kernel(
                    KernelLimits.DEFAULT,
                    this::call,
                    worker,
                    new Counters(),
                    errors::add,
                    new AtomicLong(instances.highestId())::incrementAndGet,
                    "loop");
            deployment = new Deployment(
                    "test",
                    program,
                    program.partnerLinks().stream()
                            .map(link -> "http://127.0.0.1:9/" + link)
                            .toList(),
                    "http://127.0.0.1:9/test");
            deployment.stored(1, ZoneId.of("UTC"));
            DurableInstances.attach(kernel, List.of(instances), List.of(loop::add), () -> null, error -> {});
            DurableInstances.Recovered recovered = instances.recover(
                    version -> deployment,
                    (deployed, id, records) -> {
                        note(records);
                        var done = kernel.recover(deployed, worker, id, records);
                        worker.drain();
                        return done;
                    },
                    (asked, addressing, form) -> ReplyTo.NOBODY);
            assertThat(errors).isEmpty();
            assertThat(recovered.quarantined()).isEmpty();
            instances.letEffectsLeave();
        }

        private void note(List<InstanceRecord> records) {
            mostRecovered = Math.max(mostRecovered, records.size());
        }

        private void call(PartnerCall call) {
            if (life != this) {
                return;
            }
            String question = call.input().get(0).text();
            String before = questions.putIfAbsent(call.messageId(), question);
            assertThat(before == null ? question : before)
                    .as("the question of %s", call.messageId())
                    .isEqualTo(question);
            call.answered(List.of(Element.text("p", ProcessFixture.PARTNER, "answer", "a-" + question)));
        }
    }

    /** A client that waits for an acknowledgement or an answer on its connection. */
    private final class Client implements KeyedClient {
        private final Life its = life;
        private boolean isDone;

        @Override
        public void reply(List<Element> parts) {
            if (its == life) {
                isDone = true;
                answer = parts.get(0).text();
            }
        }

        @Override
        public void fault(Fault fault) {
            if (its == life) {
                errors.add(new AssertionError("fault " + fault));
            }
        }

        @Override
        public void taken() {
            isDone |= its == life;
        }

        @Override
        public void refused(Fault fault) {
            fault(fault);
        }

        @Override
        public void overloaded() {
            errors.add(new AssertionError("overloaded"));
        }

        @Override
        public boolean isPosted() {
            return false;
        }

        @Override
        public boolean isGone() {
            return its != life;
        }
    }

    private Client send(ServiceOperation operation, String key, Element body) {
        Client client = new Client();
        List<Element> parts = List.of(body);
        RequestKeys.Claim claim =
                life.keys.claim(RequestKeys.operation("test", operation), key, parts, operation.isOneWay(), client);
        if (claim.result() == RequestKeys.Result.FIRST) {
            InboundMessage message = operation.isOneWay()
                    ? new InboundMessage(operation, parts, ReplyTo.NOBODY, client, null)
                    : new InboundMessage(operation, parts, client, Receipt.NONE, null);
            assertThat(life.kernel.accept(life.deployment, claim.request().keyed(message), life.worker))
                    .isTrue();
        } else {
            assertThat(claim.result()).isEqualTo(RequestKeys.Result.REPEATED);
        }
        work();
        return client;
    }

    private void sendFirst() {
        send(run, "first", ProcessFixture.request("1", 1, ""));
    }

    private Client sendMessage(int number) {
        return send(
                start,
                "message " + number,
                ProcessFixture.xml("<c:start xmlns:c=\"" + ProcessFixture.CLIENT + "\">m" + number + " "
                        + "x".repeat(padding) + "</c:start>"));
    }

    /**
     * Sends all messages one after the other, until each is acknowledged.
     *
     * @param afterEach what happens after each; it may end the power of the disk
     */
    void sendAll(Runnable afterEach) throws IOException {
        sendFirst();
        for (int number = 1; number <= messages; number++) {
            Client client = sendMessage(number);
            await(() -> client.isDone || disk.isDead());
            while (!client.isDone) {
                startAgain();
                Client next = sendMessage(number);
                await(() -> next.isDone || disk.isDead());
                client.isDone = next.isDone;
            }
            afterEach.run();
            if (disk.isDead()) {
                startAgain();
            }
        }
    }

    /** Awaits the answer, and checks that each message was done once and in its order. */
    void awaitAnswer() throws IOException {
        await(() -> answer != null || disk.isDead());
        if (answer == null) {
            startAgain();
            await(() -> answer != null);
        }
        assertThat(answer)
                .isEqualTo("got "
                        + IntStream.rangeClosed(1, messages)
                                .mapToObj(number -> "a-m" + number)
                                .collect(Collectors.joining(" ")));
        assertThat(questions.values()).hasSize(messages).doesNotHaveDuplicates();
        await(() -> life.instances.liveInstances() == 0 || disk.isDead());
        if (disk.isDead()) {
            startAgain();
            await(() -> life.instances.liveInstances() == 0);
        }
        assertThat(errors).isEmpty();
    }

    /** Lets effects leave that are safe, and everything follow from them. */
    private void work() {
        for (Runnable task = life.loop.poll(); task != null; task = life.loop.poll()) {
            task.run();
        }
        life.worker.drain();
        assertThat(errors).isEmpty();
    }

    /** Works until a condition is true. */
    void await(BooleanSupplier condition) {
        for (int ms = 0; !condition.getAsBoolean(); ms++) {
            assertThat(ms).as("waits of a millisecond").isLessThan(MOST_MS);
            LockSupport.parkNanos(1_000_000);
            work();
        }
    }

    /** Ends the power and starts the engine again; the client sends its first request again. */
    void startAgain() throws IOException {
        long nowNs = life.worker.nanoTime();
        HeldDisk next = disk.losePower();
        life.instances.freeze();
        snapshots += life.instances.snapshots();
        disk = next;
        life = null;
        life = new Life(nowNs);
        sendFirst();
    }

    /** Stops the engine; returns the numbers of requests with keys in the snapshots of the journal. */
    List<Integer> requestsOfSnapshots() throws IOException, MalformedRecordException {
        life.instances.close();
        opened.remove(life.instances);
        List<JournalRecord> found = new ArrayList<>();
        JournalReader.read(disk, OWNER, (segment, record) -> {
            if (record.type() == RecordType.SNAPSHOT.number()) {
                found.add(record);
            }
        });
        List<Integer> numbers = new ArrayList<>();
        for (JournalRecord record : found) {
            RecordedEvent event = new RecordCodec().decode(record).event();
            numbers.add(((RecordedEvent.Snapshot) event).requests().size());
        }
        return numbers;
    }

    /** Returns the number of snapshots that replaced records. */
    long snapshots() {
        return snapshots + life.instances.snapshots();
    }

    @Override
    public void close() throws IOException {
        for (DurableInstances instances : opened) {
            instances.close();
        }
    }
}
