package io.soabench.exposition;

import io.soabench.model.ExpandedCase;
import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Host;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Latency;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.WhiteBoxProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A picture of the hosts: one band for each. A band has the clients on the left, then the servers under test with
 * their processes, then the servers of partners with their services.
 */
final class DeploymentPicture {

    private static final double LEFT = 16;
    private static final double COLUMN = 230;
    private static final double GAP = 56;
    private static final double ROW = 15;
    private static final String ELSEWHERE = "elsewhere: runs already";

    private final WholeTestbed testbed;
    private final List<ExpandedCase> cases;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<List<String>> calls = new LinkedHashSet<>();

    DeploymentPicture(WholeTestbed testbed, List<ExpandedCase> cases) {
        this.testbed = testbed;
        this.cases = cases;
    }

    /** A box in a column of a band. */
    private static final class Node {
        private final String band;
        private final int column;
        private final String title;
        private final Set<String> lines = new LinkedHashSet<>();
        private double x;
        private double y;

        Node(String band, int column, String title) {
            this.band = band;
            this.column = column;
            this.title = title;
        }

        double height() {
            return 28 + lines.size() * ROW + (lines.isEmpty() ? 0 : 6);
        }

        double middle() {
            return y + height() / 2;
        }
    }

    String svg() {
        collect();
        List<String> bands =
                new ArrayList<>(testbed.hosts().stream().map(Host::getName).toList());
        if (nodes.values().stream().anyMatch(node -> node.band.equals(ELSEWHERE))) {
            bands.add(ELSEWHERE);
        }
        Svg svg = new Svg(0, 0);
        Map<String, Double> middles = new LinkedHashMap<>();
        double y = 10;
        for (String band : bands) {
            double height = place(band, y + 34) + 46;
            svg.box(6, y, LEFT + 3 * COLUMN + 2 * GAP + 10, height, "#f5f7fa", "#9aa7b8", 8);
            svg.text(18, y + 20, title(band), "start", 13, true);
            middles.put(band, y + height / 2);
            y += height + 14;
        }
        calls.forEach(call -> {
            Node from = nodes.get(call.get(0));
            Node to = nodes.get(call.get(1));
            svg.arrow(from.x + COLUMN, from.middle(), to.x, to.middle(), Svg.LINE, false);
        });
        nodes.values().forEach(node -> draw(svg, node));
        double right = LEFT + 3 * COLUMN + 2 * GAP + 26;
        double widest = latencies(svg, middles, right);
        svg.size(right + widest, y + 2);
        return svg.picture("Deployment of " + testbed.root().getName(), words());
    }

    private String title(String band) {
        return testbed.hosts().stream()
                .filter(host -> host.getName().equals(band))
                .findFirst()
                .map(host -> "host " + band
                        + (host.getAddress() == null ? " (this machine)" : " (" + host.getAddress() + ")"))
                .orElse(band);
    }

    private void collect() {
        for (ExpandedCase each : cases) {
            for (Host host : each.clientHosts()) {
                Node node = node("clients@" + host.getName(), host.getName(), 0, "load clients");
                node.lines.add(each.workload().getName());
            }
            List<String> tested = tested(each);
            each.clientHosts()
                    .forEach(host -> tested.forEach(to -> calls.add(List.of("clients@" + host.getName(), to))));
        }
        for (Server server : testbed.servers()) {
            if (!server.getServices().isEmpty()) {
                Node node = mock(server);
                server.getServices().forEach(service -> node.lines.add(description(service)));
            } else if (!server.getType().isRunsProcesses() && server.getHost() != null) {
                node(
                        server.getName(),
                        server.getHost().getName(),
                        2,
                        server.getName() + " : " + server.getType().getName());
            }
        }
    }

    private static String description(Service service) {
        Integer instances = service.getInstances();
        return service.getName() + (instances == null || instances == 1 ? "" : " × " + instances);
    }

