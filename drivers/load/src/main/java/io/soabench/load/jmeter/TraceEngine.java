package io.soabench.load.jmeter;

import io.soabench.load.http.Requests;
import io.soabench.load.http.ServerAddress;
import io.soabench.load.record.Sample;
import io.soabench.load.replay.Replay;
import io.soabench.load.replay.Sender;
import io.soabench.load.replay.ThreadPerRequestSender;
import java.util.function.Consumer;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.ListedHashTree;

/**
 * An executor of a replay with JMeter's engine: one thread group whose threads loop over {@link TraceTimer} and {@link
 * TraceSampler} until the trace ends.
 */
public final class TraceEngine implements Sender {

    private final StandardJMeterEngine engine = new StandardJMeterEngine();
    private final ThreadPerRequestSender sender;

    /**
     * Creates an executor. A {@link JMeterHome} must be open while it runs.
     *
     * @param address to connect to, resolved
     * @param receiver gets each sample, on the thread that sent the request
     * @param onBug gets unexpected exceptions
     */
    public TraceEngine(
            Replay replay,
            Requests requests,
            ServerAddress address,
            Consumer<Sample> receiver,
            Consumer<Throwable> onBug) {
        sender = new ThreadPerRequestSender(replay, requests, address);
        Callers callers = new Callers(sender, onBug);
        LoopController loop = new LoopController();
        loop.setLoops(LoopController.INFINITE_LOOP_COUNT);
        loop.setFirst(true);
        loop.initialize();
        ThreadGroup group = new ThreadGroup();
        group.setName("caller");
        group.setNumThreads(sender.threads());
        group.setRampUp(0);
        group.setSamplerController(loop);
        group.setIsSameUserOnNextIteration(true);
        HashTree tree = new ListedHashTree();
        HashTree inPlan = tree.add(new TestPlan(replay.plan().caseId()));
        inPlan.add(new SampleLog(receiver));
        HashTree inGroup = inPlan.add(group);
        inGroup.add(new TraceTimer(callers));
        inGroup.add(new TraceSampler(callers));
        engine.configure(tree);
    }

    @Override
    public int threads() {
        return sender.threads();
    }

    @Override
    public boolean awaitReady(long timeOutMs) throws InterruptedException {
        return sender.awaitThreads(timeOutMs);
    }

    /** Runs to the end of the replay; the calling thread waits. */
    @Override
    public void run() {
        engine.run();
    }

    @Override
    public int connections() {
        return sender.connectionCount();
    }

    @Override
    public int mostConnections() {
        return sender.mostConnections();
    }

    @Override
    public void close() {
        sender.close();
    }
}
