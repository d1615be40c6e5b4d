package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.List;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A test of one instance that gives its correlation values up while another one gets the same values. The other one is
 * found from then on.
 */
@JCStressTest
@Outcome(id = "[12], 1, 1", expect = Expect.ACCEPTABLE, desc = "found in the end, by one set and by two")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, or one that has ended is found")
@State
public class RouterStress {
    private static final Router.Key KEY = new Router.Key(0, "same");
    private static final Deployment DEPLOYMENT = deployment();
    private static final Instance ENDING = instance(1);
    private static final Instance NEW = instance(2);
    private static final Instance THIRD = instance(3);

    private final Router router = new Router();

    /** Registers the values of the instance that ends. */
    public RouterStress() {
        router.register(KEY, ENDING);
    }

    private static Deployment deployment() {
        QualifiedName name = new QualifiedName("urn:stress", "router");
        ServiceOperation operation = new ServiceOperation(
                0,
                0,
                "link",
                "run",
                "",
                "",
                List.of(),
                new MessageShape(name, null, List.of()),
                null,
                List.of(),
                true,
                List.of());
        Activity nothing = new Activity(0, "stress", Frame::complete, Activity.Links.NONE);
        Program program =
                new Program(name, nothing, List.of(operation), List.of(), List.of("link"), Set.of(), false);
        return new Deployment("router", program, List.of(""), "");
    }

    private static Instance instance(long id) {
        Kernel kernel =
                new Kernel(KernelLimits.DEFAULT, call -> {}, new SystemEngineClock(), new Counters(), error -> {});
        InboundMessage message =
                new InboundMessage(DEPLOYMENT.program().provided().get(0), List.of(), ReplyTo.NOBODY);
        return new Instance(kernel, DEPLOYMENT, null, message, id, null);
    }

    /** Ends the first instance. */
    @Actor
    public void end() {
        router.remove(KEY, ENDING);
    }

    /** Gives the values to two other instances, of which the second one ends at once. */
    @Actor
    public void begin(III_Result result) {
        router.register(KEY, NEW);
        Instance found = router.find(KEY);
        result.r1 = found == null ? 0 : (int) found.id();
        router.register(KEY, THIRD);
        router.remove(KEY, THIRD);
    }

    /** Looks for the instance that is left. */
    @Arbiter
    public void left(III_Result result) {
        result.r2 = NEW.equals(router.find(KEY)) ? 1 : 0;
        result.r3 = NEW.equals(router.find(List.of(KEY), List.of(KEY))) ? 1 : 0;
    }
}
