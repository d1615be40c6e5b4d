package io.soabench.engine.runtime.random;

import static io.soabench.engine.runtime.random.Text.correlation;
import static io.soabench.engine.runtime.random.Text.correlations;
import static io.soabench.engine.runtime.random.Text.exchange;
import static io.soabench.engine.runtime.random.Text.exchanges;
import static io.soabench.engine.runtime.random.Text.message;
import static io.soabench.engine.runtime.random.Text.number;
import static io.soabench.engine.runtime.random.Text.receive;
import static io.soabench.engine.runtime.random.Text.reply;
import static io.soabench.engine.runtime.random.Text.scope;
import static io.soabench.engine.runtime.random.Text.sequence;
import static io.soabench.engine.runtime.random.Text.set;
import static io.soabench.engine.runtime.random.Text.sets;
import static io.soabench.engine.runtime.random.Text.string;
import static io.soabench.engine.runtime.random.Text.variables;

import java.util.Random;

/** Writes activities that take further messages or alarms: receive, pick, event handlers. */
final class MessageWriting {
    private static final String BY_ID = correlation("byId", "no");

    private final Random random;
    private final Asking asking;
    private final ActivityWriting activities;

    MessageWriting(Random random, Asking asking, ActivityWriting activities) {
        this.random = random;
        this.asking = asking;
        this.activities = activities;
    }

    /** Calls the partner with a token that a correlation set takes its value from. */
    private String initiate(Place place, String command, String set) {
        String use =
                switch (random.nextInt(4)) {
                    case 0 -> "initiate=\"yes\" pattern=\"request\"";
                    case 1 -> "initiate=\"yes\" pattern=\"response\"";
                    case 2 -> "initiate=\"yes\" pattern=\"request-response\"";
                    default -> "initiate=\"join\" pattern=\"request-response\"";
                };
        return asking.ask(
                place,
                command,
                Asking.token(place, set),
                correlations("<correlation set=\"" + set + "\" " + use + "/>"));
    }

    private static String text(String variable) {
        return "$" + variable + ".body/c:text";
    }

    /** Asks for a message, and receives it some time later; it may come before that. */
    String callback(Place place) {
        String set = asking.name("b");
        boolean answered = random.nextBoolean();
        String operation = answered ? "note" : "hint";
        Place inside = place.deeper();
        String exchange = answered ? exchange(set) : "";
        return scope(
                answered ? exchanges(set) : "",
                variables(message("m", "c:" + operation)),
                sets(set),
                sequence(
                        initiate(place, operation, set),
                        random.nextBoolean() ? activities.write(inside) : "",
                        receive(
                                operation,
                                "m",
                                exchange,
                                BY_ID,
                                correlation(set, random.nextBoolean() ? "join" : "no")),
                        Asking.remember(place, text("m")),
                        random.nextBoolean() ? activities.write(inside) : "",
                        answered ? reply("note", "noted", "$" + place.own(), exchange) : ""));
    }

    /** Two requests that are open together and are replied to in the other order. */
    String openTogether(Place place) {
        String first = asking.name("b");
        String second = asking.name("b");
        String x = exchange(first);
        String y = exchange(second);
        return scope(
                exchanges(first, second),
                variables(message("m", "c:note"), message("n", "c:note")),
                sets(first, second),
                sequence(
                        initiate(place, "note", first),
                        initiate(place, "note", second),
                        receive("note", "m", x, BY_ID, correlation(first, "no")),
                        receive("note", "n", y, BY_ID, correlation(second, "no")),
                        Asking.remember(place, "concat(" + text("m") + "," + text("n") + ")"),
                        reply("note", "noted", "concat('y ',$" + place.own() + ")", y),
                        activities.write(place.atMost(1)),
                        reply("note", "noted", "concat('x ',$" + place.own() + ")", x)));
    }

    /** A pick that gets a message before its alarm, or none. */
    String pick(Place place) {
        String set = asking.name("b");
        String command = random.nextInt(3) == 0 ? "echo" : random.nextBoolean() ? "note" : "hint";
        Place inside = place.deeper();
        return scope(
                exchanges(set),
                variables(message("m", "c:note"), message("n", "c:hint")),
                sets(set),
                sequence(
                        initiate(place, command, set),
                        "<pick>"
                                + onMessage(
                                        "note",
                                        "m",
                                        exchange(set),
                                        set,
                                        sequence(
                                                Asking.remember(place, text("m")),
                                                reply("note", "noted", "$" + place.own(), exchange(set)),
                                                activities.write(inside)))
                                + onMessage(
                                        "hint",
                                        "n",
                                        "",
                                        set,
                                        sequence(Asking.remember(place, text("n")), activities.write(inside)))
                                + "<onAlarm><for>'" + (command.equals("echo") ? "PT0.002S" : "PT1H") + "'</for>"
                                + activities.write(inside) + "</onAlarm></pick>"));
    }

    private static String onMessage(String operation, String variable, String exchange, String set, String activity) {
        return "<onMessage partnerLink=\"client\" operation=\"" + operation + "\" variable=\"" + variable + "\""
                + exchange + ">" + correlations(BY_ID, correlation(set, "no")) + activity + "</onMessage>";
    }

