package io.soabench.engine.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.compile.ProcessCompiler;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelWorker;
import io.soabench.engine.runtime.kernel.PartnerCall;
import io.soabench.engine.runtime.kernel.PartnerInvoker;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random processes have the same outcome on one worker and on several, whether partners answer at once on the worker's own
 * thread, as under policy affine, or on other threads in any order, as under policy pipeline. A failure names the seed and the
 * process; {@code -Dsoabench.random.seed=<seed>} runs that one alone.
 */
class RandomProcessTest {
    private static final int INSTANCES = 20;
    private static final int SEEDS = 40;
    private static final int DEPTH = 4;
    private static final String COUNT = ProcessFixture.set("$i", "$i + 1");

    /** Writes a random process whose outcome does not depend on the order of answers. */
    private static final class Writer {
        private final Random random;
        private int asks;
        private int names;
        private boolean isolated;
        private boolean handler;

        Writer(long seed) {
            random = new Random(seed);
        }

        String activity(int depth) {
            return switch (depth == 0 ? 0 : random.nextInt(12)) {
                case 1 -> "<sequence>" + several(depth) + "</sequence>";
                case 2 -> "<flow>" + several(depth) + "</flow>";
                case 3 ->
                    "<if><condition>$request.body/c:count mod " + (1 + random.nextInt(3)) + " = 0</condition>"
                            + activity(depth - 1) + "<else>" + activity(depth - 1) + "</else></if>";
                case 4 ->
                    "<scope><faultHandlers><catchAll>" + inHandler(depth) + "</catchAll></faultHandlers><sequence>"
                            + activity(depth - 1) + (random.nextBoolean() ? "<throw faultName=\"c:any\"/>" : "<empty/>")
                            + "</sequence></scope>";
                case 5 -> linked(depth);
                case 6 ->
                    "<scope><variables><variable name=\"n\" type=\"xsd:int\"><from>0</from></variable></variables>"
                            + "<while><condition>$n &lt; 2</condition><sequence>" + activity(depth - 1)
                            + ProcessFixture.set("$n", "$n + 1") + "</sequence></while></scope>";
                case 7 -> forEach(depth);
                case 8 -> isolatedScope(depth);
                case 9 -> handler ? activity(depth - 1) : compensated(depth);
                case 10 ->
                    "<scope><variables><variable name=\"r\" type=\"xsd:int\"><from>0</from></variable></variables>"
                            + "<repeatUntil><sequence>" + activity(depth - 1) + ProcessFixture.set("$r", "$r + 1")
                            + "</sequence><condition>$r &gt;= 2</condition></repeatUntil></scope>";
                case 11 ->
                    "<assign validate=\"yes\"><copy><from>$i + " + random.nextInt(5)
                            + "</from><to>$i</to></copy></assign>";
                default -> "<sequence>" + ProcessFixture.ask("q" + asks++) + COUNT + "</sequence>";
            };
        }

        private String inHandler(int depth) {
            boolean before = handler;
            handler = true;
            String text = activity(depth - 1);
            handler = before;
            return text;
        }

        private String forEach(int depth) {
            boolean parallel = random.nextBoolean();
            int turns = 1 + random.nextInt(2);
            // Turns that run together end in any order: only all or, one after the other, some of them are determined.
            int wanted = parallel ? turns : 1 + random.nextInt(turns);
            return "<forEach counterName=\"c" + names++ + "\" parallel=\"" + (parallel ? "yes" : "no")
                    + "\"><startCounterValue>1</startCounterValue><finalCounterValue>" + turns
                    + "</finalCounterValue><completionCondition><branches>" + wanted
                    + "</branches></completionCondition><scope>" + activity(depth - 1) + "</scope></forEach>";
        }

        private String isolatedScope(int depth) {
            boolean outermost = !isolated;
            isolated = true;
            String text = "<scope isolated=\"" + (outermost ? "yes" : "no") + "\"><sequence>" + activity(depth - 1)
                    + "</sequence></scope>";
            if (outermost) {
                isolated = false;
            }
            return text;
        }

        private String compensated(int depth) {
            String name = "s" + names++;
            return "<scope><faultHandlers><catchAll><compensateScope target=\"" + name
                    + "\"/></catchAll></faultHandlers>"
                    + "<sequence><scope name=\"" + name + "\"><compensationHandler>" + inHandler(depth)
                    + "</compensationHandler>" + activity(depth - 1) + "</scope><throw faultName=\"c:any\"/></sequence>"
                    + "</scope>";
        }

