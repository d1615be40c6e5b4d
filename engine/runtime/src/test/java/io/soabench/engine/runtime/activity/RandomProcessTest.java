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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random processes have the same outcome on one worker and on several, whatever the order in which partners answer. */
class RandomProcessTest {
    private static final int INSTANCES = 40;
    private static final int DEPTH = 4;
    private static final String COUNT = ProcessFixture.set("$i", "$i + 1");

    /** Writes a random process whose outcome does not depend on the order of answers. */
    private static final class Writer {
        private final Random random;
        private int asks;
        private int links;

        Writer(long seed) {
            random = new Random(seed);
        }

        String activity(int depth) {
            return switch (depth == 0 ? 0 : random.nextInt(7)) {
                case 1 -> "<sequence>" + several(depth) + "</sequence>";
                case 2 -> "<flow>" + several(depth) + "</flow>";
                case 3 ->
                    "<if><condition>$request.body/c:count mod " + (1 + random.nextInt(3)) + " = 0</condition>"
                            + activity(depth - 1) + "<else>" + activity(depth - 1) + "</else></if>";
                case 4 ->
                    "<scope><faultHandlers><catchAll>" + activity(depth - 1) + "</catchAll></faultHandlers><sequence>"
                            + activity(depth - 1) + (random.nextBoolean() ? "<throw faultName=\"c:any\"/>" : "<empty/>")
                            + "</sequence></scope>";
                case 5 -> linked(depth);
                case 6 ->
                    "<scope><variables><variable name=\"n\" type=\"xsd:int\"><from>0</from></variable></variables>"
                            + "<while><condition>$n &lt; 2</condition><sequence>" + activity(depth - 1)
                            + ProcessFixture.set("$n", "$n + 1") + "</sequence></while></scope>";
                default -> "<sequence>" + ProcessFixture.ask("q" + asks++) + COUNT + "</sequence>";
            };
        }

        private String several(int depth) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i <= random.nextInt(3); i++) {
                text.append(activity(depth - 1));
            }
            return text.toString();
        }

        private String linked(int depth) {
            String link = "l" + links++;
            String condition = random.nextBoolean() ? "true()" : "$request.body/c:count > 5";
            return "<flow><links><link name=\"" + link + "\"/></links>"
                    + ProcessFixture.ask("q" + asks++, "<targets><target linkName=\"" + link + "\"/></targets>")
                    + "<sequence><sources><source linkName=\"" + link + "\"><transitionCondition>"
                    + condition.replace(">", "&gt;") + "</transitionCondition></source></sources>" + activity(depth - 1)
                    + "</sequence></flow>";
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
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

        List<String> alone = run(program, 1);
        List<String> together = run(program, 3);

        assertThat(together).as("seed %s: %s", seed, body).isEqualTo(alone);
        assertThat(alone).hasSize(INSTANCES).allMatch(outcome -> outcome.startsWith("done "));
    }

    /** What every instance answered. */
    private static List<String> run(Program program, int workerCount) throws Exception {
        SystemEngineClock clock = new SystemEngineClock();
        ExecutorService partners = Executors.newFixedThreadPool(2);
        List<KernelWorker> workers = new ArrayList<>();
        Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        Deployment deployment = new Deployment(
                "random",
                program,
                program.partnerLinks().stream()
                        .map(link -> "http://127.0.0.1:9/")
                        .toList());
        Kernel kernel =
                new Kernel(INSTANCES, call -> partners.execute(() -> answer(call)), clock, new Counters(), errors::add);
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
