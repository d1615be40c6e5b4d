package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.kernel.Activity;
import io.soabench.engine.runtime.kernel.Deployment;
import io.soabench.engine.runtime.kernel.Instance;
import io.soabench.engine.runtime.kernel.InstanceAlarm;
import io.soabench.engine.runtime.kernel.Kernel;
import io.soabench.engine.runtime.kernel.Outbox;
import io.soabench.engine.runtime.kernel.Receipt;
import io.soabench.engine.runtime.kernel.Recorder;
import io.soabench.engine.runtime.kernel.ReplyTo;
import io.soabench.engine.runtime.xml.Element;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A comparison of two instances by reflection, field by field: two objects correspond if all their fields do. What does not belong to
 * the state, such as the kernel and connections, is left out by {@link #LEFT_OUT}. So a new field takes part by itself.
 */
public final class StateComparison {
    private static final String KERNEL = "io.soabench.engine.runtime.kernel.";

    /** Fields that are no state of an instance, or that it has during a turn only. */
    static final Set<String> LEFT_OUT = Set.of(
            // Of the engine in which the instance runs.
            "Instance.kernel",
            "Instance.deployment",
            "Instance.executor",
            "Instance.outbox",
            "Instance.earlier",
            "Instance.later",
            "Instance.nextInChain",
            "RunQueue.executor",
            "MemoryAccount.kernel",
            "InstanceHistory.recorder",
            "InstanceAlarm.scheduled",
            // Times that a recovery computes of the record.
            "Instance.startedNs",
            "Instance.nowMs",
            "Instance.nowNs",
            // Of the present turn.
            "RunQueue.left",
            "RunQueue.turnMs",
            "RunQueue.ahead",
            // Of a recovery that is over.
            "InstanceHistory.past",
            "InstanceHistory.next",
            "InstanceHistory.effects",
            "InstanceHistory.lastFrameOfSnapshot",
            "InstanceHistory.openInSnapshot",
            // Of the attempts of this start of the engine.
            "InstanceHistory.hasFailed",
            // The acknowledgement of a message whose connection has ended with the engine.
            "PendingMessages.startReceipt",
            // Of an answer on its way, which is lost with the engine.
            "PartnerCall.reserved",
            "PartnerCall.whenPosted");

    private final IdentityHashMap<Object, Object> matched = new IdentityHashMap<>();
    private final Set<String> met = new TreeSet<>();
    private final Set<Class<?>> classes = new LinkedHashSet<>();
    private final List<String> differences = new ArrayList<>();
    private final Queue<Runnable> sets = new ArrayDeque<>();

    /** Returns the instance of a kernel with a number. */
    public static Instance instance(Kernel kernel, long id) {
        try {
            Method list = Kernel.class.getDeclaredMethod("list", long.class);
            list.setAccessible(true);
            Object found = list.invoke(kernel, id);
            Method find = found.getClass().getDeclaredMethod("find", long.class);
            find.setAccessible(true);
            return (Instance) find.invoke(found, id);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Compares two instances; returns sentences about what differs. */
    public List<String> compare(Instance one, Instance other) {
        matched.clear();
        differences.clear();
        sets.clear();
        compare(one, other, "instance");
        for (Runnable set = sets.poll(); set != null; set = sets.poll()) {
            set.run();
        }
        return List.copyOf(differences);
    }

    /** The fields that were met with another value than null, zero, false or nothing, as {@code Class.field}. */
    Set<String> met() {
        return met;
    }

    /** All fields that belong to the state, of all classes that were met. */
    Set<String> fields() {
        Set<String> all = new TreeSet<>();
        for (Class<?> type : classes) {
            for (Field field : fields(type)) {
                all.add(name(field));
            }
        }
        return all;
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> all = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !LEFT_OUT.contains(name(field))) {
                field.setAccessible(true);
                all.add(field);
            }
        }
        return all;
    }

    private static String name(Field field) {
        return field.getDeclaringClass().getSimpleName() + "." + field.getName();
    }

    private void differ(String path, Object one, Object other) {
        differences.add(path + ": " + one + " and " + other);
    }

    private void compare(Object one, Object other, String path) {
        if (differences.size() > 10 || one == other) {
            return;
        }
        if (one == null || other == null) {
            if (!isNothing(one) || !isNothing(other)) {
                differ(path, one, other);
            }
            return;
        }
        if (isEnvironment(one) && isEnvironment(other)) {
            return;
        }
        if (one instanceof Element
                || one instanceof Number
                || one instanceof String
                || one instanceof Boolean
                || one instanceof Enum<?>) {
            if (!one.equals(other)) {
                differ(path, one, other);
            }
            return;
        }
        // Values that are equal may be one object in one instance, and two in the other.
        Object before = one instanceof Record || one instanceof Collection<?> ? null : matched.get(one);
        if (before != null) {
            if (before != other) {
                differ(path, "the same object as before", "another one");
            }
            return;
        }
        matched.put(one, other);
        if (one.getClass().isArray()) {
            compareArrays(one, other, path);
        } else if (one instanceof IdentityHashMap<?, ?> shares) {
            compareShares(shares, (IdentityHashMap<?, ?>) other, path);
        } else if (one instanceof Map<?, ?> map) {
            compareItems(
                    withoutNothing(map).values(),
                    withoutNothing((Map<?, ?>) other).values(),
                    path);
        } else if (one instanceof Set<?> set) {
            // The scopes to which their items refer are known at the end.
            sets.add(() -> compareSets(set, (Set<?>) other, path));
        } else if (one instanceof Collection<?> items) {
            compareItems(items, (Collection<?>) other, path);
        } else if (!one.getClass().equals(other.getClass())) {
            differ(path, one.getClass(), other.getClass());
        } else {
            compareFields(one, other, path);
        }
    }

    private static boolean isEnvironment(Object value) {
        return value instanceof Kernel
                || value instanceof Deployment
                || value instanceof ReplyTo
                || value instanceof Receipt
                || value instanceof Outbox
                || value instanceof Recorder
                || value.getClass().getName().equals(KERNEL + "WaitingLine$Place");
    }

    private static boolean isNothing(Object value) {
        if (value == null || value.equals(false)) {
            return true;
        }
        if (value instanceof Number number) {
            return number.longValue() == 0;
        }
        if (value instanceof Map<?, ?> map) {
            return withoutNothing(map).isEmpty();
        }
        if (value instanceof Object[] items) {
            for (Object item : items) {
                if (!isNothing(item)) {
                    return false;
                }
            }
            return true;
        }
        if (value instanceof byte[] bytes) {
            for (byte one : bytes) {
                if (one != 0) {
                    return false;
                }
            }
            return true;
        }
        return value instanceof Collection<?> items && items.isEmpty();
    }

    private static Map<Object, Object> withoutNothing(Map<?, ?> map) {
        Map<Object, Object> all = map instanceof IdentityHashMap<?, ?> ? new IdentityHashMap<>() : new TreeMap<>();
        map.forEach((key, value) -> {
            if (!isNothing(value)) {
                all.put(key, value);
            }
        });
        return all;
    }

    private void compareArrays(Object one, Object other, String path) {
        if (!other.getClass().equals(one.getClass()) || Array.getLength(one) != Array.getLength(other)) {
            differ(path, one.getClass(), other.getClass());
            return;
        }
        for (int i = 0; i < Array.getLength(one); i++) {
            compare(Array.get(one, i), Array.get(other, i), path + "[" + i + "]");
        }
    }

    /** The numbers of holders of large contents, whose keys are other objects in each instance. */
    private void compareShares(IdentityHashMap<?, ?> one, IdentityHashMap<?, ?> other, String path) {
        List<Integer> counts = counts(one);
        if (!counts.equals(counts(other))) {
            differ(path, counts, counts(other));
        }
    }

    private static List<Integer> counts(IdentityHashMap<?, ?> shares) {
        return shares.values().stream()
                .map(count -> ((int[]) count)[0])
                .sorted()
                .toList();
    }

    private void compareItems(Collection<?> one, Collection<?> other, String path) {
        if (one.size() != other.size()) {
            differ(path, one.size() + " items", other.size() + " items");
            return;
        }
        Iterator<?> others = other.iterator();
        int index = 0;
        for (Object item : one) {
            compare(item, others.next(), path + "[" + index++ + "]");
        }
    }

    /** Each item of one set must correspond to an item of the other one. */
    private void compareSets(Set<?> one, Set<?> other, String path) {
        if (one.size() != other.size()) {
            differ(path, one.size() + " items", other.size() + " items");
            return;
        }
        List<Object> left = new ArrayList<>(other);
        for (Object item : one) {
            boolean found = left.removeIf(candidate -> corresponds(item, candidate));
            if (!found) {
                differ(path, item, "nothing");
            }
        }
    }

    /** Whether two things that are shared by isolated scopes are the same. */
    private boolean corresponds(Object one, Object other) {
        if (one instanceof Integer) {
            return one.equals(other);
        }
        try {
            boolean same = true;
            for (Field field : fields(one.getClass())) {
                Object mine = field.get(one);
                Object its = field.get(other);
                met(field, mine);
                classes.add(one.getClass());
                same &= field.getName().equals("holder") ? corresponding(mine, its) : mine.equals(its);
            }
            return same;
        } catch (IllegalAccessException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private boolean corresponding(Object one, Object other) {
        return one == other || matched.get(one) == other;
    }

    private void met(Field field, Object value) {
        if (!isNothing(value)) {
            met.add(name(field));
        }
    }

    private void compareFields(Object one, Object other, String path) {
        boolean isClosed = one.getClass().getSimpleName().equals("Frame")
                && value(one, "state").equals((byte) 4);
        if (one instanceof Activity || one.getClass().getPackageName().endsWith(".expression")) {
            differ(path, one, other);
            return;
        }
        if (one instanceof InstanceAlarm && value(one, "frame") == null && value(other, "frame") == null) {
            return;
        }
        classes.add(one.getClass());
        for (Field field : fields(one.getClass())) {
            if (isClosed && !Set.of("activity", "address", "state", "scope").contains(field.getName())) {
                // Nobody asks a closed frame for anything else.
                continue;
            }
            Object mine = value(one, field.getName());
            met(field, mine);
            compare(mine, value(other, field.getName()), path + "." + field.getName());
        }
    }

    private static Object value(Object owner, String field) {
        try {
            Field found = owner.getClass().getDeclaredField(field);
            found.setAccessible(true);
            return found.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
