package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A writer of the state of one instance into a list of values: numbers, texts, elements and messages. {@link StateReader}
 * reads them in the same order. Frames and scopes have numbers, so that values may refer to them.
 *
 * <p>Elements of at least {@value #SHARED_FROM_BYTES} bytes are written once, as are large contents and texts that
 * several elements have in common.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class StateWriter {
    /** The size of an element in bytes from which on it is written once. */
    static final int SHARED_FROM_BYTES = 1024;

    /** The length of a text from which on it is written once. */
    static final int SHARED_FROM_CHARS = 512;

    /** The depth up to which elements are written once. Deeper ones are written with what contains them. */
    static final int SHARED_DEPTH = 200;

    /** The mark of an element, or of a content, that follows. */
    static final int NEW = 0;

    /** The mark of an alarm that has fired or was cancelled. */
    static final int DEAD_ALARM = -1;

    private static final Comparator<long[]> BY_NUMBERS = Comparator.<long[]>comparingLong(one -> one[0])
            .thenComparingLong(one -> one[1])
            .thenComparingLong(one -> one[2]);

    private final Activities activities;
    private final boolean discovers;
    private final IdentityHashMap<Object, Integer> places;
    private final List<Frame> frames;
    private final List<ScopeInstance> scopes;
    private final List<Object> values = new ArrayList<>();
    private final IdentityHashMap<Element, Integer> elements = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Integer> contents = new IdentityHashMap<>();
    private final IdentityHashMap<String, Integer> texts = new IdentityHashMap<>();
    private final IdentityHashMap<InboundMessage, Integer> messages = new IdentityHashMap<>();

    /** Creates a writer that only finds the frames and scopes of an instance, and gives numbers to them. */
    StateWriter(Activities activities) {
        this.activities = activities;
        discovers = true;
        places = new IdentityHashMap<>();
        frames = new ArrayList<>();
        scopes = new ArrayList<>();
    }

    /** Creates a writer that knows the numbers of frames and scopes. */
    StateWriter(StateWriter discovered) {
        activities = discovered.activities;
        discovers = false;
        places = discovered.places;
        frames = discovered.frames;
        scopes = discovered.scopes;
    }

    /** Returns the values so far, which have no further use here. */
    List<Object> values() {
        return Collections.unmodifiableList(values);
    }

    /** Returns the frames that were met, in the order of their numbers. */
    List<Frame> frames() {
        return frames;
    }

    /** Returns the scopes that were met, in the order of their numbers. */
    List<ScopeInstance> scopes() {
        return scopes;
    }

    /** Writes a number. */
    public void number(long value) {
        values.add(value);
    }

    /** Writes whether something is so. */
    public void flag(boolean value) {
        number(value ? 1 : 0);
    }

    /** Writes a text, which may be null. */
    public void text(String value) {
        values.add(value);
    }

    /** Writes a reference to a frame, which may be null. */
    public void frame(Frame frame) {
        if (frame != null && discovers && !activities.has(frame.activity())) {
            throw new IllegalStateException(frame.activity() + " is not found by its number");
        }
        number(place(frame, frames));
    }

    /** Writes a reference to a scope, which may be null. */
    public void scope(ScopeInstance scope) {
        number(place(scope, scopes));
    }

    private <T> int place(T thing, List<T> known) {
        if (thing == null) {
            return 0;
        }
        Integer place = places.get(thing);
        if (place == null) {
            if (!discovers) {
                throw new IllegalStateException("a snapshot has no number for " + thing);
            }
            known.add(thing);
            place = known.size();
            places.put(thing, place);
        }
        return place;
    }

    /** Writes references to scopes in their order. */
    public void scopes(Collection<ScopeInstance> all) {
        number(all.size());
        all.forEach(this::scope);
    }

    /** Writes references to frames in their order. */
    public void frames(Collection<Frame> all) {
        number(all.size());
        all.forEach(this::frame);
    }

    /** Writes things that isolated scopes share, in the order of their numbers. */
    void shared(Collection<IsolationLocks.Shared> all) {
        List<long[]> numbers = new ArrayList<>();
        for (IsolationLocks.Shared one : all) {
            numbers.add(new long[] {place(one.holder(), scopes), one.kind().number(), one.slot()});
        }
        numbers.sort(BY_NUMBERS);
        number(numbers.size());
        for (long[] one : numbers) {
            for (long part : one) {
                number(part);
            }
        }
    }

    /** Writes a reference to an alarm of the instance, which may be null. */
    public void alarm(Worker.Alarm alarm) {
        number(alarm == null ? 0 : ((InstanceAlarm) alarm).isSet() ? ((InstanceAlarm) alarm).id() : DEAD_ALARM);
    }

    /** Writes a message, once if it is met several times. */
    public void message(InboundMessage message) {
        Integer place = messages.putIfAbsent(message, messages.size() + 1);
        values.add(place == null ? message : Long.valueOf(place));
    }

    /** Writes a fault, which may be null. */
    public void fault(Fault fault) {
        flag(fault != null);
        if (fault != null) {
            name(fault.name());
            name(fault.type());
            elements(fault.data());
            text(fault.reason());
        }
    }

    private void name(QualifiedName name) {
        text(name == null ? null : name.namespace());
        text(name == null ? null : name.name());
    }

    /** Writes an endpoint, which may be null. */
    public void endpoint(Endpoint endpoint) {
        flag(endpoint != null);
        if (endpoint != null) {
            text(endpoint.address());
            text(endpoint.namespace());
            elements(endpoint.parameters());
            text(endpoint.relatesTo());
        }
    }

    /** Writes elements, each of which may be null. */
    public void elements(List<Element> all) {
        number(all.size());
        all.forEach(this::element);
    }

    /** Writes an element, which may be null. */
    public void element(Element element) {
        if (!discovers) {
            element(element, 0);
        }
    }

    private void element(Element element, int depth) {
        if (element == null || element.weight() < SHARED_FROM_BYTES || depth == SHARED_DEPTH) {
            values.add(element);
            return;
        }
        Integer place = elements.get(element);
        if (place != null) {
            number(place);
            return;
        }
        number(NEW);
        values.add(element.withContent(List.of()));
        content(element, depth);
        elements.put(element, elements.size() + 1);
    }

    private void content(Element element, int depth) {
        boolean isShared = element.size() > 1;
        Integer place = isShared ? contents.get(element.contentKey()) : null;
        if (place != null) {
            number(place);
            return;
        }
        number(NEW);
        number(element.size());
        for (int i = 0; i < element.size(); i++) {
            if (element.item(i) instanceof Element child) {
                element(child, depth + 1);
            } else {
                content((String) element.item(i));
            }
        }
        if (isShared) {
            contents.put(element.contentKey(), contents.size() + 1);
        }
    }

    /** Writes a text of the content of an element; a reference to an earlier one is a negative number. */
    private void content(String text) {
        Integer place = text.length() < SHARED_FROM_CHARS ? null : texts.putIfAbsent(text, texts.size() + 1);
        values.add(place == null ? text : Long.valueOf(-place));
    }
}
