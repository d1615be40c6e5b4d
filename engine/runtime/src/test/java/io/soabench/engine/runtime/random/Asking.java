package io.soabench.engine.runtime.random;

import java.util.Random;

/** Writes calls of the partner; every call sends the history of its strand and adds the answer to it. */
final class Asking {
    private final Random random;
    private int names;
    private int calls;

    Asking(Random random) {
        this.random = random;
    }

    /** A name that no other declaration has. */
    String name(String prefix) {
        return prefix + ++names;
    }

    /** Calls written until now, each counted as often as it may be executed. */
    int calls() {
        return calls;
    }

    /** The token of a place as an expression; the same one for the same name in the same turn. */
    static String token(Place place, String name) {
        return place.unique().isEmpty() ? "'" + name + "'" : "concat('" + name + "'" + place.unique() + ")";
    }

    String echo(Place place) {
        return ask(place, "echo " + name("q"), "''", "");
    }

    String signal(Place place, String token) {
        // The strand may be terminated before it hears the answer, so that must not leave a trace.
        return ask(place, "partner", "signal", token, "", "", "");
    }

    String await(Place place, String token, int signals) {
        return ask(place, "await " + signals, token, "");
    }

    /** A call with a command of {@link Outside}, with the token and correlations given. */
    String ask(Place place, String command, String token, String correlations) {
        String target = random.nextInt(4) == 0 ? "other" : "partner";
        if (random.nextInt(6) > 0) {
            return ask(place, target, command, token, correlations, "", remember(place, "$a/p:text"));
        }
        String own = name("d");
        return Text.scope(
                "<partnerLinks><partnerLink name=\"" + own
                        + "\" partnerLinkType=\"c:Partner\" partnerRole=\"service\"/></partnerLinks>",
                Text.sequence(
                        "<assign><copy><from partnerLink=\"" + target
                                + "\" endpointReference=\"partnerRole\"/><to partnerLink=\"" + own
                                + "\"/></copy></assign>",
                        ask(place, own, command, token, correlations, "", remember(place, "$a/p:text"))));
    }

    /** A call over a partner link, with handlers of its own and what is done after it. */
    String ask(
            Place place, String link, String command, String token, String correlations, String handlers, String then) {
        calls += place.turns();
        String history = place.shared() ? "$" + place.own() + ",' ',$i,' ',$k" : "$" + place.own();
        String invoke =
                "<invoke partnerLink=\"" + link + "\" operation=\"ask\" inputVariable=\"q\" outputVariable=\"a\">"
                        + correlations + handlers + "</invoke>";
        return Text.scope(
                Text.variables(
                        Text.element("q", "p:question", "<p:id/><p:token/><p:text/>"),
                        Text.element("a", "p:answer", "")),
                Text.sequence(
                        Text.assign(
                                Text.copy(Text.ID, "$q/p:id"),
                                Text.copy(token, "$q/p:token"),
                                Text.copy("concat('" + command + " '," + history + ")", "$q/p:text")),
                        invoke,
                        then));
    }

    /** A one-way call. */
    String tell(Place place) {
        calls += place.turns();
        return Text.scope(
                Text.variables(Text.element("q", "p:notice", "<p:id/><p:token/><p:text/>")),
                Text.sequence(
                        Text.assign(Text.copy(Text.ID, "$q/p:id"), Text.copy("$" + place.own(), "$q/p:text")),
                        "<invoke partnerLink=\"partner\" operation=\"tell\" inputVariable=\"q\"/>"));
    }

    /** Adds a value to the strand's history. */
    static String remember(Place place, String expression) {
        String own = "$" + place.own();
        return Text.set(own, "substring(concat(" + expression + ",'.'," + own + "),1,40)");
    }
}
