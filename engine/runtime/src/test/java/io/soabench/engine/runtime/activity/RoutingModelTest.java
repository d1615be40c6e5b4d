package io.soabench.engine.runtime.activity;

import static io.soabench.engine.runtime.activity.ProcessFixture.request;
import static io.soabench.engine.runtime.activity.ProcessFixture.respond;
import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages, refusals, ends and replacements in random order have the outcome that {@link RoutingModel} says. In the middle of a
 * start or a delivery, where other threads may come between, other actions happen. A failure names the seed, which {@code
 * -Dsoabench.routing.seed} replays; {@code -Dsoabench.routing.cases} tries more seeds.
 */
class RoutingModelTest {
    private static final int CASES = 400;
    private static final int ACTIONS = 60;
    private static final int INSTANCES = 6;
    private static final long INSTANCE_BYTES = 20_000;
    private static final int MOST_BETWEEN = 3;
    private static final int[] SIZES = {1, 1, 9_000, 15_000, 30_000};
    private static final String PROCESS = "<correlationSets><correlationSet name=\"byId\" properties=\"c:id\"/>"
            + "</correlationSets><sequence>"
            + "<receive partnerLink=\"client\" operation=\"run\" variable=\"request\" createInstance=\"yes\">"
            + "<correlations><correlation set=\"byId\" initiate=\"yes\"/></correlations></receive>"
            + respond("'begun'") + ProcessFixture.REPLY
            + "<receive partnerLink=\"client\" operation=\"start\" variable=\"started\"/>"
            + "<receive partnerLink=\"client\" operation=\"more\" variable=\"more\">"
            + "<correlations><correlation set=\"byId\"/></correlations></receive>"
            + "<scope><variables><variable name=\"r\" messageType=\"c:moreResponse\"/></variables><sequence>"
            + "<assign><copy><from><literal><c:moreResponse/></literal></from><to>$r.body</to></copy>"
            + "<copy><from>$request.body/c:id</from><to>$r.body</to></copy></assign>"
            + "<reply partnerLink=\"client\" operation=\"more\" variable=\"r\"/></sequence></scope></sequence>";

    private final ProcessFixture process =
            ProcessFixture.process(new KernelLimits(INSTANCES, 500, 100_000, INSTANCE_BYTES, 10_000_000), "", PROCESS);
    private final RoutingModel model = new RoutingModel(INSTANCES, INSTANCE_BYTES);
    private final Map<Integer, ProcessFixture.Answer> answers = new HashMap<>();
    private final List<String> trace = new ArrayList<>();
    private final Map<String, Long> ids = new HashMap<>();
    private Random random;
    private long lastId;
    private int lastNumber;

    /** The calls of a seam until other actions happen there; 0 for never. */
    private int until;

    static LongStream seeds() {
        Long one = Long.getLong("soabench.routing.seed");
        return one != null
                ? LongStream.of(one)
                : LongStream.rangeClosed(1, Long.getLong("soabench.routing.cases", CASES));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldRouteAsTheModelDoes(long seed) {
        random = new Random(seed);
        process.atNumber = this::between;
        process.worker.atEnter = this::between;
        for (int i = 0; i < ACTIONS; i++) {
            until = random.nextInt(3);
            act();
            until = 0;
            process.worker.drain();
            compare(seed);
        }
        for (String key : model.keys()) {
            end(key);
        }
        compare(seed);
        assertThat(process.kernel.heldBytes()).as(replay(seed)).isZero();
        assertThat(process.errors).as(replay(seed)).isEmpty();
    }

    private void compare(long seed) {
        Map<Integer, String> given = new HashMap<>();
        answers.forEach((number, answer) -> {
            if (answer.isGiven()) {
                given.put(number, answer.text());
            }
        });
        assertThat(given).as(replay(seed)).isEqualTo(model.answers);
        assertThat(process.running()).as(replay(seed)).isEqualTo(model.running());
        assertThat(process.counters.value(Counter.MESSAGES_DROPPED))
                .as(replay(seed))
                .isEqualTo(model.dropped());
    }

    private String replay(long seed) {
        return "-Dsoabench.routing.seed=" + seed + " after " + trace;
    }

    /** What another thread may do while a message is between two steps of the kernel. */
    private void between() {
        if (until == 0 || --until > 0) {
            return;
        }
        trace.add("{");
        for (int i = random.nextInt(MOST_BETWEEN) + 1; i > 0; i--) {
            act();
            process.worker.drain();
        }
        trace.add("}");
    }

    private void act() {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> run("k" + ++lastNumber);
            case 3, 4, 5 -> send("start", null, size());
            case 6, 7 -> send("more", anyKey(), size());
            case 8 -> end(anyKey());
            default -> {
                trace.add("replace");
                process.replace();
                model.replace();
            }
        }
    }

    private int size() {
        return SIZES[random.nextInt(SIZES.length)];
    }

    private String anyKey() {
        List<String> keys = model.keys();
        return keys.isEmpty() || random.nextInt(5) == 0 ? "unknown" : keys.get(random.nextInt(keys.size()));
    }

    private void run(String key) {
        trace.add("run " + key);
        int number = ++lastNumber;
        RoutingModel.Instance instance = model.start(key);
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        boolean[] numbered = new boolean[1];
        Runnable atNumber = process.atNumber;
        process.atNumber = () -> {
            process.atNumber = atNumber;
            ids.put(key, ++lastId);
            numbered[0] = true;
            atNumber.run();
        };
        boolean taken = process.offer("run", request(key, 1, ""), answer);
        process.atNumber = atNumber;
        assertThat(taken).as("%s", trace).isEqualTo(instance != null);
        assertThat(numbered[0]).isEqualTo(taken);
        process.worker.drain();
        if (taken) {
            answers.put(number, answer);
            model.begin(instance);
            model.answers.put(number, "begun");
        }
    }

    private void send(String operation, String key, int size) {
        Element body = ProcessFixture.xml("<c:" + operation + " xmlns:c=\"urn:fixture:client\" padding=\""
                + "x".repeat(size) + "\">" + key + "</c:" + operation + ">");
        ProcessFixture.Answer answer = new ProcessFixture.Answer();
        long bytes = new InboundMessage(null, List.of(body), answer).weight();
        RoutingModel.Message message = new RoutingModel.Message(++lastNumber, key, bytes);
        trace.add(operation + " " + key + " " + bytes);

        RoutingModel.Choice choice = model.choose(message);
        boolean taken = process.offer(operation, body, answer);

        assertThat(taken).as("%s", trace).isEqualTo(choice != RoutingModel.Choice.REFUSED);
        if (taken) {
            answers.put(message.number(), answer);
        }
        process.worker.drain();
        if (choice == RoutingModel.Choice.CHOSEN) {
            model.arrive(message);
        }
    }

    private void end(String key) {
        trace.add("end " + key);
        var ended = process.kernel.endInstance(ids.getOrDefault(key, -1L));
        process.worker.drain();
        assertThat(ended).as("%s", trace).isCompletedWithValue(model.end(key));
    }
}
