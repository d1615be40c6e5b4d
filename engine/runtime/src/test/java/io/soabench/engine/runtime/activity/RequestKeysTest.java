package io.soabench.engine.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.durable.RequestKeys;
import io.soabench.engine.runtime.durable.RequestKeys.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests with keys that are repeated: what their clients get, and when they are forgotten. */
@Timeout(120)
class RequestKeysTest {
    private final List<KeyWorld> worlds = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (KeyWorld world : worlds) {
            world.close();
        }
    }

    private KeyWorld world(KeyWorld.Shape shape, RequestKeys.Bounds bounds) throws IOException {
        KeyWorld world = new KeyWorld(shape, 1, bounds);
        worlds.add(world);
        return world;
    }

    private KeyWorld world(KeyWorld.Shape shape) throws IOException {
        return world(shape, RequestKeys.Bounds.DEFAULT);
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldGiveTheSameAnswerToARepeatedRequest(KeyWorld.Shape shape) throws IOException {
        KeyWorld world = world(shape);
        KeyWorld.Client first = world.send("a");
        world.await(() -> first.answer != null);

        KeyWorld.Client second = world.send("a");

        assertThat(second.answer).isEqualTo(first.answer);
        assertThat(world.life.keys.repeated()).isOne();
        world.await(() -> world.calls.containsKey("a"));
        world.check();
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldAnswerAllClientsOfARequestThatIsNotDurableYet(KeyWorld.Shape shape) throws IOException {
        KeyWorld world = world(shape);
        world.disk.hold();
        KeyWorld.Client first = world.send("a");
        KeyWorld.Client second = world.send("a");
        world.work();
        assertThat(first.answer).isNull();
        assertThat(second.answer).isNull();

        world.disk.release();
        world.await(() -> first.answer != null && second.answer != null);

        assertThat(second.answer).isEqualTo(first.answer);
        world.await(() -> world.calls.containsKey("a"));
        world.check();
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldRefuseAnotherRequestWithTheSameKey(KeyWorld.Shape shape) throws IOException {
        KeyWorld world = world(shape);
        KeyWorld.Client first = world.send("a");
        world.claim("a", "b", Result.OTHER_REQUEST);
        world.await(() -> first.answer != null);
        world.claim("a", "b", Result.OTHER_REQUEST);

        world.losePower();

        world.claim("a", "b", Result.OTHER_REQUEST);
        world.claim("a", "a", Result.REPEATED);
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyWorld.Shape.class,
            names = {"REPLIES", "ONE_WAY"})
    void shouldRememberKeysWhenTheJournalIsCompacted(KeyWorld.Shape shape) throws IOException {
        KeyWorld world = world(shape);
        KeyWorld.Client first = world.send("a");
        world.await(() -> first.answer != null);
        endAll(world);
        world.fill(220);
        endAll(world);
        assertThat(world.life.instances.statistics().bytes()).isGreaterThan(5L * KeyWorld.SEGMENT);
        world.await(() -> world.life.instances.statistics().segments() < 5);

        world.losePower();

        KeyWorld.Client again = world.send("a");
        assertThat(again.answer).isEqualTo(first.answer);
        world.check();
    }

    private static void endAll(KeyWorld world) {
        world.await(() -> {
            world.life.worker.pass(KeyWorld.SECOND_NS);
            return world.running() == 0 && world.life.instances.liveInstances() == 0;
        });
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldForgetARequestAfterItsTime(KeyWorld.Shape shape) throws IOException {
        KeyWorld world = world(shape, new RequestKeys.Bounds(Duration.ofMinutes(1), Integer.MAX_VALUE, Long.MAX_VALUE));
        KeyWorld.Client first = world.send("a");
        world.await(() -> first.answer != null);
        endAll(world);
        world.life.worker.pass(30 * KeyWorld.SECOND_NS);
        world.claim("a", "a", Result.REPEATED);

        world.life.worker.pass(60 * KeyWorld.SECOND_NS);
        world.life.keys.forgetOld();

        assertThat(world.life.keys.size()).isZero();
        assertThat(world.life.keys.forgotten()).isZero();
        world.await(() -> world.life.instances.liveBytes() == 0);
        world.losePower();
        world.claim("a", "b", Result.FIRST);
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldForgetTheOldestRequestWhenThereAreTooMany(KeyWorld.Shape shape) throws IOException {
        KeyWorld world = world(shape, new RequestKeys.Bounds(Duration.ofDays(1), 2, Long.MAX_VALUE));
        for (String id : List.of("a", "b", "c")) {
            KeyWorld.Client client = world.send(id);
            world.await(() -> client.answer != null);
            world.life.worker.pass(KeyWorld.SECOND_NS);
        }
        endAll(world);
        assertThat(world.life.keys.size()).isEqualTo(2);
        assertThat(world.life.keys.forgotten()).isOne();

        world.losePower();

        assertThat(world.life.keys.size()).isEqualTo(2);
        world.claim("c", "c", Result.REPEATED);
        world.claim("b", "b", Result.REPEATED);
        world.claim("a", "other", Result.FIRST);
    }

    @Test
    void shouldNotForgetARequestWithoutAnAnswer() throws IOException {
        KeyWorld world = world(KeyWorld.Shape.REPLIES, new RequestKeys.Bounds(Duration.ofMillis(1), 1, 1));
        world.disk.hold();
        KeyWorld.Client first = world.send("a");
        world.send("b");
        world.life.worker.pass(KeyWorld.SECOND_NS);
        world.life.keys.forgetOld();
        KeyWorld.Client second = world.claim("a", "a", Result.REPEATED);

        world.disk.release();
        world.await(() -> first.answer != null && second.answer != null && world.answers.size() == 2);

        assertThat(world.life.keys.size()).isZero();
        assertThat(world.life.keys.forgotten()).isEqualTo(2);
        world.check();
    }

    @Test
    void shouldRememberTheChecksumOfALongKey() throws IOException {
        KeyWorld world = world(KeyWorld.Shape.REPLIES);
        String key = "k".repeat(100_000);
        KeyWorld.Client first = world.claim(key, "a", Result.FIRST);
        world.await(() -> first.answer != null);
        KeyWorld.Client other = world.claim(key + "k", "b", Result.FIRST);
        world.await(() -> other.answer != null);

        world.claim(key, "a", Result.REPEATED);
        world.claim(key, "b", Result.OTHER_REQUEST);
        endAll(world);
        assertThat(world.life.instances.liveBytes()).isLessThan(4_096);
        world.losePower();

        world.claim(key, "a", Result.REPEATED);
        world.claim(key, "b", Result.OTHER_REQUEST);
        world.claim(key + "k", "b", Result.REPEATED);
    }

    @Test
    void shouldAnswerARequestWhoseInstanceCannotBeRecovered() throws IOException {
        KeyWorld world = world(KeyWorld.Shape.REPLIES);
        world.holds = true;
        world.send("a");
        world.await(() -> world.calls.containsKey("a"));
        world.leavesAlone = true;

        world.losePower();

        assertThat(world.answers.get("a"))
                .isEqualTo("fault internalError The instance that has this request could not be recovered; its answer"
                        + " is not known.");
        world.check();
    }

    @Test
    void shouldAcknowledgeAMessageWhoseInstanceCannotBeRecovered() throws IOException {
        KeyWorld world = world(KeyWorld.Shape.ONE_WAY_GOES_ON);
        world.send("a");
        world.await(() -> world.calls.containsKey("a"));
        world.leavesAlone = true;

        world.losePower();

        assertThat(world.send("a").answer).isEqualTo("taken");
        world.check();
    }

    @Test
    void shouldForgetARequestThatNobodyTakes() throws IOException {
        KeyWorld world = world(KeyWorld.Shape.REPLIES);

        KeyWorld.Client waiting = world.refused("a");

        assertThat(waiting.isOverloaded).isTrue();
        assertThat(waiting.answer).isNull();
        assertThat(world.life.keys.size()).isZero();
    }

    @Test
    void shouldRefuseBoundsBelowZero() {
        assertThatThrownBy(() -> new RequestKeys.Bounds(Duration.ZERO, -1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key-time=0, max-keys=-1, max-key-bytes=0: one of them is below zero; raise it");
    }

    @Test
    void shouldBeOffWhenTheTimeIsZero() throws IOException {
        assertThat(world(KeyWorld.Shape.REPLIES).life.keys.isOn()).isTrue();
        assertThat(world(KeyWorld.Shape.REPLIES, new RequestKeys.Bounds(Duration.ZERO, 10, 10))
                        .life
                        .keys
                        .isOn())
                .isFalse();
    }
}
