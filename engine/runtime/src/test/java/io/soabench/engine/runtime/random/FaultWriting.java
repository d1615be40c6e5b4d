package io.soabench.engine.runtime.random;

import static io.soabench.engine.runtime.random.Text.assign;
import static io.soabench.engine.runtime.random.Text.branches;
import static io.soabench.engine.runtime.random.Text.catchAll;
import static io.soabench.engine.runtime.random.Text.catching;
import static io.soabench.engine.runtime.random.Text.copy;
import static io.soabench.engine.runtime.random.Text.correlations;
import static io.soabench.engine.runtime.random.Text.element;
import static io.soabench.engine.runtime.random.Text.faultHandlers;
import static io.soabench.engine.runtime.random.Text.forEach;
import static io.soabench.engine.runtime.random.Text.number;
import static io.soabench.engine.runtime.random.Text.scope;
import static io.soabench.engine.runtime.random.Text.sequence;
import static io.soabench.engine.runtime.random.Text.set;
import static io.soabench.engine.runtime.random.Text.sets;
import static io.soabench.engine.runtime.random.Text.string;
import static io.soabench.engine.runtime.random.Text.thrown;
import static io.soabench.engine.runtime.random.Text.variables;

import java.util.Random;

/** Writes activities that fault, and scopes that handle that: fault, compensation and termination handlers. */
final class FaultWriting {
    private static final String OTHER = catching("faultName=\"c:other\"", thrown("c:wrong"));

    private static final String NO_EXCHANGE = Text.exchange("none");

    private final Random random;
    private final Asking asking;
    private final ActivityWriting activities;

    FaultWriting(Random random, Asking asking, ActivityWriting activities) {
        this.random = random;
        this.asking = asking;
        this.activities = activities;
    }

    /**
     * An activity that always faults.
     *
     * @param fault name of the fault as the process writes it
     * @param data what a {@code catch} declares to take its data; empty when it has none
     */
    private record Thrower(String text, String fault, String data) {
        Thrower(String text, String fault) {
            this(text, fault, "");
        }
    }

    private Thrower thrower(Place place) {
        String never = Text.receive("note", "m", NO_EXCHANGE, Text.correlation("byId", "no"));
        return switch (random.nextInt(17)) {
            case 0 ->
                new Thrower(
                        scope(
                                variables(element("n", "p:no", "data")),
                                "<throw faultName=\"c:data\" faultVariable=\"n\"/>"),
                        "c:data",
                        "faultElement=\"p:no\"");
            case 1 -> new Thrower(asking.ask(place, "refuse", "''", ""), "p:refused", "faultElement=\"p:no\"");
            case 2 -> new Thrower(asking.ask(place, "refuse", "''", ""), "p:refused", "faultMessageType=\"p:no\"");
            case 3 -> new Thrower(asking.ask(place, "break", "''", ""), "f:partnerFailure");
            case 4 -> new Thrower(set("$" + place.own(), "$request.body/c:none"), "bpel:selectionFailure");
            case 5 ->
                new Thrower(
                        scope(variables(string("u", "")), set("$" + place.own(), "$u")), "bpel:uninitializedVariable");
            case 6 ->
                new Thrower(
                        scope(variables(element("v", "p:number", "many")), "<validate variables=\"v\"/>"),
                        "bpel:invalidVariables");
            case 7 ->
                new Thrower(
                        scope(
                                variables(element("v", "p:number", "1")),
                                "<assign validate=\"yes\">" + copy("'many'", "$v") + "</assign>"),
                        "bpel:invalidVariables");
            case 8 -> new Thrower(twiceInitiated(place), "bpel:correlationViolation");
            case 9 -> new Thrower(joinFailure(), "bpel:joinFailure");
            case 10 ->
                new Thrower(forEach("z", false, Text.ID, "", "<scope><empty/></scope>"), "bpel:invalidExpressionValue");
            case 11 ->
                new Thrower(
                        forEach("z", false, 2, branches("$request.body/c:count + 3", false), "<scope><empty/></scope>"),
                        "bpel:invalidBranchCondition");
            case 12 -> new Thrower(tooFewTurns(place), "bpel:completionConditionFailure");
            case 13 ->
                new Thrower(
                        scope(
                                Text.exchanges("none"),
                                variables(Text.message("m", "c:note")),
                                sequence(
                                        Text.choice("false()", never, "<empty/>"),
                                        Text.reply("note", "noted", "'x'", NO_EXCHANGE))),
                        "bpel:missingRequest");
            case 14 ->
                new Thrower(
                        scope(variables(number("x", "$request.body/c:none")), "<empty/>"),
                        "bpel:scopeInitializationFailure");
            // A copy that was done is undone when a later one of the same assign fails.
            case 15 ->
                new Thrower(
                        assign(copy("'undone'", "$" + place.own()), copy("$request.body/c:none", "$" + place.own())),
                        "bpel:selectionFailure");
            default -> new Thrower(thrown("c:any"), "c:any");
        };
    }

