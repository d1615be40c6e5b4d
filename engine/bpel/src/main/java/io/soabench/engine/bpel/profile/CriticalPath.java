package io.soabench.engine.bpel.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The longest path through the calls. First, the tree is unrolled in the order of the document, with its delays and
 * decisions. Then end times are computed on request, since a link may come from a branch further down. Used by one
 * thread.
 */
final class CriticalPath {
    private final List<Long> delays;
    private final List<Long> decisions;
    private int usedDelays;
    private int usedDecisions;

    CriticalPath(List<Long> delays, List<Long> decisions) {
        this.delays = delays;
        this.decisions = decisions;
    }

    long of(Prescription root) {
        Occurrence whole = unroll(root, null, new HashMap<>());
        if (usedDelays != delays.size() || usedDecisions != decisions.size()) {
            throw new IllegalArgumentException("the process makes " + usedDelays + " calls and " + usedDecisions
                    + " decisions, but " + delays.size() + " delays and " + decisions.size() + " decisions are given");
        }
        return whole.end();
    }

    /** One execution of a part. */
    private static final class Occurrence {
        private final Occurrence parent;
        private final Prescription part;
        private final Map<Integer, Occurrence> linked;
        private final List<Occurrence> inside = new ArrayList<>();
        private final boolean inOrder;
        private int position;
        private long own;
        private long end = -1;

        Occurrence(Occurrence parent, Prescription part, Map<Integer, Occurrence> linked) {
            this.parent = parent;
            this.part = part;
            this.linked = linked;
            this.inOrder = part instanceof InOrder || (part instanceof Loop loop && !loop.parallel());
            linked.put(part.activity(), this);
        }

        long start() {
            long start = 0;
            if (parent != null) {
                start = parent.inOrder && position > 0
                        ? parent.inside.get(position - 1).end()
                        : parent.start();
            }
            for (int source : part.after()) {
                Occurrence other = linked.get(source);
                if (other != null) {
                    start = Math.max(start, other.end());
                }
            }
            return start;
        }

        long end() {
            if (end < 0) {
                long latest = start() + own;
                for (Occurrence inner : inside) {
                    latest = Math.max(latest, inner.end());
                }
                end = latest;
            }
            return end;
        }
    }

    private Occurrence unroll(Prescription part, Occurrence parent, Map<Integer, Occurrence> linked) {
        Occurrence occurrence = new Occurrence(parent, part, linked);
        if (part instanceof PrescribedCall call) {
            long delay = nextDelay();
            occurrence.own = call.requestResponse() ? delay : 0;
        } else if (part instanceof Pause pause) {
            occurrence.own = pause.duration().map(Duration::toNanos).orElse(0L);
        } else if (part instanceof Loop loop) {
            long count = loop.count().orElseGet(() -> InvocationProfile.isEmpty(loop.body()) ? 0L : nextDecision());
            for (long i = 0; i < count && !InvocationProfile.isEmpty(loop.body()); i++) {
                add(occurrence, loop.body(), new HashMap<>(linked));
            }
        } else if (part instanceof Alternatives choice) {
            if (!InvocationProfile.isEmpty(choice)) {
                long decision = nextDecision();
                if (decision < 0 || decision >= choice.alternatives().size()) {
                    throw new IllegalArgumentException("decision " + decision + " is none of "
                            + choice.alternatives().size() + " alternatives");
                }
                add(occurrence, choice.alternatives().get((int) decision), linked);
            }
        } else {
            InvocationProfile.inside(part).forEach(inner -> add(occurrence, inner, linked));
        }
        return occurrence;
    }

    private void add(Occurrence parent, Prescription part, Map<Integer, Occurrence> linked) {
        Occurrence inner = unroll(part, parent, linked);
        inner.position = parent.inside.size();
        parent.inside.add(inner);
    }

    private long nextDelay() {
        if (usedDelays >= delays.size()) {
            throw new IllegalArgumentException("more calls than the " + delays.size() + " delays given");
        }
        return delays.get(usedDelays++);
    }

    private long nextDecision() {
        if (usedDecisions >= decisions.size()) {
            throw new IllegalArgumentException("more decisions than the " + decisions.size() + " given");
        }
        return decisions.get(usedDecisions++);
    }
}
