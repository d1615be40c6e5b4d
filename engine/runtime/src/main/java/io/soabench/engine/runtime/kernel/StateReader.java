package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A reader of the values that {@link StateWriter} has written, in the same order. Values that do not fit cause a {@link
 * MalformedSnapshotException}.
 *
 * <p>Threading: only the owner of the instance calls it.
 */
public final class StateReader {
    private static final String OTHER_KIND = "a value is of another kind than it should be";

    private final Instance instance;
    private final Activities activities;
    private final List<Object> values;
    private int at;
    private Frame[] frames = {};
    private ScopeInstance[] scopes = {};
    private final List<Element> elements = new ArrayList<>();
    private final List<Object[]> contents = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final List<InboundMessage> messages = new ArrayList<>();

    StateReader(Instance instance, Activities activities, List<Object> values) {
        this.instance = instance;
        this.activities = activities;
        this.values = values;
    }

    /** Returns the instance that is made anew. */
    public Instance instance() {
        return instance;
    }

    /** Returns the activities of the program. */
    Activities activities() {
        return activities;
    }

    /** Sets the frames and scopes to which values refer. */
    void known(Frame[] allFrames, ScopeInstance[] allScopes) {
        frames = allFrames;
        scopes = allScopes;
    }

    private Object next() {
        if (at == values.size()) {
            throw new MalformedSnapshotException("the values end too early");
        }
        return values.get(at++);
    }

    /** Checks that all values were read. */
    void end() {
        if (at != values.size()) {
            throw new MalformedSnapshotException((values.size() - at) + " values are left over");
        }
    }

    /** Reads a number. */
    public long number() {
        if (next() instanceof Long number) {
            return number;
        }
        throw new MalformedSnapshotException(OTHER_KIND);
    }

