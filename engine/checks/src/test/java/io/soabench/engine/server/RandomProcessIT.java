package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.random.Outcome;
import io.soabench.engine.runtime.random.RandomProcess;
import io.soabench.engine.runtime.random.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random processes must have the same outcome over HTTP as in the reference, under every policy, with any number of
 * workers and replicas. {@link RandomProcess#seeds} describes how to run one again.
 */
@Tag("it")
class RandomProcessIT {
    private static final int INSTANCES = 6;
    private static final int SEEDS = 8;

    private static final int SIDE_BY_SIDE = 4;

    private static final Map<String, RandomWorld> WORLDS = new LinkedHashMap<>();
    private static ExecutorService threads;

    @BeforeAll
    static void start() throws Exception {
        threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        for (SchedulingPolicy policy : List.of(SchedulingPolicy.AFFINE, SchedulingPolicy.PIPELINE)) {
            for (int workers = 1; workers <= 4; workers *= 2) {
                WORLDS.put(
                        policy + " with " + workers,
                        new RandomWorld(EngineFixture.CONFIGURATION.withThreads(policy, workers, workers, 1), 1));
            }
            WORLDS.put(
                    policy + ", 3 replicas",
                    new RandomWorld(EngineFixture.CONFIGURATION.withThreads(policy, 1, 1, 1), 3));
        }
        for (SchedulingPolicy policy : List.of(SchedulingPolicy.TASK, SchedulingPolicy.INSTANCE)) {
            WORLDS.put(
                    policy + " with 2", new RandomWorld(EngineFixture.CONFIGURATION.withThreads(policy, 2, 2, 1), 1));
        }
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
        WORLDS.values().forEach(RandomWorld::close);
        WORLDS.clear();
    }

    static LongStream seeds() {
        return RandomProcess.seeds(SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHaveOutcomeOfReferenceWhenPolicyWorkersAndReplicasDiffer(long seed) throws Exception {
        RandomProcess process = RandomProcess.of(seed);
        List<Outcome> expected = Reference.run(process, INSTANCES, seed);

        // Each world mostly waits, and has nothing in common with the others.
        Map<String, Future<List<Outcome>>> outcomes = new LinkedHashMap<>();
        WORLDS.forEach((name, world) -> outcomes.put(name, threads.submit(() -> world.run(process, INSTANCES))));
        for (Map.Entry<String, Future<List<Outcome>>> outcome : outcomes.entrySet()) {
            assertThat(outcome.getValue().get())
                    .as("seed %s, %s: -Dsoabench.random.seed=%s runs this one alone", seed, outcome.getKey(), seed)
                    .isEqualTo(expected);
        }
    }
}
