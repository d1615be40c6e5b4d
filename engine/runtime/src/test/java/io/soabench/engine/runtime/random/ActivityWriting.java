package io.soabench.engine.runtime.random;

import static io.soabench.engine.runtime.random.Text.assign;
import static io.soabench.engine.runtime.random.Text.copy;
import static io.soabench.engine.runtime.random.Text.forEach;
import static io.soabench.engine.runtime.random.Text.number;
import static io.soabench.engine.runtime.random.Text.scope;
import static io.soabench.engine.runtime.random.Text.sequence;
import static io.soabench.engine.runtime.random.Text.set;
import static io.soabench.engine.runtime.random.Text.string;
import static io.soabench.engine.runtime.random.Text.variables;

import java.util.Random;
import java.util.function.Function;

/** Writes a random activity for a place: data, structure, loops, links; faults and messages are left to others. */
final class ActivityWriting {
    private static final int MAX_TURNS = 8;
    private static final int MAX_CALLS = 90;

    private final Random random;
    private final Asking asking;
    private final FaultWriting faults;
    private final MessageWriting messages;
    private final LinkWriting links;
    private final boolean pokes;

    /** Whether the process has an event handler for pokes: {@code pokes}. */
    ActivityWriting(Random random, Asking asking, boolean pokes) {
        this.random = random;
        this.asking = asking;
        this.pokes = pokes;
        this.faults = new FaultWriting(random, asking, this);
        this.messages = new MessageWriting(random, asking, this);
        this.links = new LinkWriting(random, asking, this);
    }

    FaultWriting faults() {
        return faults;
    }

    MessageWriting messages() {
        return messages;
    }

    /** Any activity that completes normally. */
    String write(Place place) {
        if (place.depth() <= 0 || asking.calls() > MAX_CALLS) {
            return leaf(place);
        }
        return switch (random.nextInt(3)) {
            case 0 -> structure(place);
            case 1 -> place.handler() ? structure(place) : trouble(place);
            default -> place.isolated() ? structure(place) : message(place);
        };
    }

    private String leaf(Place place) {
        return switch (random.nextInt(12)) {
            case 0 -> asking.tell(place);
            case 1 -> set("$i", "$i + " + random.nextInt(5));
            case 2 -> place.isolated() || place.handler() ? asking.echo(place) : exclusive(place);
            case 3 -> Text.wait("PT0.00" + random.nextInt(3) + "S");
            case 4 -> place.shared() ? Asking.remember(place, "concat($i,' ',$k)") : asking.echo(place);
            case 5 -> properties(place);
            case 6 -> valid();
            case 7 -> pokes && place.mayWait() ? pokes(place) : "<empty/>";
            case 8 -> Asking.remember(place, "string-length($" + place.own() + ") * " + random.nextInt(9) + " - 0.5");
            default -> asking.echo(place);
        };
    }

    private String pokes(Place place) {
        String token = Asking.token(place, asking.name("p"));
        return asking.ask(place, "pokes " + (1 + random.nextInt(2)), token, "");
    }

    /** Reads a common variable and writes it after a call; correct only when nobody else does so meanwhile. */
    private String exclusive(Place place) {
        return "<scope isolated=\"yes\">" + variables(number("n", ""))
                + sequence(
                        set("$n", "$k + " + (1 + random.nextInt(4))),
                        asking.echo(place.executor(place.own())),
                        set("$k", "$n"))
                + "</scope>";
    }

    private static String properties(Place place) {
        return scope(
                variables(Text.message("n", "c:note")),
                sequence(
                        assign(
                                copy("<literal><c:note><c:id/><c:token/><c:text/></c:note></literal>", "$n.body"),
                                copy("$" + place.own(), "$n.body/c:text"),
                                "<copy><from variable=\"request\" property=\"c:id\"/><to variable=\"n\" property=\"c:id\"/></copy>",
                                "<copy><from>concat(bpel:getVariableProperty('n','c:id'),'t')</from>"
                                        + "<to variable=\"n\" property=\"c:token\"/></copy>"),
                        Asking.remember(place, "concat($n.body/c:text,count($n.body/*),$n.body/c:token)")));
    }

    private static String valid() {
        return scope(
                variables(Text.element("v", "p:number", "1"), Text.element("w", "p:question", "")),
                sequence(
                        "<validate variables=\"v request\"/>",
                        assign(
                                copy("<literal><p:question><p:id/><p:token/><p:text/></p:question></literal>", "$w"),
                                copy("$v", "$w/p:text")),
                        "<assign validate=\"yes\">" + copy("count($w/*)", "$v") + "</assign>"));
    }

