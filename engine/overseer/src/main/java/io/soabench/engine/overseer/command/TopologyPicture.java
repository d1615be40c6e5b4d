package io.soabench.engine.overseer.command;

import io.soabench.engine.overseer.topology.Cache;
import io.soabench.engine.overseer.topology.Core;
import io.soabench.engine.overseer.topology.CoreKind;
import io.soabench.engine.overseer.topology.CpuPackage;
import io.soabench.engine.overseer.topology.Die;
import io.soabench.engine.overseer.topology.IdSet;
import io.soabench.engine.overseer.topology.NumaNode;
import io.soabench.engine.overseer.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A machine as boxes in boxes, of plain ASCII. Sets of processors show which box lies within another. Cores stand side
 * by side and are wrapped at the picture's width. A processor in brackets may not be used.
 */
public final class TopologyPicture {

    private static final int NARROWEST = 40;

    /** A box: a title, lines, and boxes in it. */
    private static final class Box {
        private final List<String> lines;
        private final IdSet processors;
        private final List<Box> inner = new ArrayList<>();

        private Box(List<String> lines, IdSet processors) {
            this.lines = lines;
            this.processors = processors;
        }

        /** Puts a box into the innermost box that holds it. */
        private void put(Box box) {
            for (Box one : inner) {
                if (!box.processors.isEmpty() && one.processors.containsAll(box.processors)) {
                    one.put(box);
                    return;
                }
            }
            inner.add(box);
        }

        private List<String> draw(int width) {
            List<String> content = new ArrayList<>(lines);
            List<List<String>> row = new ArrayList<>();
            int used = 0;
            for (Box box : inner) {
                List<String> drawn = box.draw(width - 4);
                int wide = drawn.get(0).length();
                if (!row.isEmpty() && used + 1 + wide > width - 4) {
                    content.addAll(beside(row));
                    row.clear();
                    used = 0;
                }
                used += (row.isEmpty() ? 0 : 1) + wide;
                row.add(drawn);
            }
            if (!row.isEmpty()) {
                content.addAll(beside(row));
            }
            int wide = content.stream().mapToInt(String::length).max().orElse(0);
            List<String> drawn = new ArrayList<>();
            drawn.add("+" + "-".repeat(wide + 2) + "+");
            content.forEach(line -> drawn.add("| " + padded(line, wide) + " |"));
            drawn.add(drawn.get(0));
            return drawn;
        }
    }

    private TopologyPicture() {}

    /**
     * Draws the picture, lines ended by line feeds.
     *
     * @param width in characters; a core's box is never made narrower than its text, so that a line may be longer
     */
    public static String of(Topology topology, int width) {
        List<String> title = new ArrayList<>();
        title.add(TopologyText.count(topology.online().size(), "processor") + " on "
                + TopologyText.count(topology.cores().size(), "core"));
        if (!topology.offline().isEmpty()) {
            title.add("offline: " + topology.offline());
        }
        topology.allowance().limits().forEach(title::add);
        Box machine = new Box(title, topology.online());
        for (Box box : boxes(topology)) {
            machine.put(box);
        }
        return String.join("\n", machine.draw(Math.max(NARROWEST, width))) + "\n";
    }

    /**
     * Returns the boxes, larger ones first, so that each finds the box around it. Nodes stand around packages of the
     * same processors.
     */
    private static List<Box> boxes(Topology topology) {
        List<Box> boxes = new ArrayList<>();
        for (NumaNode node : topology.nodes()) {
            boxes.add(new Box(
                    List.of("node " + node.id() + ": " + TopologyText.memory(node)
                            + (node.distances().isEmpty() ? "" : ", distances " + node.distances())),
                    node.processors()));
        }
        for (CpuPackage one : topology.packages()) {
            boxes.add(new Box(List.of("package " + one.id()), one.processors()));
        }
        for (Die die : topology.dies()) {
            boolean only =
                    topology.packages().get(die.cpuPackage()).processors().equals(die.processors());
            if (!only) {
                boxes.add(new Box(List.of("die " + die.id()), die.processors()));
            }
        }
        List<Cache> outwards = new ArrayList<>(topology.caches());
        outwards.sort(Comparator.comparingInt(Cache::level).reversed());
        for (Cache cache : outwards) {
            if (!ofOneCore(topology, cache)) {
                boxes.add(new Box(List.of(cache(cache)), cache.processors()));
            }
        }
        topology.cores().forEach(core -> boxes.add(core(topology, core)));
        // Stable: of boxes with the same processors, the one that was made first is the outer one.
        boxes.sort(Comparator.comparingInt(box -> -box.processors.size()));
        return boxes;
    }

    private static boolean ofOneCore(Topology topology, Cache cache) {
        return topology.core(cache.processors().first()).processors().containsAll(cache.processors());
    }

    private static String cache(Cache cache) {
        return cache.name()
                + (cache.bytes().isPresent() ? " " + Bytes.text(cache.bytes().getAsLong()) : "");
    }

    private static Box core(Topology topology, Core core) {
        List<String> lines = new ArrayList<>();
        lines.add("core " + core.id()
                + (core.kind() == CoreKind.UNIFORM ? "" : ", " + core.kind().text()));
        topology.caches().stream()
                .filter(cache -> core.processors().containsAll(cache.processors()) && ofOneCore(topology, cache))
                .sorted(Comparator.comparingInt(Cache::level).reversed())
                .map(TopologyPicture::cache)
                .distinct()
                .forEach(lines::add);
        StringBuilder processors = new StringBuilder("cpu");
        for (int processor : core.processors()) {
            boolean allowed = topology.allowance().processors().contains(processor);
            processors.append(' ').append(allowed ? "" : "[").append(processor).append(allowed ? "" : "]");
        }
        lines.add(processors.toString());
        return new Box(lines, core.processors());
    }

    private static List<String> beside(List<List<String>> boxes) {
        int high = boxes.stream().mapToInt(List::size).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < high; i++) {
            StringBuilder line = new StringBuilder();
            for (List<String> box : boxes) {
                line.append(line.isEmpty() ? "" : " ")
                        .append(
                                i < box.size()
                                        ? box.get(i)
                                        : " ".repeat(box.get(0).length()));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static String padded(String line, int width) {
        return line + " ".repeat(width - line.length());
    }
}
