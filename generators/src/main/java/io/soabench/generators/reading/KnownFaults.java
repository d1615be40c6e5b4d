package io.soabench.generators.reading;

import io.soabench.model.WholeTestbed;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.Testbed;
import io.soabench.model.testbed.TestbedElement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.emf.ecore.EObject;

/**
 * The elements of a model with a known fault: the elements that errors are about, and the elements that refer to them. Further findings
 * about such an element would only be consequences, so they are not reported.
 */
public final class KnownFaults {

    private final Set<EObject> faulty = new HashSet<>();
    private final boolean everything;

    /**
     * Creates the known faults of a testbed.
     *
     * @param known the elements that errors are about; a root element stands for the whole testbed
     */
    public KnownFaults(WholeTestbed testbed, Set<EObject> known) {
        Deque<EObject> open = new ArrayDeque<>();
        boolean roots = false;
        for (EObject element : known) {
            EObject unit = unit(element);
            roots |= unit == null;
            if (unit != null && faulty.add(unit)) {
                open.add(unit);
            }
        }
        everything = roots;
        Map<EObject, Set<EObject>> users = open.isEmpty() ? Map.of() : users(testbed);
        while (!open.isEmpty()) {
            for (EObject user : users.getOrDefault(open.remove(), Set.of())) {
                if (faulty.add(user)) {
                    open.add(user);
                }
            }
        }
    }

    /** Returns the case, or else the element of a testbed, to which something belongs; {@code null} for a testbed itself. */
    private static EObject unit(EObject element) {
        EObject unit = element;
        while (unit != null && !(unit instanceof TestCase) && !(unit instanceof TestbedElement)) {
            unit = unit.eContainer();
        }
        return unit;
    }

    private static Map<EObject, Set<EObject>> users(WholeTestbed testbed) {
        Map<EObject, Set<EObject>> users = new HashMap<>();
        for (Testbed file : testbed.files()) {
            file.eAllContents().forEachRemaining(element -> {
                EObject unit = unit(element);
                for (EObject used : element.eCrossReferences()) {
                    EObject other = unit(used);
                    if (unit != null && other != null && other != unit) {
                        users.computeIfAbsent(other, any -> new LinkedHashSet<>())
                                .add(unit);
                    }
                }
            });
        }
        return users;
    }

    /** Returns whether an element has no known fault, nor refers to an element with one. */
    public boolean spare(EObject element) {
        return !everything && !faulty.contains(element);
    }
}