    private String structure(Place place) {
        Place inside = place.deeper();
        return switch (random.nextInt(10)) {
            case 0, 1 -> sequence(several(inside));
            case 2 -> flow(place);
            case 3 ->
                Text.choice(
                        "$request.body/c:count mod " + (1 + random.nextInt(3)) + " = 0", write(inside), write(inside));
            case 4 ->
                "<if><condition>contains($" + place.own() + ",'7')</condition>" + write(inside)
                        + "<elseif><condition>contains($" + place.own() + ",'e')</condition>" + write(inside)
                        + "</elseif></if>";
            case 5 -> loop(inside, this::write);
            case 6 -> turns(place);
            case 7 -> place.isolated() || place.handler() ? sequence(several(inside)) : isolated(inside);
            case 8 -> early(place);
            default -> links.flow(place);
        };
    }

    private String trouble(Place place) {
        return switch (random.nextInt(5)) {
            case 0 -> faults.inlineHandlers(place);
            case 1 -> place.isolated() ? faults.handled(place) : faults.compensated(place);
            case 2 -> place.mayWait() ? faults.terminated(place, false) : faults.handled(place);
            default -> faults.handled(place);
        };
    }

    private String message(Place place) {
        return switch (random.nextInt(8)) {
            case 0 -> messages.openTogether(place);
            case 1, 2 -> messages.pick(place);
            case 3 -> place.mayWait() ? messages.events(place) : messages.callback(place);
            case 4 -> place.mayWait() ? messages.alarms(place) : messages.callback(place);
            case 5 -> place.mayWait() ? messages.faultInAlarm(place) : messages.pick(place);
            case 6 ->
                place.shared() && !pokes && !place.handler() ? messages.anyMessages(place) : messages.callback(place);
            default -> messages.callback(place);
        };
    }

    private String several(Place place) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= 1 + random.nextInt(2); i++) {
            text.append(write(place));
        }
        return text.toString();
    }

    private String flow(Place place) {
        StringBuilder text = new StringBuilder("<flow>");
        for (int i = 0; i <= 1 + random.nextInt(3); i++) {
            text.append(executor(place.deeper(), this::write));
        }
        return text.append("</flow>").toString();
    }

    /** An activity that may run beside others: a scope with a history of its own. */
    String executor(Place place, Function<Place, String> activity) {
        String own = asking.name("o");
        return scope(variables(string(own, "$" + place.own())), activity.apply(place.executor(own)));
    }

    /** {@code while} or {@code repeatUntil}. */
    String loop(Place place, Function<Place, String> activity) {
        String counter = asking.name("w");
        return scope(variables(number(counter, "0")), loop(place, counter, activity));
    }

    /** The same with a counter that is declared further out and 0. */
    String loop(Place place, String counter, Function<Place, String> activity) {
        int turns = place.turns() > MAX_TURNS ? 1 : 1 + random.nextInt(2);
        String body = sequence(
                activity.apply(place.repeated("$" + counter, turns)), set("$" + counter, "$" + counter + " + 1"));
        return random.nextBoolean()
                ? "<while><condition>$" + counter + " &lt; " + turns + "</condition>" + body + "</while>"
                : "<repeatUntil>" + body + "<condition>$" + counter + " &gt;= " + turns + "</condition></repeatUntil>";
    }

    private String turns(Place place) {
        String counter = asking.name("c");
        boolean parallel = random.nextBoolean();
        int turns = place.turns() > MAX_TURNS ? 1 : 1 + random.nextInt(3);
        Place inside = place.deeper().repeated("$" + counter, turns);
        if (parallel) {
            return forEach(counter, true, turns, "", executor(inside, this::write));
        }
        String completion = random.nextBoolean()
                ? ""
                : Text.branches(Integer.toString(1 + random.nextInt(turns)), random.nextBoolean());
        return forEach(counter, false, turns, completion, scope(write(inside)));
    }

    /** A parallel forEach that is done when the first turns are; the others wait until they are terminated. */
    private String early(Place place) {
        if (!place.mayWait() || place.turns() > MAX_TURNS) {
            return turns(place);
        }
        String counter = asking.name("c");
        String token = asking.name("g");
        int wanted = 1 + random.nextInt(2);
        int others = 1 + random.nextInt(2);
        Place inside = place.deeper().repeated("$" + counter, wanted + others);
        String scope = executor(
                inside,
                turn -> Text.choice(
                        "$" + counter + " &lt;= " + wanted,
                        sequence(write(turn), asking.await(turn, Asking.token(place, token), others)),
                        sequence(asking.signal(turn, Asking.token(place, token)), Text.wait("PT1H"))));
        return forEach(
                counter, true, wanted + others, Text.branches(Integer.toString(wanted), random.nextBoolean()), scope);
    }

    private String isolated(Place place) {
        return "<scope isolated=\"yes\">" + write(place.inIsolation()) + "</scope>";
    }
}
