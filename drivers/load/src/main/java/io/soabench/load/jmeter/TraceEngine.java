package io.soabench.load.jmeter;

import io.soabench.load.record.Sample;
import io.soabench.load.replay.Replay;
import java.util.function.Consumer;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;

/**
 * Executes a replay with JMeter's engine: one thread group whose threads loop over {@link TraceTimer} and {@link
 * TraceSampler} until the trace has no more for them.
 */
public final class TraceEngine {

    private final StandardJMeterEngine engine = new StandardJMeterEngine();

    /**
     * @param name of the test plan
     * @param receiver gets each sample, on the thread that sent the request
     * @param onBug is told of exceptions that nobody expects
     */
    public TraceEngine(String name, Replay replay, Consumer<Sample> receiver, Consumer<Throwable> onBug) {
        Callers callers = new Callers(replay, onBug);
        LoopController loop = new LoopController();
        loop.setLoops(LoopController.INFINITE_LOOP_COUNT);
        loop.setFirst(true);
        loop.initialize();
        ThreadGroup group = new ThreadGroup();
        group.setName("caller");
        group.setNumThreads(replay.threads());
        group.setRampUp(0);
        group.setSamplerController(loop);
        group.setIsSameUserOnNextIteration(true);
        HashTree tree = new ListedHashTree();
        HashTree inPlan = tree.add(new TestPlan(name));
        inPlan.add(new SampleLog(receiver));
        HashTree inGroup = inPlan.add(group);
        inGroup.add(new TraceTimer(callers));
        inGroup.add(new TraceSampler(callers));
        engine.configure(tree);
    }

    /** Runs to the end of the replay; the calling thread waits. */
    public void run() {
        engine.run();
    }
}
