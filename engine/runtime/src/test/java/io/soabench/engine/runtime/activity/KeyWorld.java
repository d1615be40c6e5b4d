package io.soabench.engine.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.compile.UncompilableProcessException;
import io.soabench.engine.runtime.durable.DurableInstances;
import io.soabench.engine.runtime.durable.KeyedClient;
import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.JournalIdentity;
import io.soabench.engine.runtime.journal.SimulatedDisk;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.RecoveryResult;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A durable engine that loses its power, clients that repeat requests with the same key, and a partner that counts who calls.
 * The instance of each request calls the partner with the id of the request, and replies with the answer, which is another one for
 * each instance.
 */
final class KeyWorld implements AutoCloseable {
    static final long SECOND_NS = 1_000_000_000L;
    static final int SEGMENT = 64 * 1024;
    private static final int MOST_MS = 30_000;
    private static final JournalIdentity OWNER = new JournalIdentity(new UUID(1, 2), 0);

    /** The processes of the world. */
    enum Shape {
        /** The instance ends with its reply. */
        REPLIES("run", "request.body/c:id", "%s" + ProcessFixture.respond("$answer") + ProcessFixture.REPLY),
        /** The instance lives on after its reply. */
        GOES_ON(
                "run",
                "request.body/c:id",
                "%s" + ProcessFixture.respond("$answer") + ProcessFixture.REPLY + "<wait><for>'PT1S'</for></wait>"),
        /** The instance ends without a reply. */
        FORGETS("run", "request.body/c:id", "%s"),
        /** The message has no reply. */
        ONE_WAY("start", "started.body", "%s"),
        /** The message has no reply, and the instance lives on. */
        ONE_WAY_GOES_ON("start", "started.body", "%s<wait><for>'PT1S'</for></wait>");

        private final String operation;
        private final String process;

        Shape(String operation, String id, String rest) {
            this.operation = operation;
            String ask = "<assign><copy><from><literal><p:question/></literal></from><to variable=\"question\"/></copy>"
                    + "<copy><from>$" + id + "</from><to>$question</to></copy></assign><invoke partnerLink=\"partner\""
                    + " operation=\"ask\" inputVariable=\"question\" outputVariable=\"answer\"/>";
            process = "<sequence><receive partnerLink=\"client\" operation=\"" + operation + "\" variable=\""
                    + (operation.equals("run") ? "request" : "started") + "\" createInstance=\"yes\"/>"
                    + rest.formatted(ask) + "</sequence>";
        }
    }

    private final Program program;
    private final ServiceOperation operation;
    private final RequestKeys.Bounds bounds;
    private final List<Throwable> errors = new ArrayList<>();
    private final List<DurableInstances> opened = new ArrayList<>();
    private final Map<String, String> partnerAnswers = new HashMap<>();

    /** The names of the calls of each request: more than one if it was done more than once. */
    final Map<String, Set<String>> calls = new HashMap<>();

    /** The requests that were sent. */
    final Set<String> sent = new TreeSet<>();

    /** The first answer to each request. */
    final Map<String, String> answers = new HashMap<>();

    /** Whether the partner does not answer. */
    boolean holds;

    /** Whether no instance can be recovered. */
    boolean leavesAlone;

    HeldDisk disk;
    Life life;

    KeyWorld(Shape shape, long seed, RequestKeys.Bounds bounds) throws IOException {
        this.bounds = bounds;
        try {
            program = ProcessCompiler.compile(ProcessFixture.definition("", shape.process));
        } catch (UncompilableProcessException e) {
            throw new AssertionError(e.problems().toString(), e);
        }
        operation = program.provided().stream()
                .filter(candidate -> candidate.name().equals(shape.operation))
                .findFirst()
                .orElseThrow();
        disk = new HeldDisk(new SimulatedDisk(new Random(seed)));
        life = new Life(0);
    }

    /** An engine from its start to the loss of its power. */
    final class Life {
        final ManualWorker worker = new ManualWorker();
        final RequestKeys keys = new RequestKeys(bounds, worker);
        final DurableInstances instances;
        private final BlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
        private final Kernel kernel;
        private final Deployment deployment;

