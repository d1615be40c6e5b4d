package io.soabench.engine.runtime.random;

import static io.soabench.engine.runtime.random.Text.sequence;
import static io.soabench.engine.runtime.random.Text.string;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes flows with links: across scopes, out of branches not taken, out of scopes that fault and out of their handlers. */
final class LinkWriting {
    private final Random random;
    private final Asking asking;
    private final ActivityWriting activities;

    LinkWriting(Random random, Asking asking, ActivityWriting activities) {
        this.random = random;
        this.asking = asking;
        this.activities = activities;
    }

    private record Link(String name, int from, int to) {}

    /** A flow whose links go from earlier to later children only. */
    String flow(Place place) {
        int children = 2 + random.nextInt(3);
        List<Link> links = new ArrayList<>();
        for (int to = 1; to < children; to++) {
            for (int from = 0; from < to; from++) {
                if (random.nextInt(3) > 0) {
                    links.add(new Link(asking.name("l"), from, to));
                }
            }
        }
        if (links.isEmpty()) {
            links.add(new Link(asking.name("l"), 0, 1));
        }
        StringBuilder text = new StringBuilder("<flow><links>");
        links.forEach(link -> text.append("<link name=\"").append(link.name()).append("\"/>"));
        text.append("</links>");
        for (int i = 0; i < children; i++) {
            text.append(child(place.deeper(), i, links));
        }
        return text.append("</flow>").toString();
    }

    private String child(Place place, int index, List<Link> links) {
        List<Link> incoming = links.stream().filter(link -> link.to() == index).toList();
        StringBuilder outer = new StringBuilder();
        StringBuilder inner = new StringBuilder();
        String own = asking.name("o");
        Place executor = place.executor(own);
        StringBuilder handler = new StringBuilder();
        for (Link link : links) {
            if (link.from() == index) {
                switch (random.nextInt(4)) {
                    case 0 -> inner.append(nested(executor, link));
                    case 1 -> handler.append(source("empty", link, "true()"));
                    default -> outer.append(source(link, condition()));
                }
            }
        }
        String body = random.nextInt(3) == 0
                ? sequence(activities.write(executor), "<throw faultName=\"c:any\"/>", inner.toString())
                : sequence(inner.toString(), activities.write(executor));
        String handlers = "<faultHandlers><catchAll>" + sequence(asking.echo(executor.inHandler()), handler.toString())
                + "</catchAll></faultHandlers>";
        return "<scope>" + targets(incoming) + (outer.isEmpty() ? "" : "<sources>" + outer + "</sources>")
                + Text.variables(string(own, "'l'")) + handlers + body + "</scope>";
    }

    private String nested(Place executor, Link link) {
        String empty = source("empty", link, condition());
        return switch (random.nextInt(3)) {
            case 0 -> Text.choice("contains($" + executor.own() + ",'3')", empty, asking.echo(executor));
            case 1 -> Text.scope(sequence(asking.echo(executor), empty));
            default -> empty;
        };
    }

    private String condition() {
        return switch (random.nextInt(4)) {
            case 0 -> "false()";
            case 1 -> "$request.body/c:count &gt; " + random.nextInt(9);
            default -> "true()";
        };
    }

    private static String source(String activity, Link link, String condition) {
        return "<" + activity + "><sources>" + source(link, condition) + "</sources></" + activity + ">";
    }

    private static String source(Link link, String condition) {
        return "<source linkName=\"" + link.name() + "\"><transitionCondition>" + condition
                + "</transitionCondition></source>";
    }

    private String targets(List<Link> incoming) {
        if (incoming.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("<targets>");
        if (random.nextBoolean()) {
            String junction = random.nextBoolean() ? " and " : " or ";
            List<String> terms = incoming.stream()
                    .map(link -> random.nextInt(3) == 0 ? "not($" + link.name() + ")" : "$" + link.name())
                    .toList();
            text.append("<joinCondition>").append(String.join(junction, terms)).append("</joinCondition>");
        }
        incoming.forEach(
                link -> text.append("<target linkName=\"").append(link.name()).append("\"/>"));
        return text.append("</targets>").toString();
    }
}