        private String several(int depth) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i <= random.nextInt(3); i++) {
                text.append(activity(depth - 1));
            }
            return text.toString();
        }

        private String linked(int depth) {
            String link = "l" + names++;
            String condition = random.nextBoolean() ? "true()" : "$request.body/c:count > 5";
            return "<flow><links><link name=\"" + link + "\"/></links>"
                    + ProcessFixture.ask("q" + asks++, "<targets><target linkName=\"" + link + "\"/></targets>")
                    + "<sequence><sources><source linkName=\"" + link + "\"><transitionCondition>"
                    + condition.replace(">", "&gt;") + "</transitionCondition></source></sources>" + activity(depth - 1)
                    + "</sequence></flow>";
        }
    }

    /** The seeds that are tried. */
    static LongStream seeds() {
        Long one = Long.getLong("soabench.random.seed");
        return one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveSameOutcomeWhenWorkersDiffer(long seed) throws Exception {
        String body = new Writer(seed).activity(DEPTH);
        ProcessDefinition definition = ProcessFixture.definition(
                "suppressJoinFailure=\"yes\"",
                "<sequence>" + ProcessFixture.RECEIVE + ProcessFixture.set("$i", "0") + body
                        + ProcessFixture.respond("concat('done ', $request.body/c:id, ' after ', $i)")
                        + ProcessFixture.REPLY
                        + "</sequence>");
        assertThat(definition.problems()).as("seed %s: %s", seed, body).isEmpty();
        Program program = ProcessCompiler.compile(definition);

        List<String> alone = run(program, 1, true);

        for (boolean atOnce : new boolean[] {true, false}) {
            assertThat(run(program, 3, atOnce))
                    .as("seed %s, answers at once: %s: %s", seed, atOnce, body)
                    .isEqualTo(alone);
        }
        assertThat(alone)
                .as("seed %s: %s", seed, body)
                .hasSize(INSTANCES)
                .allMatch(outcome -> outcome.startsWith("done "));
    }

    /** What every instance answered. */
    private static List<String> run(Program program, int workerCount, boolean atOnce) throws Exception {
        SystemEngineClock clock = new SystemEngineClock();
        ExecutorService partners = Executors.newFixedThreadPool(2);
        List<KernelWorker> workers = new ArrayList<>();
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        Deployment deployment = new Deployment(
                "random",
                program,
                program.partnerLinks().stream()
                        .map(link -> "http://127.0.0.1:9/")
                        .toList(),
                "http://127.0.0.1:9/random");
        PartnerInvoker invoker = atOnce ? RandomProcessTest::answer : call -> partners.execute(() -> answer(call));
        Kernel kernel = new Kernel(INSTANCES, invoker, clock, new Counters(), errors::add);
        try {
            for (int i = 0; i < workerCount; i++) {
                workers.add(new KernelWorker("test-" + i, INSTANCES, clock));
            }
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                CompletableFuture<String> answer = new CompletableFuture<>();
                answers.add(answer);
                InboundMessage message = new InboundMessage(
                        program.provided().get(0),
                        List.of(ProcessFixture.request("n" + i, i % 9, "")),
                        replyTo(answer));
                assertThat(kernel.start(deployment, message, workers.get(i % workerCount)))
                        .isTrue();
            }
            List<String> outcomes = new ArrayList<>();
            for (CompletableFuture<String> answer : answers) {
                outcomes.add(answer.get(20, TimeUnit.SECONDS));
            }
            assertThat(errors).isEmpty();
            return outcomes;
        } finally {
            workers.forEach(KernelWorker::close);
            partners.shutdownNow();
        }
    }

    private static void answer(PartnerCall call) {
        String question = call.input().get(0).text();
        call.answered(List.of(Element.text("p", ProcessFixture.PARTNER, "answer", "a-" + question)));
    }

    private static ReplyTo replyTo(CompletableFuture<String> answer) {
        return new ReplyTo() {
            @Override
            public void reply(List<Element> parts) {
                answer.complete(parts.get(0).text());
            }

            @Override
            public void fault(Fault fault) {
                answer.complete("fault " + fault.name().name());
            }
        };
    }
}
