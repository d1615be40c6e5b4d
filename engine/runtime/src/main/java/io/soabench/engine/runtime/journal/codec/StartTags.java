package io.soabench.engine.runtime.journal.codec;

import io.soabench.engine.runtime.xml.Element;

/**
 * The start tags that an encoder has written: a hash table with open addressing.
 *
 * <p>Clients choose names. So the table is emptied when it has too many tags or too many bytes. A search ends after a
 * number of steps, even if all names have the same hash code.
 *
 * <p>Threading: one thread.
 */
final class StartTags {
    static final int MOST_TAGS = 2_000;
    static final int MOST_BYTES = 1 << 20;
    private static final int START_CAPACITY = 64;
    private static final int MOST_STEPS = 32;

    private StartTag[] table = new StartTag[START_CAPACITY];
    private int count;
    private long bytes;

    /**
     * Forgets all tags if they are too many. Called only between two records, because the tags of a record keep their
     * positions.
     *
     * @return whether the tags were forgotten
     */
    boolean limit() {
        boolean isOver = count > MOST_TAGS || bytes > MOST_BYTES;
        if (isOver) {
            table = new StartTag[START_CAPACITY];
            count = 0;
            bytes = 0;
        }
        return isOver;
    }

    int count() {
        return count;
    }

    /**
     * Returns the tag of an element. It is a new one if the element was not met before or the table has no place for
     * it.
     */
    StartTag of(Element element) {
        int hash = StartTag.hash(element);
        int at = spread(hash) & (table.length - 1);
        for (int step = 0; step < MOST_STEPS; step++) {
            if (table[at] == null) {
                return add(StartTag.of(element), at);
            }
            if (table[at].isOf(element, hash)) {
                return table[at];
            }
            at = (at + 1) & (table.length - 1);
        }
        return StartTag.of(element);
    }

    private StartTag add(StartTag tag, int at) {
        table[at] = tag;
        count++;
        bytes += tag.entry().bytes().length;
        if (2 * count > table.length) {
            grow();
        }
        return tag;
    }

    private static int spread(int hash) {
        return hash ^ (hash >>> 16);
    }

    /** Extends the table to twice its size. A tag without a free position within some steps replaces another one. */
    private void grow() {
        StartTag[] larger = new StartTag[2 * table.length];
        for (StartTag tag : table) {
            if (tag != null) {
                int at = spread(tag.hash()) & (larger.length - 1);
                for (int step = 0; larger[at] != null && step < MOST_STEPS; step++) {
                    at = (at + 1) & (larger.length - 1);
                }
                larger[at] = tag;
            }
        }
        table = larger;
    }
}
