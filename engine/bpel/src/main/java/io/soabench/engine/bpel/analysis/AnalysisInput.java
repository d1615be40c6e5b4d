package io.soabench.engine.bpel.analysis;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.syntax.ActivityElement;
import io.soabench.engine.bpel.syntax.BpelProcess;
import io.soabench.engine.bpel.syntax.Catch;
import io.soabench.engine.bpel.syntax.Flow;
import io.soabench.engine.bpel.syntax.Invoke;
import io.soabench.engine.bpel.syntax.Nesting;
import io.soabench.engine.bpel.syntax.OnEvent;
import io.soabench.engine.bpel.syntax.OnMessage;
import io.soabench.engine.bpel.syntax.Pick;
import io.soabench.engine.bpel.syntax.Receipt;
import io.soabench.engine.bpel.syntax.Receive;
import io.soabench.engine.bpel.syntax.Scope;
import io.soabench.engine.bpel.syntax.ScopeBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The process under analysis, divided once for all rules. Used by one thread. */
final class AnalysisInput {
    private final BpelProcess process;
    private final WsdlDefinitions wsdl;
    private final List<ActivityPosition> places = new ArrayList<>();
    private final List<Body> bodies = new ArrayList<>();
    private final List<LinkUse> links = new ArrayList<>();
    private ActivityOrder precedence;

    AnalysisInput(BpelProcess process, WsdlDefinitions wsdl) {
        this.process = process;
        this.wsdl = wsdl;
        bodies.add(new Body(process.body(), process.location(), Optional.empty()));
        Nesting.children(process.body())
                .forEach(child -> visit(new ActivityPosition(child.activity(), child.role(), Optional.empty())));
        LinkUse.collect(this, links);
    }

    /**
     * A process or scope.
     *
     * @param content its declarations, handlers and main activity
     * @param location its place in the text
     * @param place its place among the activities; empty for the process
     */
    record Body(ScopeBody content, Location location, Optional<ActivityPosition> place) {}

    /** The fault handlers of a scope or of an invoke. */
    record FaultHandling(List<Catch> catches, boolean exitOnStandardFault) {}

    private void visit(ActivityPosition place) {
        places.add(place);
        if (place.activity() instanceof Scope scope) {
            bodies.add(new Body(scope.body(), scope.location(), Optional.of(place)));
        }
        Nesting.children(place.activity())
                .forEach(child -> visit(new ActivityPosition(child.activity(), child.role(), Optional.of(place))));
    }

    BpelProcess process() {
        return process;
    }

    WsdlDefinitions wsdl() {
        return wsdl;
    }

    /** Returns all activities in document order. */
    List<ActivityPosition> places() {
        return places;
    }

    /** Returns the activities of one type. */
    <T extends ActivityElement> Stream<Found<T>> all(Class<T> type) {
        return places.stream()
                .filter(place -> type.isInstance(place.activity()))
                .map(place -> new Found<>(type.cast(place.activity()), place));
    }

    /** An activity of a known type at its place. */
    record Found<T>(T activity, ActivityPosition place) {}

    /** Returns the order of all activities, computed once. */
    ActivityOrder precedence() {
        if (precedence == null) {
            precedence = new ActivityOrder(this);
        }
        return precedence;
    }

    /** Returns the bodies of the process and of all scopes. */
    List<Body> bodies() {
        return bodies;
    }

    /** Returns all links with their ends. */
    List<LinkUse> links() {
        return links;
    }

    Stream<Found<Flow>> flows() {
        return all(Flow.class);
    }

    /** Returns all receive activities, message branches and message events. */
    List<ReceiptPlace> receipts() {
        List<ReceiptPlace> receipts = new ArrayList<>();
        for (ActivityPosition place : places) {
            if (place.activity() instanceof Receive receive) {
                receipts.add(new ReceiptPlace(receive.receipt(), place, receive.createInstance(), false));
            } else if (place.activity() instanceof Pick pick) {
                for (OnMessage branch : pick.messages()) {
                    receipts.add(new ReceiptPlace(branch.receipt(), place, pick.createInstance(), false));
                }
            }
        }
        for (Body body : bodies) {
            body.content().eventHandlers().stream()
                    .flatMap(handlers -> handlers.events().stream())
                    .forEach(event -> receipts.add(new ReceiptPlace(event.receipt(), placeOf(event), false, true)));
        }
        return receipts;
    }

    private ActivityPosition placeOf(OnEvent event) {
        return placeOf(event.body());
    }

    ActivityPosition placeOf(ActivityElement activity) {
        return places.stream()
                .filter(place -> place.activity() == activity)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("not part of the process: " + activity.location()));
    }

    /**
     * A place that receives a message.
     *
     * @param receipt the message
     * @param place the activity
     * @param createInstance true at a start activity
     * @param event true in an event handler
     */
    record ReceiptPlace(Receipt receipt, ActivityPosition place, boolean createInstance, boolean event) {}

    /** Returns the value of exitOnStandardFault that holds for a scope. */
    boolean exitsOnStandardFault(Optional<ActivityPosition> scope) {
        return scope.stream()
                .flatMap(ActivityPosition::outwards)
                .filter(place -> place.activity() instanceof Scope)
                .map(place -> ((Scope) place.activity()).body().exitOnStandardFault())
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> process.body().exitOnStandardFault())
                .orElse(false);
    }

    /** Returns all groups of catch elements. */
    List<FaultHandling> faultHandling() {
        List<FaultHandling> all = new ArrayList<>();
        for (Body body : bodies) {
            body.content()
                    .faultHandlers()
                    .ifPresent(handlers ->
                            all.add(new FaultHandling(handlers.catches(), exitsOnStandardFault(body.place()))));
        }
        all(Invoke.class)
                .filter(found -> !found.activity().catches().isEmpty())
                .forEach(found -> all.add(new FaultHandling(
                        found.activity().catches(), exitsOnStandardFault(Optional.of(found.place())))));
        return all;
    }

    /** Adds a problem for each item after the first with the same name. */
    static void unique(List<Named> items, String code, String what, Problems problems) {
        for (int i = 0; i < items.size(); i++) {
            String name = items.get(i).name();
            if (items.subList(0, i).stream().anyMatch(earlier -> earlier.name().equals(name))) {
                problems.add(
                        code,
                        items.get(i).location().attribute("name"),
                        what + " '" + name + "' is declared twice; rename one of them");
            }
        }
    }

    /** A name at its place. */
    record Named(String name, Location location) {}
}
