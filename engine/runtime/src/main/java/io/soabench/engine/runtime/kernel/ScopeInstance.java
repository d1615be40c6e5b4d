package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.expression.Slots;
import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An execution of a scope: its variables, links, partner links and correlation sets, and the completed inner scopes
 * that can be compensated.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class ScopeInstance implements Slots {
    static final byte LINK_UNKNOWN = 0;
    static final byte LINK_FALSE = 1;
    static final byte LINK_TRUE = 2;

    private static final Element[] NO_VALUES = {};
    private static final byte[] NO_LINKS = {};

    private final ScopeLayout layout;
    private final ScopeInstance parent;
    private final Element[] values;
    private final byte[] links;
    private Frame[] linkWaiters;
    private Endpoint[] endpoints;
    private Router.Key[] correlations;
    private Frame frame;
    private List<ScopeInstance> completed;
    private boolean isolated;
    private boolean kept;
    private Fault handled;
    private List<LinkStatus> heldBack;

    /**
     * Creates an empty scope.
     *
     * @param layout the numbers of its slots
     * @param parent the surrounding scope; null for the process
     * @param frame the frame that owns it
     */
    public ScopeInstance(ScopeLayout layout, ScopeInstance parent, Frame frame) {
        this.layout = layout;
        this.parent = parent;
        this.frame = frame;
        this.values = layout.slots() == 0 ? NO_VALUES : new Element[layout.slots()];
        this.links = layout.links() == 0 ? NO_LINKS : new byte[layout.links()];
    }

    /** Returns the layout, which all executions of the scope share. */
    public ScopeLayout layout() {
        return layout;
    }

    /** Returns the surrounding scope; null for the process. */
    public ScopeInstance parent() {
        return parent;
    }

    /** Returns the frame that handles faults in this scope. */
    public Frame frame() {
        return frame;
    }

    /** Sets the frame that handles faults in this scope, when its compensation handler runs. */
    public void frame(Frame owner) {
        frame = owner;
    }

    /** Returns the scope that is a number of scopes outwards. */
    public ScopeInstance outwards(int hops) {
        ScopeInstance scope = this;
        for (int i = 0; i < hops; i++) {
            scope = scope.parent;
        }
        return scope;
    }

    @Override
    public Element slot(int hops, int index) {
        return outwards(hops).values[index];
    }

    /**
     * Assigns a value to a slot; null removes the value.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded when the instances would hold too much;
     *     nothing is changed then
     */
    public void slot(int hops, int index, Element value) {
        ScopeInstance holder = outwards(hops);
        holder.memory().replace(holder.values[index], value);
        holder.values[index] = value;
    }

    /**
     * Assigns a value to a slot without checking limits: an earlier value of the slot, or a value that the instance
     * holds already.
     */
    public void restore(int hops, int index, Element value) {
        ScopeInstance holder = outwards(hops);
        holder.memory().replaceUnchecked(holder.values[index], value);
        holder.values[index] = value;
    }

    private MemoryAccount memory() {
        return frame.instance().memory();
    }

    @Override
    public OffsetDateTime now() {
        return frame.instance().now();
    }

    @Override
    public boolean link(int index) {
        throw new IllegalStateException("a link's status is asked for at an activity");
    }

    /** Returns the status of a link of this scope. */
    byte linkStatus(int slot) {
        return links[slot];
    }

    /** Sets the frame that waits for the status of a link of this scope. */
    void awaitLink(int slot, Frame target) {
        if (linkWaiters == null) {
            linkWaiters = new Frame[links.length];
        }
        linkWaiters[slot] = target;
    }

    /** The status of a link of an outer scope that is not visible yet. */
    private record LinkStatus(ScopeInstance holder, int slot, boolean status) {}

    /** Keeps back the status of links that leave this scope until {@link #showLinks} (WS-BPEL 2.0, section 12.8). */
    public void isolate() {
        isolated = true;
    }

    /** Shows the status of the links that leave this scope. */
    public void showLinks() {
        if (heldBack != null) {
            List<LinkStatus> all = heldBack;
            heldBack = null;
            all.forEach(link -> link.holder().settleLink(link.slot(), link.status()));
        }
    }

    /** Sets the status of a link of an outer scope. An isolated scope in between holds it back. */
    void settleLink(int hops, int slot, boolean status) {
        ScopeInstance holder = this;
        ScopeInstance keeper = null;
        for (int i = 0; i < hops; i++) {
            if (holder.isolated) {
                keeper = holder;
            }
            holder = holder.parent;
        }
        if (keeper == null) {
            holder.settleLink(slot, status);
            return;
        }
        if (keeper.heldBack == null) {
            keeper.heldBack = new ArrayList<>(2);
        }
        keeper.heldBack.add(new LinkStatus(holder, slot, status));
    }

    /** Sets the status of a link of this scope once, and informs the frame that waits for it. */
    private void settleLink(int slot, boolean status) {
        if (links[slot] != LINK_UNKNOWN) {
            return;
        }
        links[slot] = status ? LINK_TRUE : LINK_FALSE;
        if (linkWaiters != null && linkWaiters[slot] != null) {
            Frame target = linkWaiters[slot];
            linkWaiters[slot] = null;
            target.linkSettled();
        }
    }

    /** Resets the status of links, before a flow runs. */
    public void resetLinks(int[] slots) {
        for (int slot : slots) {
            links[slot] = LINK_UNKNOWN;
            if (linkWaiters != null) {
                linkWaiters[slot] = null;
            }
        }
    }

    /** Returns the endpoint that was assigned to a partner link of this scope; null for none. */
    public Endpoint endpoint(int slot) {
        return endpoints == null ? null : endpoints[slot];
    }

    /** Assigns an endpoint to a partner link of this scope. */
    public void endpoint(int slot, Endpoint endpoint) {
        if (endpoints == null) {
            endpoints = new Endpoint[layout.partnerLinks()];
        }
        memory().add(endpoint.weight() - weight(endpoints[slot]));
        endpoints[slot] = endpoint;
    }

    /** Assigns the earlier endpoint to a partner link again; null for none. */
    public void restoreEndpoint(int slot, Endpoint before) {
        memory().remove(weight(endpoints[slot]) - weight(before));
        endpoints[slot] = before;
    }

    private static long weight(Endpoint endpoint) {
        return endpoint == null ? 0 : endpoint.weight();
    }

    /** Returns the values of a correlation set of this scope in one text; null when it is not initiated. */
    public String correlation(int slot) {
        return correlations == null || correlations[slot] == null ? null : correlations[slot].values();
    }

    /**
     * Initiates a correlation set of this scope. Messages with these values find the instance as long as the scope
     * exists.
     *
     * @param slot the position among the sets of the scope
     * @param set the number of the set in the process
     * @param values the values in one text
     */
    public void correlation(int slot, int set, String values) {
        if (correlations == null) {
            correlations = new Router.Key[layout.correlationSets()];
        }
        Router.Key key = new Router.Key(set, values);
        memory().add(key.weight());
        correlations[slot] = key;
        frame.instance().correlationKeys().register(key);
    }

    /** Keeps the data of the fault that is handled in this scope. */
    public void handles(Fault fault) {
        if (handled != null) {
            handled.data().forEach(value -> memory().replaceUnchecked(value, null));
        }
        handled = fault;
        fault.data().forEach(value -> memory().replaceUnchecked(null, value));
    }

    /** Releases everything that this scope and its completed inner scopes hold. */
    public void drop() {
        MemoryAccount memory = memory();
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                memory.replaceUnchecked(values[i], null);
                values[i] = null;
            }
        }
        if (endpoints != null) {
            for (Endpoint endpoint : endpoints) {
                memory.remove(weight(endpoint));
            }
            endpoints = null;
        }
        dropCorrelations(memory);
        if (handled != null) {
            handled.data().forEach(value -> memory.replaceUnchecked(value, null));
            handled = null;
        }
        if (kept) {
            kept = false;
            memory.remove(MemoryAccount.SCOPE_BYTES);
        }
        if (completed != null) {
            completed.forEach(ScopeInstance::drop);
            completed = null;
        }
    }

    /**
     * Releases the correlation values, so that messages with these values do not find the instance by this scope any
     * more.
     */
    private void dropCorrelations(MemoryAccount memory) {
        if (correlations == null) {
            return;
        }
        for (Router.Key key : correlations) {
            if (key != null) {
                memory.remove(key.weight());
                frame.instance().correlationKeys().unregister(key);
            }
        }
        correlations = null;
    }

    /** Returns whether the scope has completed and can be compensated, so that its values are still needed. */
    public boolean isKept() {
        return kept;
    }

    /**
     * Adds an inner scope that has completed and can be compensated.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException limitExceeded when the instances would hold too much
     */
    public void completed(ScopeInstance inner) {
        memory().add(MemoryAccount.SCOPE_BYTES);
        inner.kept = true;
        if (completed == null) {
            completed = new ArrayList<>(2);
        }
        completed.add(inner);
    }

    /**
     * Removes the inner scopes to compensate, and returns them, the last completed first.
     *
     * @param id the number of the scope; -1 for all
     */
    public List<ScopeInstance> takeCompleted(int id) {
        if (completed == null) {
            return List.of();
        }
        List<ScopeInstance> taken = new ArrayList<>();
        for (int i = completed.size() - 1; i >= 0; i--) {
            if (id < 0 || completed.get(i).layout.id() == id) {
                taken.add(completed.remove(i));
            }
        }
        return taken;
    }

    /** Returns whether an inner scope can be compensated. */
    public boolean hasCompleted() {
        return completed != null && !completed.isEmpty();
    }

    /** Returns a copy of all values. */
    public Element[] values() {
        return Arrays.copyOf(values, values.length);
    }

    // ---- snapshots

    /** Writes what a snapshot needs to create this scope. */
    void writeHead(StateWriter snapshot) {
        snapshot.number(layout.id());
        snapshot.scope(parent);
        snapshot.frame(frame);
    }

    /** Writes the content. */
    void write(StateWriter snapshot) {
        snapshot.elements(Arrays.asList(values));
        for (int i = 0; i < links.length; i++) {
            snapshot.number(links[i]);
            snapshot.frame(linkWaiters == null ? null : linkWaiters[i]);
        }
        for (int i = 0; i < layout.partnerLinks(); i++) {
            snapshot.endpoint(endpoint(i));
        }
        for (int i = 0; i < layout.correlationSets(); i++) {
            Router.Key.write(correlations == null ? null : correlations[i], snapshot);
        }
        snapshot.scopes(completed == null ? List.of() : completed);
        snapshot.flag(isolated);
        snapshot.flag(kept);
        snapshot.fault(handled);
        snapshot.number(heldBack == null ? 0 : heldBack.size());
        for (int i = 0; heldBack != null && i < heldBack.size(); i++) {
            snapshot.scope(heldBack.get(i).holder());
            snapshot.number(heldBack.get(i).slot());
            snapshot.flag(heldBack.get(i).status());
        }
    }

    /** Reads the content, whose bytes the memory account gets by {@link #hold}. */
    void read(StateReader snapshot) {
        List<Element> all = snapshot.elements();
        if (all.size() != values.length) {
            throw new MalformedSnapshotException("a scope has another number of values");
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = all.get(i);
        }
        for (int i = 0; i < links.length; i++) {
            links[i] = (byte) snapshot.number(LINK_TRUE);
            Frame waiter = snapshot.frame();
            if (waiter != null) {
                awaitLink(i, waiter);
            }
        }
        for (int i = 0; i < layout.partnerLinks(); i++) {
            Endpoint endpoint = snapshot.endpoint();
            if (endpoint != null) {
                endpoints = endpoints == null ? new Endpoint[layout.partnerLinks()] : endpoints;
                endpoints[i] = endpoint;
            }
        }
        for (int i = 0; i < layout.correlationSets(); i++) {
            Router.Key key = Router.Key.read(snapshot);
            if (key != null) {
                correlations = correlations == null ? new Router.Key[layout.correlationSets()] : correlations;
                correlations[i] = key;
            }
        }
        List<ScopeInstance> inner = snapshot.scopes();
        completed = inner.isEmpty() ? null : inner;
        isolated = snapshot.flag();
        kept = snapshot.flag();
        handled = snapshot.fault();
        int keptBack = snapshot.count();
        heldBack = keptBack == 0 ? null : new ArrayList<>(2);
        for (int count = keptBack; count > 0; count--) {
            ScopeInstance holder = snapshot.presentScope();
            int slot = snapshot.number(holder.links.length - 1);
            heldBack.add(new LinkStatus(holder, slot, snapshot.flag()));
        }
    }

    /** Counts the values that this scope holds, at the start of an account. */
    void hold(MemoryAccount.Values counted) {
        for (Element value : values) {
            counted.add(value);
        }
        if (handled != null) {
            handled.data().forEach(counted::add);
        }
    }

    /** Raises a fault in this scope; its frame handles the fault. */
    void raise(Fault fault) {
        frame.activity().processor().faulted(frame, fault);
    }
}
