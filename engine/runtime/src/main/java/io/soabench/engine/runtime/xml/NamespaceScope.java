package io.soabench.engine.runtime.xml;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The namespace declarations that elements need when they leave the element around them, since a text or an attribute
 * value may be a qualified name (XML Schema Part 2, section 3.2.18).
 *
 * <p>Belongs to one thread; made once for all elements that leave the same place. The values of an element are searched once for all declarations together, and once for that of the default namespace. So the work is linear in the size of the element, for any number of declarations.
 */
public final class NamespaceScope {
    /** The largest number of declarations that are searched one by one, which allocates nothing. */
    public static final int FEW = 3;

    private final Element around;

    /** Prefixes from their last letter to their first, sorted. */
    private final String[] reversedPrefixes;

    /** The number of the declaration for each of them, in document order. */
    private final int[] places;

    /** The declaration of the default namespace; null when there is none. */
    private final Namespace byDefault;

    private boolean[] found;
    private int missing;
    private long characters;

    /** Makes the scope for elements inside the given one. */
    public NamespaceScope(Element around) {
        this.around = around;
        places = IntStream.range(0, around.declarationCount())
                .filter(i -> !around.declaration(i).prefix().isEmpty())
                .boxed()
                .sorted(Comparator.comparing(i -> reversed(around.declaration(i))))
                .mapToInt(Integer::intValue)
                .toArray();
        byDefault = around.declarations().stream()
                .filter(declaration -> declaration.prefix().isEmpty())
                .findFirst()
                .orElse(null);
        reversedPrefixes = Arrays.stream(places)
                .mapToObj(i -> reversed(around.declaration(i)))
                .toArray(String[]::new);
    }

    private static String reversed(Namespace declaration) {
        return new StringBuilder(declaration.prefix()).reverse().toString();
    }

    /**
     * Returns an element that leaves another one, with the declarations it may use; the element itself when it uses
     * none.
     */
    public static Element detached(Element around, Element inner) {
        int count = around.declarationCount();
        if (count > FEW) {
            return new NamespaceScope(around).detached(inner);
        }
        Element detached = inner;
        for (int i = 0; i < count; i++) {
            if (mayUse(inner, around.declaration(i))) {
                detached = detached.declaring(around.declaration(i));
            }
        }
        return detached;
    }

    private static boolean mayUse(Element inner, Namespace declaration) {
        return declaration.prefix().isEmpty() ? inner.mayUseDefaultNamespace() : inner.mentions(declaration.prefix());
    }

    /** Returns an element of the place with the declarations it may use; the element itself when it uses none. */
    public Element detached(Element inner) {
        found = null;
        missing = reversedPrefixes.length;
        search(inner);
        Element detached = inner;
        for (int i = 0; found != null && i < found.length; i++) {
            if (found[i]) {
                detached = detached.declaring(around.declaration(i));
            }
        }
        return byDefault != null && inner.mayUseDefaultNamespace() ? detached.declaring(byDefault) : detached;
    }

    /** Returns the number of characters before colons that were read. */
    long characters() {
        return characters;
    }

    private void search(Element element) {
        for (int i = 0; i < element.attributeCount(); i++) {
            search(element.attribute(i).value());
        }
        for (int i = 0; i < element.size() && missing > 0; i++) {
            if (element.item(i) instanceof Element child) {
                search(child);
            } else {
                search((String) element.item(i));
            }
        }
    }

    private void search(String value) {
        int colon = value.indexOf(':');
        while (colon >= 0 && missing > 0) {
            searchBefore(value, colon);
            colon = value.indexOf(':', colon + 1);
        }
    }

    /**
     * Searches the characters before a colon. Prefixes hold no colon, so all these ways backwards together are no
     * longer than the value.
     */
    private void searchBefore(String value, int colon) {
        int low = 0;
        int high = reversedPrefixes.length;
        for (int length = 0; low < high; length++) {
            if (reversedPrefixes[low].length() == length) {
                note(low++);
            }
            int at = colon - 1 - length;
            if (at < 0) {
                return;
            }
            char character = value.charAt(at);
            characters++;
            low = bound(low, high, length, character, false);
            high = bound(low, high, length, character, true);
        }
    }

    /** Returns the first of the tails from low to high whose letter is not below the given one, or is above it. */
    private int bound(int low, int high, int position, char character, boolean above) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = (from + to) >>> 1;
            char there = reversedPrefixes[middle].charAt(position);
            if (there < character || (above && there == character)) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private void note(int index) {
        if (found == null) {
            found = new boolean[around.declarationCount()];
        }
        if (!found[places[index]]) {
            found[places[index]] = true;
            missing--;
        }
    }
}
