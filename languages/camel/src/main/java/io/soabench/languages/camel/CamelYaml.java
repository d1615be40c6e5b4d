package io.soabench.languages.camel;

import io.soabench.contracts.source.Location;
import io.soabench.contracts.source.Problems;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * A reader of Camel's YAML DSL. It builds no objects from the text, and reads each node once, even if several aliases
 * refer to it. For one thread.
 */
final class CamelYaml {

    static final String SYNTAX = "CAMEL-YAML";
    static final String ROUTE = "CAMEL-ROUTE";
    static final String STEP = "CAMEL-STEP";

    private static final int DEEPEST = 100;

    /** The number of bytes in which a text shows that it is XML. */
    private static final int LONGEST_BEGIN = 1000;

    /** The greatest number of parts that are read: a file of several MB has fewer, unless aliases repeat them. */
    private static final int MOST_NODES = 200_000;

    private final String file;
    private final Problems problems;

    /** The lists of steps that were read. */
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The nodes about which a problem was added already: an alias leads to them again. */
    private final Set<Node> reported = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The nodes around the one that is read. */
    private final Set<Node> around = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The number of nodes that were read, an alias counted each time. */
    private int read;

    CamelYaml(String file, Problems problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Returns the routes of a text; fewer after problems were added. */
    List<CamelRoute> routes(byte[] content) {
        if (isXml(content)) {
            problems.add(
                    SYNTAX,
                    new Location(file, 1, 1),
                    "this is XML, and engines of a testbed run routes in Camel's YAML DSL; write them in YAML,"
                            + " beginning with: - route:");
            return List.of();
        }
        Node root;
        try {
            root = new Yaml(new LoaderOptions()).compose(new UnicodeReader(new ByteArrayInputStream(content)));
        } catch (MarkedYAMLException e) {
            Location place = e.getProblemMark() == null
                    ? Location.of(file)
                    : new Location(
                            file,
                            e.getProblemMark().getLine() + 1,
                            e.getProblemMark().getColumn() + 1);
            problems.add(
                    SYNTAX,
                    place,
                    "expected a single document in the stream".equals(e.getContext())
                            ? "a second document of YAML begins here; a file of routes has one, so remove \"---\""
                            : "this is no YAML: " + e.getProblem() + "; correct the text");
            return List.of();
        } catch (YAMLException e) {
            problems.add(SYNTAX, Location.of(file), "this is no YAML: " + e.getMessage() + "; correct the text");
            return List.of();
        }
        if (!(root instanceof SequenceNode list)) {
            problems.add(ROUTE, root == null ? Location.of(file) : place(root), noList(root));
            return List.of();
        }
        List<CamelRoute> routes = new ArrayList<>();
        for (Node item : list.getValue()) {
            entries(item).forEach((key, value) -> top(key, value, routes));
        }
        return routes;
    }

    /** Returns whether a text begins like XML, which no list of YAML does. */
    private static boolean isXml(byte[] content) {
        String begin = new String(content, 0, Math.min(content.length, LONGEST_BEGIN), StandardCharsets.UTF_8);
        return begin.replaceFirst("^\uFEFF", "").stripLeading().startsWith("<");
    }

    private static String noList(Node root) {
        String kind = text(child(root, "kind"));
        return kind.isEmpty() || child(root, "apiVersion") == null
                ? "this is no list of routes in Camel's YAML DSL; begin with: - route:"
                : "this is a resource of Kubernetes, \"" + kind
                        + "\", and no list of routes in Camel's YAML DSL; write its routes alone, beginning with: - route:";
    }

    private void top(ScalarNode key, Node value, List<CamelRoute> routes) {
        switch (key.getValue()) {
            case "route" -> {
                Node from = child(value, "from");
                if (from == null) {
                    problems.add(ROUTE, place(key), "a route has no \"from\"; add one with uri: client:<operation>");
                } else {
                    route(text(child(value, "id")), from, routes);
                    checkNoSteps(value);
                    checkOptions(
                            value, Within.whole("\"route\"", CamelSchema.top().child("route")));
                }
            }
            case "from" -> route("", value, routes);
            default -> {
                if (CamelSchema.top().takes(key.getValue())) {
                    other(key.getValue(), value);
                } else {
                    problems.add(
                            ROUTE,
                            place(key),
                            "Camel's YAML DSL has no \"" + key.getValue() + "\" at its top; correct the word");
                }
            }
        }
    }

    /** Checks an entry that is no route. */
    private void other(String name, Node value) {
        CamelPlace place = CamelSchema.top().child(name);
        if (value instanceof SequenceNode list) {
            list.getValue().forEach(item -> inside(item, Within.whole('"' + name + '"', place.items())));
        } else {
            inside(value, Within.whole('"' + name + '"', place));
        }
    }

    /** Checks the options of a mapping, except for those that are checked elsewhere. */
    private void checkOptions(Node mapping, Within within) {
        entries(mapping, false).keySet().forEach(key -> {
            if (!key.getValue().equals("steps")) {
                checkOption(key, within);
            }
        });
    }

    private void checkOption(ScalarNode key, Within within) {
        if (within.place().takes(key.getValue()) || !reported.add(key)) {
            return;
        }
        Set<String> words = within.place().words();
        problems.add(
                STEP,
                place(key),
                within.owner() + " has no option \"" + key.getValue() + "\"; "
                        + CamelPlace.meant(key.getValue(), words)
                                .map(word -> "did you mean \"" + word + "\"?")
                                .orElse("its options are " + String.join(", ", words)));
    }

    /** Checks that an option which is true or false has one of these values, or that of a property. */
    private void checkTruth(ScalarNode key, ScalarNode value, Within within) {
        boolean truth = value.getValue().equalsIgnoreCase("true")
                || value.getValue().equalsIgnoreCase("false")
                || value.getValue().contains("{{");
        if (!truth && within.place().child(key.getValue()).isTruth() && reported.add(value)) {
            problems.add(
                    STEP,
                    place(value),
                    "option \"" + key.getValue() + "\" of " + within.owner() + " is \"" + value.getValue()
                            + "\"; write true or false");
        }
    }

    private void checkRequired(ScalarNode key, Node value, Within within) {
        if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return;
        }
        Set<String> given = new HashSet<>();
        entries(value, false).keySet().forEach(each -> given.add(CamelPlace.plain(each.getValue())));
        for (String word : within.place().required()) {
            if (!given.contains(word) && !(names(key.getValue()) && word.equals("uri"))) {
                problems.add(STEP, place(key), within.owner() + " has no \"" + word + "\"; add it");
            }
        }
    }

