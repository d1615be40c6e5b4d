package io.soabench.engine.runtime.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.journal.instance.InstanceLog;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An instance whose records are replaced by snapshots while it runs. A failure names the seed. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LongInstanceTest {
    private static final int SEEDS = Integer.getInteger("soabench.loop.seeds", 2);
    private static final int MOST_LOSSES = 300;
    private static final int MESSAGES = 100;
    private static final int PADDING = 8_000;

    /** The number of records, and of KiB, that are replaced. */
    private static final int SNAPSHOT_RECORDS = 8;

    @Test
    void shouldDoEachMessageOnceWhereverThePowerIsLost() throws IOException {
        long snapshots = 0;
        int losses = 0;
        for (boolean isLost = true; isLost; losses++) {
            for (long seed = 0; seed < SEEDS && isLost; seed++) {
                try (LoopWorld world = new LoopWorld(16, 600, 4, seed)) {
                    HeldDisk first = world.disk;
                    first.dieAfter(losses);
                    world.sendAll(() -> {});
                    world.awaitAnswer();
                    isLost = first.isDead();
                    snapshots += world.snapshots();
                } catch (AssertionError e) {
                    throw new AssertionError("seed " + seed + ", after operations " + losses, e);
                }
            }
            assertThat(losses).isLessThan(MOST_LOSSES);
        }
        assertThat(losses).isGreaterThan(20);
        assertThat(snapshots).isGreaterThan(losses);
    }

    @Test
    void shouldKeepAShortJournalThroughLossesOfPower() throws IOException {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            try (LoopWorld world = new LoopWorld(MESSAGES, PADDING, SNAPSHOT_RECORDS, seed)) {
                world.sendAll(() -> {
                    assertThat(world.life.instances.liveBytes()).isLessThan(3 * LoopWorld.SEGMENT);
                    if (random.nextInt(15) == 0) {
                        world.disk.dieAfter(random.nextInt(6));
                    }
                });
                world.startAgain();
                world.await(() -> isShort(world));
                world.awaitAnswer();
                // Each message has two records. Without snapshots, the last start would get those of all messages.
                assertThat(world.mostRecovered).isBetween(1, 4 * SNAPSHOT_RECORDS);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static boolean isShort(LoopWorld world) {
        long length = (long) world.life.instances.statistics().segments() * LoopWorld.SEGMENT;
        return length <= 2 * world.life.instances.liveBytes() + (InstanceLog.MORE_SEGMENTS + 1L) * LoopWorld.SEGMENT;
    }

    /** Else the snapshots of an instance would become longer with each message that it takes. */
    @Test
    void shouldNotHaveMessagesInSnapshotsThatAreDone() throws Exception {
        try (LoopWorld world = new LoopWorld(60, 3_000, 8, 1)) {
            world.sendAll(() -> {});
            world.awaitAnswer();

            assertThat(world.snapshots()).isGreaterThan(4);
            // The request that has started the instance is open.
            assertThat(world.requestsOfSnapshots()).isNotEmpty().containsOnly(1);
        }
    }

    @Test
    void shouldKeepAllRecordsWithoutSnapshots() throws IOException {
        try (LoopWorld world = new LoopWorld(MESSAGES, PADDING, 0, 1)) {
            long[] live = new long[1];
            world.sendAll(() -> live[0] = Math.max(live[0], world.life.instances.liveBytes()));
            world.awaitAnswer();

            assertThat(world.snapshots()).isZero();
            assertThat(live[0]).isGreaterThan((MESSAGES - 1L) * PADDING);
        }
    }
}
