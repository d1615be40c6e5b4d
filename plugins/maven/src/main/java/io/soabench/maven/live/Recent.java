package io.soabench.maven.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last elements of a sequence, at most a fixed number. Not thread-safe. */
final class Recent<T> {

    private final int most;
    private final Deque<T> elements = new ArrayDeque<>();

    /** @param most number of elements that are kept */
    Recent(int most) {
        this.most = most;
    }

    /** Adds an element, and forgets the oldest one when there are too many. */
    void add(T element) {
        if (elements.size() == most) {
            elements.removeFirst();
        }
        elements.addLast(element);
    }

    /** Returns a copy, oldest first. */
    List<T> list() {
        return List.copyOf(elements);
    }
}
