package io.soabench.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A finder of circles: sets of classes of which each depends on all others, directly or through others of them. A nested class
 * counts as the class around it. These are the strongly connected components of the graph of dependencies (Tarjan, "Depth-first
 * search and linear graph algorithms", 1972).
 */
final class ClassCircles {

    private final SortedMap<String, SortedSet<String>> dependencies = new TreeMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<SortedSet<String>> circles = new ArrayList<>();

    private ClassCircles() {}

    /** Returns the circles of at least two classes among some classes. */
    static List<SortedSet<String>> of(Iterable<JavaClass> classes) {
        ClassCircles finder = new ClassCircles();
        for (JavaClass each : classes) {
            finder.dependencies.computeIfAbsent(outermost(each), any -> new TreeSet<>());
        }
        for (JavaClass each : classes) {
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String target = outermost(dependency.getTargetClass().getBaseComponentType());
                if (finder.dependencies.containsKey(target)) {
                    finder.dependencies.get(outermost(each)).add(target);
                }
            }
        }
        finder.dependencies.keySet().forEach(finder::visitOnce);
        return Collections.unmodifiableList(finder.circles);
    }

    private static String outermost(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private void visitOnce(String type) {
        if (!numbers.containsKey(type)) {
            visit(type);
        }
    }

    private void visit(String type) {
        numbers.put(type, numbers.size());
        lowest.put(type, numbers.get(type));
        open.push(type);
        Set<String> targets = dependencies.get(type);
        for (String target : targets) {
            if (!numbers.containsKey(target)) {
                visit(target);
                lowest.merge(type, lowest.get(target), Math::min);
            } else if (open.contains(target)) {
                lowest.merge(type, numbers.get(target), Math::min);
            }
        }
        if (lowest.get(type).equals(numbers.get(type))) {
            close(type);
        }
    }

    private void close(String first) {
        SortedSet<String> circle = new TreeSet<>();
        String each;
        do {
            each = open.pop();
            circle.add(each);
        } while (!each.equals(first));
        if (circle.size() > 1) {
            circles.add(circle);
        }
    }
}