    private String twiceInitiated(Place place) {
        String set = asking.name("t");
        String initiate = correlations("<correlation set=\"" + set + "\" initiate=\"yes\" pattern=\""
                + (random.nextBoolean() ? "request" : "response") + "\"/>");
        String once = asking.ask(place, "echo twice", Asking.token(place, set), initiate);
        if (random.nextBoolean()) {
            return scope(sets(set), sequence(once, once));
        }
        return scope(
                sets(set),
                asking.ask(
                        place,
                        "echo never",
                        "'x'",
                        correlations("<correlation set=\"" + set + "\" pattern=\"request\"/>")));
    }

    private String joinFailure() {
        String link = asking.name("l");
        return "<flow suppressJoinFailure=\"no\"><links><link name=\"" + link
                + "\"/></links><empty><sources><source linkName=\""
                + link + "\"><transitionCondition>false()</transitionCondition></source></sources></empty>"
                + "<empty><targets><target linkName=\"" + link + "\"/></targets></empty></flow>";
    }

    private String tooFewTurns(Place place) {
        return forEach(
                "z",
                false,
                2,
                branches("2", true),
                scope(
                        faultHandlers(catchAll(asking.echo(place.inHandler()))),
                        Text.choice("$z = 1", thrown("c:any"), "<empty/>")));
    }

    /** An activity that faults in the end, for a place where nothing handles that. */
    String faulting(Place place) {
        return sequence(activities.write(place), thrower(place).text());
    }

    /** A scope whose body faults and whose handlers, or those of scopes around it, deal with that. */
    String handled(Place place) {
        Place inside = place.deeper();
        Thrower thrower = thrower(inside);
        String body = sequence(activities.write(inside), thrower.text(), thrown("c:unreached"));
        String handler = activities.write(place.inHandler());
        return switch (random.nextInt(6)) {
            case 0 -> scope(faultHandlers(catchAll(handler)), body);
            case 1 -> scope(faultHandlers(OTHER, catching("faultName=\"" + thrower.fault() + "\"", handler)), body);
            case 2 -> scope(faultHandlers(best(place, thrower, handler), catchAll(thrown("c:wrong"))), body);
            case 3 ->
                scope(
                        faultHandlers(best(place, thrower, handler)),
                        scope(
                                faultHandlers(OTHER, catchAll(sequence(asking.echo(place.inHandler()), "<rethrow/>"))),
                                body));
            case 4 -> scope(faultHandlers(catchAll(handler)), scope(faultHandlers(OTHER), body));
            default ->
                scope(
                        faultHandlers(OTHER.replace("<throw faultName=\"c:wrong\"/>", handler)),
                        scope(faultHandlers(catchAll(thrown("c:other"))), body));
        };
    }

    /** The catch that fits best: with the data, if there is any. */
    private String best(Place place, Thrower thrower, String handler) {
        String name = "faultName=\"" + thrower.fault() + "\"";
        if (thrower.data().isEmpty()) {
            return catching(name, handler);
        }
        String value = thrower.data().startsWith("faultElement") ? "$e" : "$e.body";
        String reading = sequence(Asking.remember(place, value), handler);
        String variable = "faultVariable=\"e\" " + thrower.data();
        return random.nextBoolean()
                ? catching(name, thrown("c:wrong")) + catching(name + " " + variable, reading)
                : catching(variable, reading);
    }

    /** An invoke with handlers of its own. */
    String inlineHandlers(Place place) {
        String handler = activities.write(place.inHandler());
        return asking.ask(
                place,
                "partner",
                random.nextBoolean() ? "refuse" : "break",
                "''",
                "",
                random.nextBoolean()
                        ? catchAll(handler)
                        : catching("faultName=\"p:refused\"", handler)
                                + catching("faultName=\"f:partnerFailure\"", handler),
                "");
    }