        private Life(long nowNs) throws IOException {
            worker.pass(nowNs);
            instances = DurableInstances.open(
                    disk, OWNER, SEGMENT, worker, keys, DurableInstances.DEFAULT_SNAPSHOT_RECORDS);
            opened.add(instances);
            kernel = new Kernel(
                    KernelLimits.DEFAULT.withInstances(10_000),
                    this::call,
                    worker,
                    new Counters(),
                    errors::add,
                    new AtomicLong(instances.highestId())::incrementAndGet,
                    "keys");
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
                        if (leavesAlone) {
                            return CompletableFuture.completedFuture(RecoveryResult.DIVERGED);
                        }
                        var done = kernel.recover(deployed, worker, id, records);
                        worker.drain();
                        return done;
                    },
                    (asked, addressing, form) -> ReplyTo.NOBODY);
            assertThat(errors).isEmpty();
            assertThat(recovered.quarantined()).hasSize(leavesAlone ? 1 : 0);
            instances.letEffectsLeave();
        }

        private void call(PartnerCall call) {
            if (life != null && life != this) {
                return;
            }
            String id = call.input().get(0).text();
            calls.computeIfAbsent(id, first -> new HashSet<>()).add(call.messageId());
            String answer =
                    partnerAnswers.computeIfAbsent(call.messageId(), first -> "answer " + partnerAnswers.size());
            if (holds) {
                return;
            }
            call.answered(List.of(Element.text("p", ProcessFixture.PARTNER, "answer", answer)));
        }
    }

    /** A client that waits for an answer. */
    final class Client implements KeyedClient {
        private final String id;
        private final Life its = life;
        String answer;
        boolean isOverloaded;

        private Client(String id) {
            this.id = id;
        }

        private void answer(String text) {
            if (its == life) {
                assertThat(answer)
                        .as("the answer to %s before it got %s", id, text)
                        .isNull();
                answer = text;
                String before = answers.putIfAbsent(id, text);
                assertThat(before == null ? text : before)
                        .as("the first answer to %s", id)
                        .isEqualTo(text);
            }
        }

        @Override
        public void reply(List<Element> parts) {
            answer(parts.get(0).text());
        }

        @Override
        public void fault(Fault fault) {
            answer("fault " + fault.name().name() + " " + fault.reason());
        }

        @Override
        public void taken() {
            answer("taken");
        }

        @Override
        public void refused(Fault fault) {
            throw new AssertionError(id + " is refused: " + fault);
        }

        @Override
        public void overloaded() {
            isOverloaded = true;
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

    private List<Element> body(String id) {
        return List.of(
                operation.isOneWay()
                        ? ProcessFixture.xml("<c:start xmlns:c=\"" + ProcessFixture.CLIENT + "\">" + id + "</c:start>")
                        : ProcessFixture.request(id, 1, "<c:item>" + "x".repeat(500) + "</c:item>"));
    }

    /** Sends a request with its id as the key, for the first time or again. */
    Client send(String id) {
        sent.add(id);
        return claim(id, id, RequestKeys.Result.FIRST, RequestKeys.Result.REPEATED);
    }

    /** Sends a request with any key. */
    Client claim(String key, String id, RequestKeys.Result... expected) {
        Client client = new Client(id);
        List<Element> parts = body(id);
        RequestKeys.Claim claim = life.keys.claim(
                RequestKeys.operation("test", operation), "key " + key, parts, operation.isOneWay(), client);
        assertThat(claim.result()).isIn((Object[]) expected);
        if (claim.result() == RequestKeys.Result.FIRST) {
            assertThat(life.kernel.accept(life.deployment, claim.request().keyed(message(client, parts)), life.worker))
                    .isTrue();
        }
        return client;
    }

    /** Sends requests without keys and awaits their answers. */
    void fill(int number) {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Client client = new Client("fill " + i + " " + "x".repeat(1_500));
            clients.add(client);
            assertThat(life.kernel.accept(life.deployment, message(client, body(client.id)), life.worker))
                    .isTrue();
            work();
        }
        await(() -> clients.stream().allMatch(client -> client.answer != null));
    }

    private InboundMessage message(Client client, List<Element> parts) {
        return operation.isOneWay()
                ? new InboundMessage(operation, parts, ReplyTo.NOBODY, client, null)
                : new InboundMessage(operation, parts, client, Receipt.NONE, null);
    }

    /** Sends a request twice to a process that takes no new instances; returns the second client. */
    Client refused(String id) {
        life.deployment.close();
        Client first = new Client(id);
        RequestKeys.Claim claim =
                life.keys.claim(RequestKeys.operation("test", operation), id, body(id), operation.isOneWay(), first);
        Client second = new Client(id);
        life.keys.claim(RequestKeys.operation("test", operation), id, body(id), operation.isOneWay(), second);
        assertThat(life.kernel.accept(life.deployment, claim.request().keyed(message(first, body(id))), life.worker))
                .isFalse();
        claim.request().withdraw();
        assertThat(first.isOverloaded).isFalse();
        return second;
    }

    /** Lets effects leave that are safe, and everything follow from them. */
    void work() {
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

    /** Ends the power and starts the engine again; clients without an answer send again. */
    void losePower() throws IOException {
        long nowNs = life.worker.nanoTime();
        HeldDisk next = disk.losePower();
        life.instances.freeze();
        disk = next;
        life = null;
        life = new Life(nowNs);
        for (String id : sent) {
            if (!answers.containsKey(id)) {
                send(id);
            }
        }
    }

    /** Lets the running instances record their states, and go on. */
    void snapshot() {
        for (long id : life.kernel.ids()) {
            var unused = life.kernel.snapshot(id);
        }
        work();
    }

    /** Stops the engine after its instances have recorded their states, and starts it again. */
    void stop() throws IOException {
        disk.release();
        Life last = life;
        last.worker.drain();
        int[] kept = new int[1];
        last.worker.execute(() -> kept[0] =
                DurableInstances.snapshot(last.kernel, List.of(last.instances), Duration.ofSeconds(20), last.worker));
        last.worker.drain();
        assertThat(kept[0]).isZero();
        last.instances.freeze();
        last.instances.close();
        opened.remove(last.instances);
        life = null;
        life = new Life(last.worker.nanoTime());
        for (String id : sent) {
            if (!answers.containsKey(id)) {
                send(id);
            }
        }
    }

    int running() {
        return life.kernel.running();
    }

    /** Checks that each request was done once, by one instance. */
    void check() {
        assertThat(errors).isEmpty();
        for (String id : sent) {
            assertThat(calls.get(id)).as("the instances of %s", id).hasSize(1);
        }
    }

    @Override
    public void close() throws IOException {
        disk.release();
        for (DurableInstances instances : opened) {
            instances.close();
        }
    }
}
