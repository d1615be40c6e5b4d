package io.soabench.plugin;

import io.soabench.plugin.Lifecycle.HttpAction;
import java.util.List;

/**
 * A kind of event that a model schedules for the run time of a repetition (B10 §3.1: event types are plug-ins). {@link
 * java.util.ServiceLoader} finds it. The resource {@code META-INF/soabench/types.testbed} beside it declares its
 * parameters in the testbed language.
 *
 * <p>The steps of an event are data, as the {@link Lifecycle} of a server is, so that every driver executes them. Their
 * target is the server that the event of the model names; by default, it is the server under test. Implementations have
 * no state.
 */
public interface EventType {

    /** Returns the name that a model uses, for example {@code pause}. */
    String name();

    /** Returns the steps of an event in their order, at least one. */
    List<Step> steps();

    /**
     * A step of an event.
     *
     * @param afterMs milliseconds from the time of the event to the step, at least 0; a template in which {@code
     *     ${event:<name>}} is a parameter of the event, in canonical units
     * @param action the driver's action
     * @param words description for the list of events and for charts; empty for the first step, which is the event
     *     itself
     */
    record Step(String afterMs, ServerAction action, String words) {}

    /** An action of a driver on a server. */
    sealed interface ServerAction permits Signal, Request, Kill, StartAgain {}

    /**
     * A signal to the process of the server and to all its descendants.
     *
     * @param name POSIX name without SIG, for example {@code STOP}
     */
    record Signal(String name) implements ServerAction {}

    /**
     * The end of an engine without warning: SIGKILL to its process and to all its descendants. A later step of the same
     * event is {@link StartAgain}.
     */
    record Kill() implements ServerAction {}

    /**
     * Another start of an engine that {@link Kill} ended, with the same command, folder and ports. The step is done when the
     * engine is ready and its processes answer. They are deployed again where they do not survive; see {@link
     * Engine#recovery}.
     */
    record StartAgain() implements ServerAction {}

    /**
     * An HTTP exchange with the server.
     *
     * @param action template with {@code ${address}}, {@code ${name}}, {@code ${port:<name>}} and {@code
     *     ${param:<name>}} of the server, and {@code ${event:<name>}}
     */
    record Request(HttpAction action) implements ServerAction {}
}
