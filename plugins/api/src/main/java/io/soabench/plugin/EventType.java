package io.soabench.plugin;

import io.soabench.plugin.Lifecycle.HttpAction;
import java.util.List;

/**
 * A kind of event that a model lets happen at run time (B10 §3.1: event types are plug-ins). Found by
 * {@link java.util.ServiceLoader}. Its parameters are declared beside it in the testbed language, in the resource
 * {@code META-INF/soabench/types.testbed}.
 *
 * <p>What it does is data, as the {@link Lifecycle} of a server is, so that every driver executes it. It is done to the server
 * that the event of the model names, or to the one under test when it names none. Implementations have no state.
 */
public interface EventType {

    /** The name that a model uses, e.g. {@code pause}. */
    String name();

    /** What is done, in this order; at least one step. */
    List<Step> steps();

    /**
     * One thing that is done.
     *
     * @param afterMs milliseconds from the time of the event to the step, at least 0; a template in which {@code ${event:<name>}}
     *     is a parameter of the event, in canonical units
     * @param words what the step is, for the list of events and for charts; empty for the first one, which is the event itself
     */
    record Step(String afterMs, Deed deed, String words) {}

    /** Something that a driver does to a server. */
    sealed interface Deed permits Signal, Request {}

    /**
     * Sends a signal to the process of the server and to all that it started.
     *
     * @param name as POSIX has it, without SIG, e.g. {@code STOP}
     */
    record Signal(String name) implements Deed {}

    /**
     * An HTTP exchange with the server.
     *
     * @param action may use {@code ${address}}, {@code ${name}}, {@code ${port:<name>}} and {@code ${param:<name>}} of the server,
     *     and {@code ${event:<name>}}
     */
    record Request(HttpAction action) implements Deed {}
}
