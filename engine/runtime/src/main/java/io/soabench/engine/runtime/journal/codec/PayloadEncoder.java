package io.soabench.engine.runtime.journal.codec;

import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An encoder of values into payloads, one record after the other.
 *
 * <p>Threading: one thread. The encoder keeps the names that it has written, up to a limit.
 */
public final class PayloadEncoder {
    /** The kind of content of an element, in the two lowest bits of its head. */
    static final int EMPTY = 0;

    static final int ONE_TEXT = 1;
    static final int ONE_ITEM = 2;
    static final int ITEMS = 3;

    /** The position of a start tag that is not in the dictionary. */
    static final int INLINE = 0;

    /** The largest number of dictionary entries of a record. Further start tags are in its payload. */
    static final int MOST_ENTRIES = 1_000;

    /** The number of dictionaries that are kept, because many records have the same one. */
    private static final int KEPT_DICTIONARIES = 8;

    private static final int MOST_KEPT_ENTRIES = 64;

    private final ByteSink sink = new ByteSink();
    private final StartTags tags = new StartTags();
    private final List<DictionaryEntry> dictionary = new ArrayList<>();
    private final Map<DictionaryEntry, Integer> places = new HashMap<>();
    private final List<List<DictionaryEntry>> kept = new ArrayList<>();
    private int nextKept;
    private long round = 1;
    private Element[] open = new Element[16];
    private int[] next = new int[16];

    /** Discards a record that was begun and not finished. */
    public void clear() {
        sink.clear();
        dictionary.clear();
        places.clear();
        if (tags.limit()) {
            kept.clear();
            nextKept = 0;
        }
        round++;
    }

    /** Returns the number of bytes of the payload so far. */
    public int size() {
        return sink.size();
    }

    /** Ends a record and returns it; the next value begins another one. */
    public JournalRecord finish(byte type, long instance, long sequence) {
        JournalRecord record = new JournalRecord(type, instance, sequence, dictionary(), sink.toByteArray());
        clear();
        return record;
    }

    /** Returns the dictionary of the present record, if possible one that an earlier record has. */
    private List<DictionaryEntry> dictionary() {
        for (int i = 0; i < kept.size(); i++) {
            if (isDictionary(kept.get(i))) {
                return kept.get(i);
            }
        }
        List<DictionaryEntry> made = List.copyOf(dictionary);
        if (made.size() <= MOST_KEPT_ENTRIES) {
            if (kept.size() < KEPT_DICTIONARIES) {
                kept.add(made);
            } else {
                kept.set(nextKept, made);
                nextKept = (nextKept + 1) % KEPT_DICTIONARIES;
            }
        }
        return made;
    }

    private boolean isDictionary(List<DictionaryEntry> other) {
        boolean isSame = other.size() == dictionary.size();
        for (int i = 0; isSame && i < other.size(); i++) {
            isSame = other.get(i).equals(dictionary.get(i));
        }
        return isSame;
    }

    /** Adds a number; small ones take fewer bytes, and a negative one takes ten. */
    public PayloadEncoder number(long value) {
        sink.number(value);
        return this;
    }

    /** Adds a signed number; numbers near zero take fewer bytes. */
    public PayloadEncoder signed(long value) {
        sink.number((value << 1) ^ (value >> (Long.SIZE - 1)));
        return this;
    }

    /** Adds a number that takes four bytes. */
    public PayloadEncoder fixed(int value) {
        sink.fixed(value);
        return this;
    }

    /** Adds a text. */
    public PayloadEncoder text(String value) {
        sink.text(value);
        return this;
    }

    /** Adds a text that may be null. */
    public PayloadEncoder optionalText(String value) {
        sink.number(value == null ? 0 : 1);
        return value == null ? this : text(value);
    }

    /** Adds bytes. */
    public PayloadEncoder bytes(byte[] value) {
        sink.number(value.length);
        sink.raw(value);
        return this;
    }

    /** Adds an entry of the dictionary of another record. */
    public PayloadEncoder entry(DictionaryEntry entry) {
        Integer place = places.get(entry);
        if (place == null && dictionary.size() < MOST_ENTRIES) {
            dictionary.add(entry);
            place = dictionary.size();
            places.put(entry, place);
        }
        sink.number(place == null ? INLINE : place);
        return place == null ? bytes(entry.bytes()) : this;
    }

    /** Adds a list of elements, each of which may be null. */
    public PayloadEncoder elements(List<Element> values) {
        sink.number(values.size());
        for (int i = 0; i < values.size(); i++) {
            element(values.get(i));
        }
        return this;
    }

    /** Adds an element, which may be null. Its depth is not limited. */
    public PayloadEncoder element(Element root) {
        if (root == null) {
            sink.number(0);
            return this;
        }
        int depth = begin(root, 0);
        while (depth > 0) {
            Element parent = open[depth - 1];
            int index = next[depth - 1]++;
            if (index == parent.size()) {
                open[--depth] = null;
            } else if (parent.item(index) instanceof Element child) {
                depth = begin(child, depth);
            } else {
                sink.number(0);
                sink.text((String) parent.item(index));
            }
        }
        return this;
    }

    /**
     * Writes an element up to its first item. Returns the depth after it, which is greater if the element has items.
     */
    private int begin(Element element, int depth) {
        int size = element.size();
        int content = size == 0 ? EMPTY : size > 1 ? ITEMS : element.item(0) instanceof String ? ONE_TEXT : ONE_ITEM;
        StartTag tag = tags.of(element);
        int place = placeOf(tag);
        sink.number(((long) place << 2 | content) + 1);
        if (place == INLINE) {
            bytes(tag.entry().bytes());
        }
        for (int i = 0; i < element.attributeCount(); i++) {
            sink.text(element.attribute(i).value());
        }
        if (content == EMPTY) {
            return depth;
        }
        if (content == ONE_TEXT) {
            sink.text((String) element.item(0));
            return depth;
        }
        if (content == ITEMS) {
            sink.number(size);
        }
        if (depth == open.length) {
            open = Arrays.copyOf(open, 2 * depth);
            next = Arrays.copyOf(next, 2 * depth);
        }
        open[depth] = element;
        next[depth] = 0;
        return depth + 1;
    }

    /** Returns the position of a tag, from 1 on; {@link #INLINE} when the dictionary is full. */
    private int placeOf(StartTag tag) {
        if (tag.round != round) {
            if (dictionary.size() == MOST_ENTRIES) {
                return INLINE;
            }
            dictionary.add(tag.entry());
            tag.round = round;
            tag.place = dictionary.size();
        }
        return tag.place;
    }
}
