package io.soabench.engine.runtime.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.activity.HeldOutbox;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random processes do what a second implementation says they do, whether instances run one by one with a stepped clock or beside
 * each other on several workers, and whether partners answer at once on the worker's own thread, as under policy affine, or on
 * other threads in any order, as under policy pipeline. A failure names the seed; see {@link RandomProcess#seeds} for replaying.
 */
class RandomProcessTest {
    private static final int INSTANCES = 3;
    private static final int SEEDS = 12;

    static LongStream seeds() {
        return RandomProcess.seeds(SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenWorkersAndOrderDiffer(long seed) {
        RandomProcess process = RandomProcess.of(seed);

        List<Outcome> expected = Reference.run(process, INSTANCES, seed);

        assertThat(expected).as("seed %s: %s", seed, process.bpel()).allSatisfy(outcome -> assertThat(outcome.reply())
                .matches("done .*|fault .*")
                .doesNotContain("unreached", "wrong"));
        check(seed, "reference in another order", Reference.run(process, INSTANCES, -seed), expected);
        check(seed, "stepped", KernelWorld.stepped(process, INSTANCES, seed), expected);
        check(seed, "stepped in another order", KernelWorld.stepped(process, INSTANCES, -seed), expected);
        check(seed, "effects held back", KernelWorld.stepped(process, INSTANCES, seed, new HeldOutbox()), expected);
        for (int workers = 1; workers <= 2; workers++) {
            check(seed, workers + ", at once", KernelWorld.threaded(process, INSTANCES, workers, true), expected);
            check(seed, workers + ", later", KernelWorld.threaded(process, INSTANCES, workers, false), expected);
        }
    }

    private static void check(long seed, String how, List<Outcome> found, List<Outcome> expected) {
        assertThat(found)
                .as("seed %s, %s: -Dsoabench.random.seed=%s runs this one alone", seed, how, seed)
                .isEqualTo(expected);
    }
}
