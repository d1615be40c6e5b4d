package io.soabench.start.bpmn;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values of a request by which the gateways of a process decide. Values are chosen one gateway after the other, so that
 * an instance takes the wanted flow; a value that was chosen is kept.
 */
final class RequestValues {

    /** The greatest number of combinations that are tried for one gateway. Above it, the gateway gets new values. */
    private static final int MOST_COMBINATIONS = 100_000;

    private final Map<String, Object> chosen = new LinkedHashMap<>();

    /** Returns the values by name, in the order in which they were chosen. */
    Map<String, Object> values() {
        return chosen;
    }

    /**
     * Chooses values with which a gateway takes a flow.
     *
     * @param conditions of the flows that have one, in their order
     * @param wanted index of the condition of the flow; the number of conditions for the default flow, which has none
     * @param exclusive whether the first condition that holds decides
     * @return whether there are such values
     */
    boolean choose(List<Condition> conditions, int wanted, boolean exclusive) {
        Map<String, Set<Object>> candidates = new LinkedHashMap<>();
        for (Condition each : conditions) {
            Object known = chosen.get(each.variable());
            if (known != null && !known.getClass().equals(each.constant().getClass())) {
                return false;
            }
            Set<Object> values = candidates.computeIfAbsent(each.variable(), name -> new LinkedHashSet<>());
            values.addAll(known == null ? each.candidates() : Set.of(known));
            if (values.stream().map(Object::getClass).distinct().count() > 1) {
                return false;
            }
        }
        long combinations = 1;
        for (Set<Object> values : candidates.values()) {
            combinations *= values.size();
            if (combinations > MOST_COMBINATIONS) {
                return false;
            }
        }
        Optional<Map<String, Object>> found = search(
                new ArrayList<>(candidates.keySet()), candidates, new LinkedHashMap<>(), conditions, wanted, exclusive);
        found.ifPresent(chosen::putAll);
        return found.isPresent();
    }

    private static Optional<Map<String, Object>> search(
            List<String> names,
            Map<String, Set<Object>> candidates,
            Map<String, Object> values,
            List<Condition> conditions,
            int wanted,
            boolean exclusive) {
        if (values.size() == names.size()) {
            return takes(conditions, values, wanted, exclusive)
                    ? Optional.of(new LinkedHashMap<>(values))
                    : Optional.empty();
        }
        String name = names.get(values.size());
        for (Object value : candidates.get(name)) {
            values.put(name, value);
            Optional<Map<String, Object>> found = search(names, candidates, values, conditions, wanted, exclusive);
            if (found.isPresent()) {
                return found;
            }
            values.remove(name);
        }
        return Optional.empty();
    }

    private static boolean takes(
            List<Condition> conditions, Map<String, Object> values, int wanted, boolean exclusive) {
        for (int i = 0; i < conditions.size(); i++) {
            boolean holds = conditions.get(i).holds(values.get(conditions.get(i).variable()));
            if (i == wanted) {
                if (!holds) {
                    return false;
                }
                if (exclusive) {
                    return true;
                }
            } else if (holds) {
                return false;
            }
        }
        return true;
    }

    /** Adds a truth value under a name that is free, and returns the name. */
    String add(String name, boolean value) {
        String free = name;
        for (int n = 2; chosen.containsKey(free) || !Condition.isFree(free); n++) {
            free = name + n;
        }
        chosen.put(free, value);
        return free;
    }

    /** Returns the XML Schema type of a value. */
    static String type(Object value) {
        if (value instanceof Boolean) {
            return "boolean";
        }
        if (value instanceof BigDecimal number) {
            return number.stripTrailingZeros().scale() <= 0 ? "long" : "decimal";
        }
        return "string";
    }

    /** Returns a value as text of XML. */
    static String text(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }
}