    /** Checks that steps stand within {@code from}; Camel refuses them beside it. */
    private void checkNoSteps(Node route) {
        Node steps = child(route, "steps");
        if (steps != null) {
            problems.add(ROUTE, place(steps), "\"steps\" stands beside \"from\"; move it into \"from\"");
        }
    }

    private void route(String id, Node from, List<CamelRoute> routes) {
        Node uri = from instanceof ScalarNode ? from : child(from, "uri");
        if (uri == null) {
            problems.add(ROUTE, place(from), "\"from\" has no uri; write uri: client:<operation>");
            return;
        }
        checkOptions(
                from, Within.whole("\"from\"", CamelSchema.top().child("route").child("from")));
        Node steps = child(from, "steps");
        routes.add(new CamelRoute(
                id,
                CamelEndpoint.of(text(uri), parameters(from), place(uri)),
                steps == null ? List.of() : steps(steps, 0)));
    }

    private List<CamelStep> steps(Node list, int depth) {
        List<CamelStep> steps = new ArrayList<>();
        if (!(list instanceof SequenceNode sequence)) {
            problems.add(STEP, place(list), "\"steps\" is no list; begin each step with: -");
            return steps;
        }
        if (depth > DEEPEST || !seen.add(list)) {
            problems.add(
                    STEP,
                    place(list),
                    depth > DEEPEST
                            ? "steps are nested more than " + DEEPEST + " deep; use a route of its own for some"
                            : "these steps occur twice by an alias; write them out, or give them a route of their own");
            return steps;
        }
        for (Node item : sequence.getValue()) {
            entries(item).forEach((key, value) -> steps.add(step(key, value, depth)));
        }
        return steps;
    }

    private CamelStep step(ScalarNode key, Node value, int depth) {
        String name = key.getValue();
        if (!CamelSchema.steps().takes(name)) {
            problems.add(STEP, place(key), "Camel's YAML DSL has no step \"" + name + "\"; correct its name");
        }
        Node uri = value instanceof ScalarNode ? (names(name) ? value : null) : child(value, "uri");
        if (names(name) && (uri == null || text(uri).isBlank())) {
            problems.add(STEP, place(key), "step \"" + name + "\" has no uri; write where it sends to");
        }
        Map<String, String> options = new LinkedHashMap<>();
        List<CamelStep.Branch> branches = new ArrayList<>();
        Within within =
                new Within("step \"" + name + '"', CamelSchema.steps().child(name), options, branches, "steps", depth);
        checkRequired(key, value, within);
        inside(value, within);
        return new CamelStep(
                name,
                Optional.ofNullable(uri).map(each -> CamelEndpoint.of(text(each), parameters(value), place(each))),
                options,
                branches,
                place(key));
    }