    /** Reads a number of 32 bits. */
    public int integer() {
        return (int) within(number(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** Reads a number between 0 and a limit. */
    public int number(int most) {
        return (int) within(number(), 0, most);
    }

    /** Reads the number of values that follow, each of which takes at least one. */
    public int count() {
        return number(values.size() - at);
    }

    private static long within(long value, long least, long most) {
        if (value < least || value > most) {
            throw new MalformedSnapshotException("the number " + value + " is not between " + least + " and " + most);
        }
        return value;
    }

    /** Reads whether something is so. */
    public boolean flag() {
        return number(1) == 1;
    }

    /** Reads a text, which may be null. */
    public String text() {
        Object value = next();
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new MalformedSnapshotException(OTHER_KIND);
    }

    /** Reads a text. */
    String presentText() {
        String text = text();
        if (text == null) {
            throw new MalformedSnapshotException("a text is missing");
        }
        return text;
    }

    /** Reads a reference to a frame; returns null for none. */
    public Frame frame() {
        int place = number(frames.length);
        return place == 0 ? null : frames[place - 1];
    }

    /** Reads a reference to a frame that is there. */
    public Frame presentFrame() {
        Frame frame = frame();
        if (frame == null) {
            throw new MalformedSnapshotException("a frame is missing");
        }
        return frame;
    }

    /** Reads references to frames. */
    public List<Frame> frames() {
        List<Frame> all = new ArrayList<>();
        for (int count = count(); count > 0; count--) {
            all.add(presentFrame());
        }
        return all;
    }

    /** Reads a reference to a scope; returns null for none. */
    public ScopeInstance scope() {
        int place = number(scopes.length);
        return place == 0 ? null : scopes[place - 1];
    }

    /** Reads a reference to a scope that is there. */
    public ScopeInstance presentScope() {
        ScopeInstance scope = scope();
        if (scope == null) {
            throw new MalformedSnapshotException("a scope is missing");
        }
        return scope;
    }

    /** Reads references to scopes. */
    public List<ScopeInstance> scopes() {
        List<ScopeInstance> all = new ArrayList<>();
        for (int count = count(); count > 0; count--) {
            all.add(presentScope());
        }
        return all;
    }

    /** Reads things that isolated scopes share. */
    Set<IsolationLocks.Shared> shared() {
        Set<IsolationLocks.Shared> all = new HashSet<>();
        for (int count = count(); count > 0; count--) {
            ScopeInstance holder = presentScope();
            IsolationLocks.Kind kind = IsolationLocks.Kind.of(integer());
            all.add(new IsolationLocks.Shared(holder, kind, number(Integer.MAX_VALUE)));
        }
        return all;
    }

    /** Reads a reference to an alarm; returns null for none. */
    public Worker.Alarm alarm() {
        int id = integer();
        if (id == 0) {
            return null;
        }
        InstanceAlarm found = id == StateWriter.DEAD_ALARM
                ? InstanceAlarm.dead(instance)
                : instance.alarms().find(id);
        if (found == null) {
            throw new MalformedSnapshotException("alarm " + id + " is missing");
        }
        return found;
    }

    /** Reads a message. */
    public InboundMessage message() {
        Object value = next();
        if (value instanceof InboundMessage message) {
            messages.add(message);
            return message;
        }
        return known(value, messages);
    }

    private static <T> T known(Object place, List<T> all) {
        if (place instanceof Long number) {
            return all.get((int) within(number, 1, all.size()) - 1);
        }
        throw new MalformedSnapshotException(OTHER_KIND);
    }

    /** Reads a fault; returns null for none. */
    public Fault fault() {
        if (!flag()) {
            return null;
        }
        QualifiedName name = name();
        QualifiedName type = name();
        List<Element> data = elements();
        String reason = presentText();
        if (name == null || data.contains(null)) {
            throw new MalformedSnapshotException("a fault has no name, or an element of it is missing");
        }
        return new Fault(name, type, data, reason);
    }

    private QualifiedName name() {
        String namespace = text();
        String name = text();
        return namespace == null || name == null ? null : new QualifiedName(namespace, name);
    }

    /** Reads an endpoint; returns null for none. */
    public Endpoint endpoint() {
        if (!flag()) {
            return null;
        }
        String address = presentText();
        String namespace = text();
        List<Element> parameters = elements();
        if (parameters.contains(null)) {
            throw new MalformedSnapshotException("a reference parameter is missing");
        }
        return new Endpoint(address, namespace, parameters, text());
    }

    /** Reads elements, each of which may be null. */
    public List<Element> elements() {
        List<Element> all = new ArrayList<>();
        for (int count = count(); count > 0; count--) {
            all.add(element());
        }
        return all;
    }

    /** Reads an element, which may be null. */
    public Element element() {
        return element(next());
    }

    private Element element(Object value) {
        if (value == null || value instanceof Element) {
            return (Element) value;
        }
        if (!value.equals((long) StateWriter.NEW)) {
            return known(value, elements);
        }
        if (!(next() instanceof Element tag)) {
            throw new MalformedSnapshotException(OTHER_KIND);
        }
        Element made = Element.of(
                tag.prefix(),
                tag.namespace(),
                tag.name(),
                tag.attributes().toArray(Attribute[]::new),
                tag.declarations().toArray(Namespace[]::new),
                content());
        elements.add(made);
        return made;
    }

    private Object[] content() {
        long place = number();
        if (place != StateWriter.NEW) {
            return known(place, contents);
        }
        Object[] items = new Object[count()];
        for (int i = 0; i < items.length; i++) {
            items[i] = item();
        }
        if (items.length > 1) {
            contents.add(items);
        }
        return items.length == 0 ? null : items;
    }

    private Object item() {
        Object value = next();
        if (value instanceof String text) {
            if (text.length() >= StateWriter.SHARED_FROM_CHARS) {
                texts.add(text);
            }
            return text;
        }
        if (value instanceof Long number && number < 0) {
            return known(-number, texts);
        }
        Element element = element(value);
        if (element == null) {
            throw new MalformedSnapshotException("an element is missing");
        }
        return element;
    }
}
