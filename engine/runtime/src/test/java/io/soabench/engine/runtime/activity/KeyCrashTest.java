package io.soabench.engine.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.durable.RequestKeys;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Requests with keys through losses of power: each is done once, and all its answers are equal. {@code -Dsoabench.keys.seeds} sets the
 * number of worlds of each shape, and a failure names the seed.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeyCrashTest {
    private static final int SEEDS = Integer.getInteger("soabench.keys.seeds", 3);
    private static final int STEPS = 600;
    private static final int REQUESTS = 150;
    private static final int MOST_LOSSES = 100;

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldDoEachRequestOnceThroughLossesOfPower(KeyWorld.Shape shape) throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (KeyWorld world = new KeyWorld(shape, seed, RequestKeys.Bounds.DEFAULT)) {
                run(world, new Random(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + " of " + shape, e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldDoEachRequestOnceThroughSnapshots(KeyWorld.Shape shape) throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            try (KeyWorld world = new KeyWorld(shape, seed, RequestKeys.Bounds.DEFAULT)) {
                for (int round = 0; round < 20; round++) {
                    act(world, random, STEPS / 20);
                    world.snapshot();
                    act(world, random, STEPS / 20);
                    if (random.nextBoolean()) {
                        world.stop();
                    }
                }
                end(world);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + " of " + shape, e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(KeyWorld.Shape.class)
    void shouldDoARequestOnceWhereverThePowerIsLost(KeyWorld.Shape shape) throws IOException {
        int losses = 0;
        for (boolean isLost = true; isLost; losses++) {
            for (long seed = 0; seed < SEEDS && isLost; seed++) {
                isLost = losesPower(shape, seed, losses);
            }
            assertThat(losses).isLessThan(MOST_LOSSES);
        }
        assertThat(losses).isGreaterThan(2);
    }

    /** Sends a request while the power is lost before one of the next operations of the disk; returns whether it was lost. */
    private static boolean losesPower(KeyWorld.Shape shape, long seed, int operations) throws IOException {
        try (KeyWorld world = new KeyWorld(shape, seed, RequestKeys.Bounds.DEFAULT)) {
            HeldDisk first = world.disk;
            first.dieAfter(operations);
            world.send("a");
            world.await(() -> {
                world.life.worker.pass(KeyWorld.SECOND_NS);
                return first.isDead() || isAtRest(world);
            });
            boolean isLost = first.isDead();
            world.losePower();
            world.send("a");
            world.await(() -> {
                world.life.worker.pass(KeyWorld.SECOND_NS);
                return isAtRest(world);
            });
            world.check();
            return isLost;
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + " of " + shape + ", after operations " + operations, e);
        }
    }

    private static boolean isAtRest(KeyWorld world) {
        return !world.answers.isEmpty() && world.running() == 0 && world.life.instances.liveInstances() == 0;
    }

    private static void run(KeyWorld world, Random random) throws IOException {
        act(world, random, STEPS);
        end(world);
    }

    private static void act(KeyWorld world, Random random, int steps) throws IOException {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3, 4 -> world.send("r" + random.nextInt(REQUESTS));
                case 5, 6, 7 -> world.work();
                case 8 -> world.disk.hold();
                case 9 -> world.disk.release();
                case 10 -> LockSupport.parkNanos(200_000);
                default -> {
                    world.life.worker.pass(KeyWorld.SECOND_NS / 2);
                    if (random.nextInt(4) == 0) {
                        world.losePower();
                    }
                }
            }
        }
    }

    private static void end(KeyWorld world) throws IOException {
        world.disk.release();
        world.await(() -> world.answers.keySet().containsAll(world.sent));
        world.losePower();
        for (String id : List.copyOf(world.sent)) {
            world.send(id);
        }
        world.await(() -> {
            world.life.worker.pass(KeyWorld.SECOND_NS);
            return isAtRest(world);
        });
        world.check();
        assertThat(world.life.keys.size()).isEqualTo(world.sent.size());
    }
}
