package io.soabench.engine.runtime.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.InstanceRecord;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recovery of an instance from its records after a crash: random processes have the outcome of the second
 * implementation, wherever the engine crashes. A failure names the seed; see {@link RandomProcess#seeds}.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CrashTest {
    private static final int SEEDS = 6;
    private static final int INSTANCE = 1;
    private static final int NEVER = Integer.MAX_VALUE;

    static LongStream seeds() {
        return RandomProcess.seeds(SEEDS);
    }

    private static Outcome reference(RandomProcess process, long seed) {
        return Reference.run(process, INSTANCE + 1, seed).get(INSTANCE);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenTheEngineCrashesAfterAnyRecord(long seed) {
        crashAfterEachRecord(seed, null, random -> null, false);
    }

    /**
     * Crashes the engine every few records.
     *
     * @param snapshots makes the choice of the records that a snapshot follows; its result is null for no snapshots
     */
    private static void crashAgainAndAgain(long seed, Function<Random, IntPredicate> snapshots) {
        RandomProcess process = RandomProcess.of(seed);
        Random random = new Random(seed);

        CrashWorld world =
                new CrashWorld(process, INSTANCE, seed, kept -> kept + 1 + random.nextInt(6), snapshots.apply(random));

        assertThat(world.run()).as("seed %s", seed).isEqualTo(reference(process, seed));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenTheEngineCrashesAgainAndAgain(long seed) {
        crashAgainAndAgain(seed, random -> null);
    }

    /** Neither the moments at which the policy gives way nor the clock count for what happens next. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldMakeTheSameRecordsWhenTheSameHappens(long seed) {
        RandomProcess process = RandomProcess.of(seed);
        CrashWorld first = new CrashWorld(process, INSTANCE, seed, kept -> NEVER);
        CrashWorld second = new CrashWorld(process, INSTANCE, seed, kept -> NEVER);
        first.run();
        second.run();

        assertThat(moments(second.records())).as("seed %s", seed).isEqualTo(moments(first.records()));
    }

    private static List<String> moments(List<InstanceRecord> records) {
        return records.stream()
                .map(record -> record.getClass().getSimpleName() + " " + record.at())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveTheStateOfTheInstanceWhenItIsMadeAnewWhileThatWaits(long seed) {
        int[] compared = new int[1];

        CrashWorld world = new CrashWorld(RandomProcess.of(seed), INSTANCE, seed, kept -> NEVER, number -> false);
        world.compareStates((life, twin) -> {
            compared[0]++;
            assertThat(twin).as("seed %s", seed).isEqualTo(life);
        });

        assertThat(compared[0]).isPositive();
        assertThat(world.compared()).isPositive();
    }

    /** A snapshot may come at any place, also between two steps of a turn. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenSnapshotsReplaceRecords(long seed) {
        crashAfterEachRecord(seed, number -> true, random -> number -> random.nextInt(3) == 0, false);
    }

    /** As an engine does with a long history: the recorder asks, and may refuse what it gets. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenTheRecorderAsksForSnapshots(long seed) {
        crashAfterEachRecord(seed, number -> true, random -> number -> random.nextInt(3) == 0, true);
    }

    @Test
    void shouldReplaceRecordsWhenTheRecorderAsks() {
        int replaced = 0;
        for (long seed : seeds().toArray()) {
            CrashWorld world =
                    new CrashWorld(RandomProcess.of(seed), INSTANCE, seed, kept -> NEVER, number -> true, true);
            world.run();
            replaced += world.replaced();
        }
        assertThat(replaced).isPositive();
    }

    /**
     * Crashes the engine once, after each of the records in turn that it makes without a crash.
     *
     * @param uncrashed the records that a snapshot follows if there is no crash; null for no snapshots
     * @param snapshots makes the same choice for an engine that crashes
     * @param asks whether the recorder asks for snapshots
     */
    private static void crashAfterEachRecord(
            long seed, IntPredicate uncrashed, Function<Random, IntPredicate> snapshots, boolean asks) {
        RandomProcess process = RandomProcess.of(seed);
        Outcome expected = reference(process, seed);
        CrashWorld undisturbed = new CrashWorld(process, INSTANCE, seed, kept -> NEVER, uncrashed, asks);
        assertThat(undisturbed.run()).as("seed %s, no crash", seed).isEqualTo(expected);
        int records = undisturbed.made();

        for (int last = 0; last < records; last++) {
            int at = last;
            int[] lives = new int[1];
            CrashWorld world = new CrashWorld(
                    process,
                    INSTANCE,
                    seed + last,
                    kept -> lives[0]++ == 0 ? at : NEVER,
                    snapshots.apply(new Random(seed + last)),
                    asks);
            Outcome found;
            try {
                found = world.run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", crash after record " + last, e);
            }
            assertThat(found).as("seed %s, crash after record %s", seed, last).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenTheEngineCrashesAgainAndAgainAfterSnapshots(long seed) {
        crashAgainAndAgain(seed, random -> number -> random.nextInt(2) == 0);
    }
}