    /** Messages that are told from others only by the instance, where no other activity waits. */
    String anyMessages(Place place) {
        String set = asking.name("b");
        int count = 1 + random.nextInt(2);
        String first =
                receive("poke", "m", exchange(set), BY_ID, correlation(set, random.nextBoolean() ? "join" : "yes"));
        StringBuilder receives = new StringBuilder();
        for (int i = 0; i < count; i++) {
            receives.append(i == 0 ? first : receive("poke", "m", exchange(set), BY_ID, correlation(set, "no")))
                    .append(Asking.remember(place, text("m")))
                    .append(reply("poke", "poked", "$" + place.own(), exchange(set)));
        }
        return scope(
                exchanges(set),
                variables(message("m", "c:poke")),
                sets(set),
                "<flow>"
                        + activities.executor(
                                place, executor -> asking.ask(executor, "pokes " + count, Asking.token(place, set), ""))
                        + sequence(receives.toString()) + "</flow>");
    }

    /** A scope that handles notes beside its body; its own correlation set tells them from others. */
    String events(Place place) {
        String set = asking.name("e");
        String variable = asking.name("m");
        String own = asking.name("o");
        Place inside = place.deeper();
        Place body = new Place(inside.depth(), place.own(), false, false, false, place.unique(), place.turns());
        int count = 1 + random.nextInt(3);
        Place handler = body.executor(own).repeated(text(variable), count);
        String tail = random.nextBoolean() ? activities.write(handler) : "";
        boolean local = random.nextBoolean();
        String event = "<onEvent partnerLink=\"client\" operation=\"note\" variable=\"" + variable
                + "\" messageType=\"c:note\"" + exchange(set) + ">"
                + correlations(BY_ID, correlation(set, "no"), local ? correlation("l", "yes") : "")
                + scope(
                        exchanges(set),
                        variables(string(own, "'e'")),
                        local ? sets("l") : "",
                        sequence(
                                Asking.remember(handler, text(variable)),
                                activities.write(handler),
                                reply("note", "noted", "$" + own, exchange(set)),
                                tail))
                + "</onEvent>";
        return scope(
                sets(set),
                sequence(
                        initiate(place, "echo", set),
                        scope(
                                "<eventHandlers>" + event + "</eventHandlers>",
                                sequence(
                                        activities.write(body),
                                        asking.ask(body, "notes " + count, Asking.token(place, set), ""),
                                        activities.write(body)))));
    }

    /** The event handler of the whole process. */
    String processEvent(Place place) {
        String variable = asking.name("m");
        String own = asking.name("o");
        Place handler = place.executor(own).repeated("$" + variable + ".body/c:token,'-'," + text(variable), 2);
        return "<onEvent partnerLink=\"client\" operation=\"poke\" variable=\"" + variable
                + "\" messageType=\"c:poke\">"
                + correlations(BY_ID)
                + scope(
                        variables(string(own, "'e'")),
                        sequence(
                                Asking.remember(handler, text(variable)),
                                activities.write(handler),
                                reply("poke", "poked", "$" + own, "")))
                + "</onEvent>";
    }

    /** A scope whose body waits for what an alarm handler does, once or several times. */
    String alarms(Place place) {
        String token = asking.name("a");
        String turn = asking.name("n");
        String mine = asking.name("n");
        String own = asking.name("o");
        Place body = new Place(place.depth() - 1, place.own(), false, false, false, place.unique(), place.turns());
        boolean repeat = random.nextBoolean();
        int rings = repeat ? 1 + random.nextInt(3) : 1;
        Place handler = body.executor(own).repeated("$" + mine, rings);
        String time =
                switch (random.nextInt(3)) {
                    case 0 -> "<until>'1970-01-01T00:00:00.00" + random.nextInt(9) + "Z'</until>";
                    case 1 -> "<for>'PT0.003S'</for>";
                    default -> repeat ? "" : "<for>'P0D'</for>";
                };
        // How often it rings is not determined, so only the first rings have an effect.
        String claim = "<scope isolated=\"yes\">"
                + Text.choice(
                        "$" + turn + " &lt; " + rings,
                        sequence(set("$" + turn, "$" + turn + " + 1"), set("$" + mine, "$" + turn)),
                        "<empty/>")
                + "</scope>";
        String work = Text.choice(
                "$" + mine + " &gt; 0",
                sequence(activities.write(handler), asking.signal(handler, Asking.token(place, token))),
                "<empty/>");
        return scope(
                variables(number(turn, "0")),
                "<eventHandlers><onAlarm>" + time + (repeat ? "<repeatEvery>'PT0.002S'</repeatEvery>" : "")
                        + scope(variables(number(mine, "0"), string(own, "'a'")), sequence(claim, work))
                        + "</onAlarm></eventHandlers>",
                sequence(
                        activities.write(body),
                        asking.await(body, Asking.token(place, token), rings),
                        activities.write(body)));
    }

    /** A fault in an event handler ends the scope's body. */
    String faultInAlarm(Place place) {
        String own = asking.name("o");
        String token = asking.name("g");
        Place body = new Place(place.depth() - 1, place.own(), false, false, false, place.unique(), place.turns());
        return scope(
                Text.faultHandlers(Text.catchAll(activities.write(place.inHandler()))),
                "<eventHandlers><onAlarm><for>'PT0.001S'</for>"
                        + scope(
                                variables(string(own, "'a'")),
                                sequence(
                                        asking.await(body.executor(own), Asking.token(place, token), 1),
                                        Text.thrown("c:any")))
                        + "</onAlarm></eventHandlers>",
                sequence(
                        activities.write(body),
                        asking.signal(body, Asking.token(place, token)),
                        Text.wait("PT1H"),
                        Text.thrown("c:unreached")));
    }
}
