package io.soabench.start.bpmn;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The ids of all parts of a document, so that added parts get ids of their own. */
final class PartIds {

    private final Set<String> taken = new HashSet<>();

    void addAll(Collection<String> ids) {
        taken.addAll(ids);
    }

    /** Returns the wanted id, with a number behind it where a part has that id, and takes it. */
    String free(String wanted) {
        String free = wanted;
        for (int n = 2; !taken.add(free); n++) {
            free = wanted + n;
        }
        return free;
    }
}