    private List<String> tested(ExpandedCase each) {
        List<String> found = new ArrayList<>();
        for (Invocable target : each.targets()) {
            if (target instanceof BlackBoxProcess process) {
                Node node = node("box " + process.getName(), ELSEWHERE, 1, process.getName() + " (black box)");
                node.lines.add(process.getEndpoint());
                found.add("box " + process.getName());
            } else if (target instanceof Service service && each.server().isPresent()) {
                mock(each.server().get()).lines.add(description(service));
                found.add(each.server().get().getName());
            } else if (target instanceof WhiteBoxProcess process
                    && each.server().isPresent()) {
                Server engine = each.server().get();
                Node node = node(
                        engine.getName(),
                        engine.getHost().getName(),
                        1,
                        engine.getName() + " : " + engine.getType().getName());
                node.lines.add(process.getName());
                found.add(engine.getName());
                for (PartnerBinding binding : process.getPartners()) {
                    Server mocks = each.placements().get(binding.getService());
                    if (mocks != null) {
                        mock(mocks).lines.add(description(binding.getService()));
                        calls.add(List.of(engine.getName(), mocks.getName()));
                    }
                }
            }
        }
        return found.stream().distinct().toList();
    }

    private Node mock(Server server) {
        return node(
                server.getName(),
                server.getHost().getName(),
                2,
                server.getName() + " : " + server.getType().getName());
    }

    private Node node(String id, String band, int column, String title) {
        return nodes.computeIfAbsent(id, absent -> new Node(band, column, title));
    }

    /** Puts the boxes of a band into place, and gives their height. */
    private double place(String band, double top) {
        double[] next = {top, top, top};
        for (Node node : nodes.values()) {
            if (node.band.equals(band)) {
                node.x = LEFT + node.column * (COLUMN + GAP);
                node.y = next[node.column];
                next[node.column] += node.height() + 12;
            }
        }
        return Math.max(20, Math.max(next[0], Math.max(next[1], next[2])) - top);
    }

    private static void draw(Svg svg, Node node) {
        String[] fills = {"#e3eefb", "#fdebdd", "#e6f3e3"};
        svg.box(node.x, node.y, COLUMN, node.height(), fills[node.column], Svg.LINE, 5);
        svg.text(node.x + 10, node.y + 19, Svg.fitted(node.title, 13, COLUMN - 20), "start", 13, true);
        double y = node.y + 19;
        for (String line : node.lines) {
            y += ROW;
            svg.text(node.x + 18, y + 2, Svg.fitted(line, 11, COLUMN - 30), "start", 11, false);
        }
    }

    /** Draws latencies beside the bands; returns the room that they take. */
    private double latencies(Svg svg, Map<String, Double> middles, double right) {
        double x = right;
        for (Latency latency : testbed.latencies()) {
            double from = middles.get(latency.getSource().getName());
            double to = middles.get(latency.getTarget().getName());
            String text = ElementTexts.of(latency.getTime());
            svg.line(x - 8, from, x, from, Svg.COLOURS[3])
                    .line(x, from, x, to, Svg.COLOURS[3])
                    .line(x, to, x - 8, to, Svg.COLOURS[3]);
            svg.path(Svg.format("M%.1f %.1f l7 -4 v8 z", x - 14, to), Svg.COLOURS[3], Svg.COLOURS[3]);
            if (latency.isBothWays()) {
                svg.path(Svg.format("M%.1f %.1f l7 -4 v8 z", x - 14, from), Svg.COLOURS[3], Svg.COLOURS[3]);
            }
            svg.text(x + 4, (from + to) / 2 + 4, "+ " + text, "start", 11, false);
            x += Math.max(40, Svg.wide("+ " + text, 11) + 26);
        }
        return x - right + 10;
    }

    private String words() {
        return nodes.values().stream()
                        .map(node -> node.title + " on " + node.band
                                + (node.lines.isEmpty() ? "" : " with " + String.join(", ", node.lines)))
                        .collect(Collectors.joining("; "))
                + ". Calls: "
                + calls.stream()
                        .map(call -> nodes.get(call.get(0)).title + " to " + nodes.get(call.get(1)).title)
                        .distinct()
                        .collect(Collectors.joining(", "))
                + ".";
    }
}