    /** Scopes that complete and are then compensated, all or one of them, in loops or beside each other. */
    String compensated(Place place) {
        String name = asking.name("s");
        String counter = asking.name("w");
        Place inside = place.deeper();
        String body = sequence(
                repeatedly(inside, name, counter),
                random.nextBoolean() ? undoable(inside, asking.name("s")) : "<empty/>",
                asking.echo(inside),
                thrown("c:any"));
        String declarations = variables(number(counter, "0"));
        return switch (random.nextInt(4)) {
            case 0 -> scope(declarations, faultHandlers(catchAll("<compensate/>")), body);
            case 1 -> scope(declarations, faultHandlers(catchAll("<compensateScope target=\"" + name + "\"/>")), body);
            case 2 -> scope(faultHandlers(catchAll(asking.echo(place.inHandler()))), scope(declarations, body));
            default ->
                scope(
                        declarations,
                        faultHandlers(catchAll(sequence(
                                asking.echo(place.inHandler()),
                                "<compensateScope target=\"" + name + "\"/>",
                                asking.echo(place.inHandler()),
                                "<compensate/>"))),
                        body);
        };
    }

    private String repeatedly(Place place, String name, String turn) {
        String counter = asking.name("c");
        return switch (random.nextInt(5)) {
            case 0 -> forEach(counter, false, 2, "", undoable(place.repeated("$" + counter, 2), name));
            case 1 -> forEach(counter, true, 2, "", undoableStrand(place.repeated("$" + counter, 2), name));
            case 2 -> activities.loop(place, turn, inside -> undoable(inside, name));
            case 3 ->
                "<flow>" + activities.executor(place, inside -> undoable(inside, asking.name("s")))
                        + undoableStrand(place, name) + "</flow>";
            default -> undoable(place, name);
        };
    }

    /** A scope with a compensation handler, perhaps with another such inside. */
    String undoable(Place place, String name) {
        return undoable(place, name, "", true);
    }

    /** The same for a place beside others, with a history of its own. */
    private String undoableStrand(Place place, String name) {
        String own = asking.name("o");
        return undoable(place.executor(own), name, string(own, "$" + place.own()), true);
    }

    private String undoable(Place place, String name, String declaration, boolean required) {
        String memory = asking.name("m");
        String nested = asking.name("s");
        boolean nests = place.depth() > 0 && random.nextInt(3) == 0;
        boolean target = random.nextBoolean();
        String undo = sequence(
                Asking.remember(place, "$" + memory),
                asking.echo(place.inHandler()),
                !nests ? "<empty/>" : target ? "<compensateScope target=\"" + nested + "\"/>" : "<compensate/>",
                activities.write(place.inHandler().atMost(0)));
        boolean handler = required || !nests || random.nextInt(3) > 0;
        return "<scope name=\"" + name + "\">"
                + variables(declaration, string(memory, "'m'"))
                + (handler ? "<compensationHandler>" + undo + "</compensationHandler>" : "")
                + sequence(
                        nests ? undoable(place.deeper(), nested, "", target) : "<empty/>",
                        activities.write(place.deeper()),
                        set("$" + memory, "$" + place.own()))
                + "</scope>";
    }

    /** Strands that have come as far as they can are terminated by a fault, or by the end of the process. */
    String terminated(Place place, boolean exit) {
        String token = asking.name("g");
        int strands = 1 + random.nextInt(3);
        StringBuilder flow = new StringBuilder("<flow>");
        Place inside = place.deeper();
        for (int i = 0; i < strands; i++) {
            flow.append(activities.executor(inside, executor -> blocked(executor, token)));
        }
        flow.append(activities.executor(
                inside,
                executor -> sequence(
                        asking.await(executor, Asking.token(place, token), strands),
                        exit ? "<exit/>" : thrower(executor).text())));
        return scope(
                faultHandlers(catchAll(activities.write(place.inHandler()))),
                flow.append("</flow>").toString());
    }

    private String blocked(Place place, String token) {
        String end =
                sequence(asking.signal(place, Asking.token(place, token)), Text.wait("PT1H"), thrown("c:unreached"));
        String body = sequence(
                random.nextBoolean() ? undoable(place, asking.name("s")) : activities.write(place),
                random.nextBoolean() ? end : scope(termination(place.atMost(0)), end));
        return scope(random.nextInt(3) == 0 ? "" : termination(place), body);
    }

    private String termination(Place place) {
        String undo = sequence(
                asking.echo(place.inHandler()),
                random.nextBoolean() ? "<compensate/>" : activities.write(place.inHandler()));
        return "<terminationHandler>" + undo + "</terminationHandler>";
    }
}
