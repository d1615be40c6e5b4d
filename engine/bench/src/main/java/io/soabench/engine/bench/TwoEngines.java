package io.soabench.engine.bench;

import io.soabench.engine.overseer.thread.Affinity;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.runtime.kernel.EngineClock;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.EngineConfiguration;
import io.soabench.engine.server.EngineStartException;
import io.soabench.engine.server.SchedulingPolicy;
import io.soabench.engine.server.transport.TransportOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/**
 * A virtual machine with two engines, each bound to a processor. They share the heap, the collector and the compiler,
 * but no port and no deployment. It ends when it is asked to.
 */
final class TwoEngines {
    private static final String DEPLOY = "--deploy=";
    private static final String TRANSPORT = "--transport=";

    private TwoEngines() {}

    /** Starts the engines, and prints a line for each, as an engine does. Options other than two are ignored. */
    public static void main(String[] arguments) throws ExecutionException, InterruptedException {
        EngineClock clock = new SystemEngineClock();
        List<Integer> processors = Affinity.get().toList();
        EngineConfiguration configuration = EngineConfiguration.DEFAULT
                .withPorts(0, 0)
                .withThreads(SchedulingPolicy.AFFINE, 1, 1, 1)
                .but()
                .deploy(Path.of(value(arguments, DEPLOY)))
                .transport(Stream.of(TransportOption.values())
                        .filter(option -> option.text().equals(value(arguments, TRANSPORT)))
                        .findFirst()
                        .orElseThrow())
                .build();
        for (int i = 0; i < 2; i++) {
            IdSet own = IdSet.of(processors.get(i));
            FutureTask<Engine> start = new FutureTask<>(() -> start(configuration, own, clock));
            // The threads of an engine have the processors of the thread that starts it.
            new Thread(start, "starter").start();
            Engine engine = start.get();
            System.out.println(
                    "ready services=" + engine.url() + "/processes admin=http://127.0.0.1:" + engine.adminPort());
        }
        new CountDownLatch(1).await();
    }

    private static Engine start(EngineConfiguration configuration, IdSet own, EngineClock clock)
            throws EngineStartException {
        Affinity.set(own);
        return Engine.start(configuration, clock);
    }

    private static String value(String[] arguments, String option) {
        return Stream.of(arguments)
                .filter(argument -> argument.startsWith(option))
                .map(argument -> argument.substring(option.length()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(option + " is missing"));
    }
}
