package io.soabench.engine.stress;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.Route;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.scheduling.StealingWorker;
import io.soabench.engine.runtime.scheduling.WorkerGroup;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A kernel with two workers, and a process whose instances end at once. Each message with a value starts an instance.
 * Messages with the same value may be for one instance. Actors run the workers.
 */
public final class StressEngine {
    private static final QualifiedName NAME = new QualifiedName("urn:stress", "stress");
    private static final int QUEUED = 16;
    private static final ServiceOperation RUN = new ServiceOperation(
            0,
            0,
            "link",
            "run",
            "",
            "",
            List.of(),
            new MessageShape(
                    NAME,
                    null,
                    List.of(new MessageShape.Part("text", NAME, PartCheck.ANYTHING, MessageShape.Place.BODY))),
            null,
            List.of(),
            true,
            List.of(new Route(0, List.of(text()), true)));

    private final AtomicInteger ran = new AtomicInteger();
    private final List<ActorLoop> loops = List.of(new ActorLoop(), new ActorLoop());
    private final List<StealingWorker> workers;
    private final Kernel kernel =
            new Kernel(KernelLimits.DEFAULT, call -> {}, new SystemEngineClock(), new Counters(), error -> {});

    /** Creates an engine whose actors have not begun. */
    public StressEngine() {
        WorkerGroup group = new WorkerGroup();
        workers = loops.stream()
                .map(loop -> new StealingWorker(loop, group, QUEUED))
                .toList();
    }

    private static CompiledExpression text() {
        try {
            return ExpressionCompiler.expression(
                    "$text",
                    Map.of(),
                    References.ofVariables(variable -> new Reference(0, 0, Reference.Kind.STRING, variable)));
        } catch (ExpressionSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a new version of the process. */
    public Deployment deployment() {
        Program program = new Program(
                NAME,
                new Activity(0, "stress", this::begin, Activity.Links.NONE),
                List.of(RUN),
                List.of(),
                List.of("link"),
                Set.of(),
                false);
        return new Deployment("stress", program, List.of(""), "");
    }

    private void begin(Frame frame) {
        ran.incrementAndGet();
        frame.complete();
    }

    /** Sends a message on the thread of a worker and runs the worker. Returns false if the message is refused. */
    public boolean send(Deployment deployment, String text, int worker) {
        loops.get(worker).run();
        boolean accepted = kernel.accept(
                deployment,
                new InboundMessage(RUN, List.of(Element.text("", "", "text", text)), ReplyTo.NOBODY),
                workers.get(worker));
        loops.get(worker).run();
        return accepted;
    }

    /** Runs both workers until they have nothing to do. */
    public void finish() {
        // What the second one hands to the first one runs in the second round.
        for (int round = 0; round < 2; round++) {
            loops.forEach(ActorLoop::run);
        }
    }

    /** Returns the number of instances that have run. */
    public int ran() {
        return ran.get();
    }

    /** Returns whether no instance runs and nothing is held for one. */
    public boolean empty() {
        return kernel.running() == 0 && kernel.heldBytes() == 0;
    }
}
