package io.soabench.engine.runtime.scheduling;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.ExpressionCompiler;
import io.soabench.engine.runtime.expression.ExpressionSyntaxException;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.StyleSheet;
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

/** A kernel whose instances do what a test says, without a language in between. */
public final class Probe {
    static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long PAUSE_NS = 500_000;

    /** What was counted. */
    public final Counters counters = new Counters();
    /** What went wrong. */
    public final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    /** Runs the instances. */
    public final Kernel kernel = new Kernel(
            KernelLimits.DEFAULT,
            call -> {
                throw new IllegalStateException("no partner is called here");
            },
            new SystemEngineClock(),
            counters,
            errors::add);

    /** Starts an instance whose only activity is executed by a processor; false when it is refused. */
    public boolean start(Processor processor, Worker worker) {
        QualifiedName name = new QualifiedName("urn:probe", "probe");
        MessageShape nothing = new MessageShape(name, null, List.of());
        ServiceOperation operation =
                new ServiceOperation(0, 0, "link", "run", "", "", nothing, null, List.of(), true, List.of());
        Program program =
                new Program(name, activity(processor), List.of(operation), List.of(), List.of("link"), Set.of(), false);
        Deployment deployment = new Deployment("probe", program, List.of(""), "");
        return kernel.start(deployment, new InboundMessage(operation, List.of(), ReplyTo.NOBODY), worker);
    }

    /**
     * A process whose instances are found by the text of the only part of their messages, and by which messages with the same text are
     * for the same instance.
     */
    public static Deployment meeting(Processor processor) {
        QualifiedName name = new QualifiedName("urn:probe", "meeting");
        MessageShape text = new MessageShape(
                name, null, List.of(new MessageShape.Part("text", name, PartCheck.ANYTHING, MessageShape.Place.BODY)));
        Route route = new Route(0, List.of(firstPart()));
        ServiceOperation operation =
                new ServiceOperation(0, 0, "link", "run", "", "", text, null, List.of(), true, List.of(route));
        Program program =
                new Program(name, activity(processor), List.of(operation), List.of(), List.of("link"), Set.of(), false);
        return new Deployment("meeting", program, List.of(""), "");
    }

    private static CompiledExpression firstPart() {
        try {
            return ExpressionCompiler.expression("$text", Map.of(), new References() {
                @Override
                public Reference variable(String variable) {
                    return new Reference(0, 0, Reference.Kind.STRING, variable);
                }

                @Override
                public int link(String link) {
                    return -1;
                }

                @Override
                public CompiledExpression property(String variable, String property) {
                    return null;
                }

                @Override
                public StyleSheet styleSheet(String address) {
                    return null;
                }
            });
        } catch (ExpressionSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a message with a text to the only operation of a process; false when it is refused. */
    public boolean send(Deployment deployment, String text, Worker worker) {
        ServiceOperation operation = deployment.program().provided().get(0);
        Element part = Element.text("", "", "text", text);
        return kernel.accept(deployment, new InboundMessage(operation, List.of(part), ReplyTo.NOBODY), worker);
    }

    /** An activity that a processor executes. */
    public static Activity activity(Processor processor) {
        return new Activity(0, "probe", processor, Activity.Links.NONE);
    }

    /** Something that happens to a frame, with a text. */
    public static void tell(Frame frame, String text) {
        frame.instance().handle(new Event.CallAnswered(frame, List.of(Element.text("", "", "told", text)), 0));
    }

    /** Waits until something is so. */
    public static boolean await(BooleanSupplier so) {
        long end = System.nanoTime() + DEADLINE_NS;
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        return true;
    }

    /** Waits until all instances have ended. */
    public boolean awaitEnd() {
        return await(() -> kernel.running() == 0);
    }
}
