package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Event;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.Processor;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.Route;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.schema.PartCheck;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A kernel for tests, whose instances are single activities that a test executes by a processor of its own. */
public final class TestKernel {
    /** The longest time of a wait, in nanoseconds. */
    static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);

    private static final long PAUSE_NS = 500_000;

    /** The counts of all instances of this kernel. */
    public final Counters counters = new Counters();

    /** The Java exceptions and errors of instances. */
    public final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    /** The kernel, which calls no partner. */
    public final Kernel kernel = new Kernel(
            KernelLimits.DEFAULT,
            call -> {
                throw new IllegalStateException("no partner is called here");
            },
            new SystemEngineClock(),
            counters,
            errors::add);

    /**
     * Starts an instance whose only activity is executed by a processor.
     *
     * @return whether the kernel accepted it
     */
    public boolean start(Processor processor, Worker worker) {
        QualifiedName name = new QualifiedName("urn:probe", "probe");
        MessageShape nothing = new MessageShape(name, null, List.of());
        Deployment deployment = deployment(name, processor, nothing, List.of());
        ServiceOperation operation = deployment.program().provided().get(0);
        return kernel.start(deployment, new InboundMessage(operation, List.of(), ReplyTo.NOBODY), worker);
    }

    /**
     * Returns a process of which all messages with the same text are for the same instance. The first message with a text starts it.
     */
    public static Deployment meeting(Processor processor) {
        QualifiedName name = new QualifiedName("urn:probe", "meeting");
        MessageShape text = new MessageShape(
                name, null, List.of(new MessageShape.Part("text", name, PartCheck.ANYTHING, MessageShape.Place.BODY)));
        Route route = new Route(0, List.of(firstPart()), true);
        return deployment(name, processor, text, List.of(route));
    }

    /** Returns a process with one operation, which starts an instance. */
    private static Deployment deployment(
            QualifiedName name, Processor processor, MessageShape message, List<Route> routes) {
        ServiceOperation operation =
                new ServiceOperation(0, 0, "link", "run", "", "", List.of(), message, null, List.of(), true, routes);
        Program program =
                new Program(name, activity(processor), List.of(operation), List.of(), List.of("link"), Set.of(), false);
        return new Deployment(name.name(), program, List.of(""), "");
    }

    private static CompiledExpression firstPart() {
        try {
            return ExpressionCompiler.expression(
                    "$text",
                    Map.of(),
                    References.ofVariables(variable -> new Reference(0, 0, Reference.Kind.STRING, variable)));
        } catch (ExpressionSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Sends a message with a text to the only operation of a process.
     *
     * @return whether the kernel accepted it
     */
    public boolean send(Deployment deployment, String text, Worker worker) {
        ServiceOperation operation = deployment.program().provided().get(0);
        Element part = Element.text("", "", "text", text);
        return kernel.accept(deployment, new InboundMessage(operation, List.of(part), ReplyTo.NOBODY), worker);
    }

    /** Returns an activity that a processor executes. */
    public static Activity activity(Processor processor) {
        return new Activity(0, "probe", processor, Activity.Links.NONE);
    }

    /** Sends an event with a text to a frame. */
    public static void tell(Frame frame, String text) {
        frame.instance().handle(new Event.CallAnswered(frame, List.of(Element.text("", "", "told", text)), 0));
    }

    /**
     * Waits until a condition holds, at most {@link #DEADLINE_NS}.
     *
     * @return whether it holds
     */
    public static boolean await(BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        return true;
    }

    /**
     * Waits until all instances have ended, at most {@link #DEADLINE_NS}.
     *
     * @return whether all have ended
     */
    public boolean awaitEnd() {
        return await(() -> kernel.running() == 0);
    }
}
