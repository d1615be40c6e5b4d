package io.soabench.analyzer.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The stacks of a recording, merged where their callers are the same. A node's weight includes that of all it calls. */
final class StackTree {

    /** Nodes below this share of the whole are too narrow to be seen, and are left out; their weight stays with their caller. */
    static final double LEAST_SHARE = 0.001;

    private final Map<String, StackTree> callees = new TreeMap<>();
    private double weight;

    /**
     * A node in the order in which a graph is drawn: a caller before its callees, and these by name.
     *
     * @param depth number of callers
     */
    record Node(int depth, String frame, double weight) {}

    /**
     * Adds a stack.
     *
     * @param frames outermost caller first
     */
    void add(List<String> frames, double added) {
        StackTree node = this;
        node.weight += added;
        for (String frame : frames) {
            node = node.callees.computeIfAbsent(frame, any -> new StackTree());
            node.weight += added;
        }
    }

    /** Returns the weight of all stacks. */
    double weight() {
        return weight;
    }

    /** Returns the nodes that are wide enough to be seen; the root is none of them. */
    List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        collect(0, weight * LEAST_SHARE, nodes);
        return nodes;
    }

    private void collect(int depth, double least, List<Node> nodes) {
        for (Map.Entry<String, StackTree> callee : callees.entrySet()) {
            StackTree node = callee.getValue();
            if (node.weight >= least) {
                nodes.add(new Node(depth, callee.getKey(), node.weight));
                node.collect(depth + 1, least, nodes);
            }
        }
    }
}