    /** Returns whether a step without options has an address as its value. */
    private static boolean names(String step) {
        return Set.of("to", "toD", "wireTap", "poll").contains(step);
    }

    /**
     * A mapping that is read.
     *
     * @param around the step or entry around it, for sentences
     * @param place of the mapping in Camel's schema
     * @param options get the simple values
     * @param branches get the lists of steps
     * @param key {@code steps} for the mapping of the step itself; else the option that the mapping is
     */
    private record Within(
            String around,
            CamelPlace place,
            Map<String, String> options,
            List<CamelStep.Branch> branches,
            String key,
            int depth) {

        /** Returns a mapping of whose content nothing is kept. */
        static Within whole(String name, CamelPlace place) {
            return new Within(name, place, new LinkedHashMap<>(), new ArrayList<>(), "steps", 0);
        }

        Within option(String name, CamelPlace place) {
            return new Within(
                    around, place, name.equals("expression") ? options : new LinkedHashMap<>(), branches, name, depth);
        }

        String owner() {
            return key.equals("steps") ? around : '"' + key + "\" of " + around;
        }
    }

    private void inside(Node node, Within within) {
        if (!around.add(node)) {
            if (reported.add(node)) {
                problems.add(STEP, place(node), "this contains itself by an alias; write it out");
            }
            return;
        }
        read++;
        if (read <= MOST_NODES) {
            options(node, within);
        } else if (read == MOST_NODES + 1) {
            problems.add(
                    STEP,
                    place(node),
                    "the file has more than " + MOST_NODES + " parts, because aliases repeat them; write fewer");
        }
        around.remove(node);
    }

    private void options(Node node, Within within) {
        for (Map.Entry<ScalarNode, Node> each : entries(node, false).entrySet()) {
            String name = each.getKey().getValue();
            Node value = each.getValue();
            checkOption(each.getKey(), within);
            if (name.equals("steps")) {
                within.branches().add(new CamelStep.Branch(within.key(), steps(value, within.depth() + 1)));
            } else if (value instanceof ScalarNode scalar) {
                checkTruth(each.getKey(), scalar, within);
                within.options().putIfAbsent(name, scalar.getValue());
            } else if (value instanceof MappingNode) {
                Node expression = child(value, "expression");
                if (expression instanceof ScalarNode scalar) {
                    within.options().putIfAbsent(name, scalar.getValue());
                }
                if (!name.equals("parameters")) {
                    inside(value, within.option(name, within.place().child(name)));
                }
            } else if (value instanceof SequenceNode list) {
                CamelPlace items = within.place().child(name).items();
                for (Node item : list.getValue()) {
                    inside(item, within.option(name, items));
                }
            }
        }
    }

    private Map<String, String> parameters(Node step) {
        Node parameters = child(step, "parameters");
        Map<String, String> values = new LinkedHashMap<>();
        if (parameters != null) {
            entries(parameters, false).forEach((name, value) -> values.put(name.getValue(), text(value)));
        }
        return values;
    }

    private static Node child(Node node, String key) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode name
                        && name.getValue().equals(key)) {
                    return tuple.getValueNode();
                }
            }
        }
        return null;
    }

    private Map<ScalarNode, Node> entries(Node node) {
        return entries(node, true);
    }

    /**
     * Returns the values of a mapping by their keys.
     *
     * @param required whether it is a problem when the node has no keys
     */
    private Map<ScalarNode, Node> entries(Node node, boolean required) {
        Map<ScalarNode, Node> entries = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        if (node instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    if (!names.add(key.getValue()) && reported.add(key)) {
                        problems.add(
                                SYNTAX, place(key), "\"" + key.getValue() + "\" is written twice here; remove one");
                    }
                    entries.put(key, tuple.getValueNode());
                }
            }
        } else if (required
                && node instanceof ScalarNode scalar
                && CamelSchema.steps().takes(scalar.getValue())) {
            // A step without options: "- stop".
            entries.put(scalar, scalar);
        } else if (required) {
            problems.add(STEP, place(node), "this is no step or route of Camel's YAML DSL; write its name and a colon");
        }
        return entries;
    }

    private static String text(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private Location place(Node node) {
        return new Location(
                file, node.getStartMark().getLine() + 1, node.getStartMark().getColumn() + 1);
    }
}
