package io.soabench.engine.bench;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.expression.Reference;
import io.soabench.engine.runtime.expression.References;
import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.expression.compile.ExpressionCompiler;
import io.soabench.engine.runtime.kernel.Counters;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.InboundMessage;
import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.KernelLimits;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.kernel.Worker;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;
import io.soabench.engine.server.Engine;
import io.soabench.engine.server.soap.SoapReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The engine's inner steps, each beside a baseline that does the least anybody could do in its place. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class EngineMicroBench {
    /** Activities in the longer of the two processes that measure a step. */
    static final int STEPS = 100;

    private final SoapReader reader = new SoapReader(XmlLimits.DEFAULT);
    private final XmlOutput output = new XmlOutput();
    private Element message;
    private CompiledExpression common;
    private CompiledExpression general;
    private Slots slots;
    private Engine engine;
    private Kernel kernel;
    private Deployment none;
    private Deployment many;
    private InboundMessage toNone;
    private InboundMessage toMany;

    private static final Worker CALLING_WORKER = new Worker() {
        @Override
        public boolean enter() {
            return true;
        }

        @Override
        public void leave() {
            // There is one thread.
        }

        @Override
        public void ready(Instance instance) {
            instance.turn(this);
        }

        @Override
        public void giveWay(Instance instance) {
            throw new IllegalStateException("no process of this bench takes long");
        }

        @Override
        public boolean offer(Instance instance) {
            throw new IllegalStateException("instances of this bench start at once");
        }

        @Override
        public Alarm schedule(Runnable task, long delayNs) {
            throw new IllegalStateException("no process of this bench waits");
        }
    };

    /** Compiles and deploys. */
    @Setup
    public void prepare() throws Exception {
        message = new ElementReader(XmlLimits.DEFAULT).read(BenchExchange.REQUEST_BODY);
        Element payload = message.elements().get(0).elements().get(0);
        References references = References.ofVariables(name -> new Reference(0, 0, Reference.Kind.NODE, name));
        slots = new Slots() {
            @Override
            public Element slot(int hops, int index) {
                return payload;
            }

            @Override
            public boolean link(int index) {
                return false;
            }
        };
        Map<String, String> namespaces = Map.of("c", "urn:bench:client");
        common = ExpressionCompiler.expression("$request/c:count", namespaces, references);
        general = ExpressionCompiler.expression("$request/descendant::c:count", namespaces, references);
        engine = Engine.start(ShapeBench.configuration(BenchOptions.DEFAULT), new SystemEngineClock());
        none = engine.deployer().deploy("none", Shape.steps(0)).deployment();
        many = engine.deployer().deploy("many", Shape.steps(STEPS)).deployment();
        kernel = new Kernel(
                KernelLimits.DEFAULT.withInstances(10),
                call -> {
                    throw new IllegalStateException("no process of this bench calls");
                },
                new SystemEngineClock(),
                new Counters(),
                error -> {
                    throw new IllegalStateException(error);
                });
        Element start = Element.text("c", "urn:bench:client", "start", "n12345");
        toNone = new InboundMessage(start(none), List.of(start), ReplyTo.NOBODY);
        toMany = new InboundMessage(start(many), List.of(start), ReplyTo.NOBODY);
    }

    private static ServiceOperation start(Deployment deployment) {
        return deployment.program().provided().stream()
                .filter(operation -> operation.name().equals("start"))
                .findFirst()
                .orElseThrow();
    }

    /** Stops the engine that deployed. */
    @TearDown
    public void stop() {
        engine.close();
    }

    /** Reads an envelope into a tree. */
    @Benchmark
    public Object parse() throws Exception {
        return reader.read(BenchExchange.REQUEST_BODY, 0, BenchExchange.REQUEST_BODY.length);
    }

    /** Reads every byte, as the baseline of parse. */
    @Benchmark
    public int parseBaseline() {
        int depth = 0;
        for (byte b : BenchExchange.REQUEST_BODY) {
            depth += b == '<' ? 1 : b == '>' ? -1 : 0;
        }
        return depth;
    }

    /** Writes a tree. */
    @Benchmark
    public int serialise() {
        output.clear();
        output.element(message);
        return output.size();
    }

    /** Copies the finished bytes, as the baseline of serialise. */
    @Benchmark
    public int serialiseBaseline() {
        output.clear();
        output.raw(BenchExchange.REQUEST_BODY);
        return output.size();
    }

    /** Copies a variable and changes its text. */
    @Benchmark
    public Object copy() {
        return message.withItem(0, message.elements().get(0).withText("x"));
    }

    /** Makes one object, as the baseline of copy. */
    @Benchmark
    public Object copyBaseline() {
        return new Object[] {message};
    }

    /** Evaluates a path of child steps. */
    @Benchmark
    public double xpathCommon() {
        return common.number(slots);
    }

    /** Evaluates a path that needs the general machine. */
    @Benchmark
    public double xpathGeneral() {
        return general.number(slots);
    }

    /** Reads the number at a known place, as the baseline of both paths. */
    @Benchmark
    public double xpathBaseline() {
        return Double.parseDouble(slots.slot(0, 0).elements().get(1).text());
    }

    /** Runs an instance with {@link #STEPS} activities that do nothing. */
    @Benchmark
    public boolean navigate() {
        return kernel.start(many, toMany, CALLING_WORKER);
    }

    /**
     * Runs an instance without these activities, as the baseline of navigate. A step takes a {@link #STEPS}th of the
     * difference.
     */
    @Benchmark
    public boolean navigateBaseline() {
        return kernel.start(none, toNone, CALLING_WORKER);
    }
}
