package io.soabench.engine.runtime.journal.codec;

import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A decoder of payloads, one record after the other. It reads the values that {@link PayloadEncoder} has written, in
 * the same order.
 *
 * <p>Threading: one thread. The decoder keeps the names that it has read, up to a limit, so that equal names take
 * memory once.
 */
public final class PayloadDecoder {
    private static final DictionaryEntry[] NONE = {};
    private static final int START_DEPTH = 16;
    private static final int KEPT_DEPTH = 64;

    private final Map<DictionaryEntry, StartTag> known = new HashMap<>();
    private long knownBytes;
    private DictionaryEntry[] dictionary = NONE;
    private ByteSource source = new ByteSource(new byte[0]);
    private long instance;

    private StartTag[] tags = new StartTag[START_DEPTH];
    private Attribute[][] attributes = new Attribute[START_DEPTH][];
    private Object[][] contents = new Object[START_DEPTH][];
    private int[] filled = new int[START_DEPTH];
    private int depth;
    private long missing;

    /** Begins to read a record. */
    public void begin(JournalRecord record) {
        if (known.size() > StartTags.MOST_TAGS || knownBytes > StartTags.MOST_BYTES) {
            known.clear();
            knownBytes = 0;
        }
        dictionary = record.dictionary().toArray(DictionaryEntry[]::new);
        source = new ByteSource(record.payload());
        instance = record.instance();
    }

    /** Returns the instance of the record. */
    public long instance() {
        return instance;
    }

    /**
     * Checks that all bytes of the record were read.
     *
     * @throws MalformedRecordException if some are left over
     */
    public void end() throws MalformedRecordException {
        source.end();
    }

    /** Reads a number. */
    public long number() throws MalformedRecordException {
        return source.number();
    }

    /** Reads a number between 0 and a limit. */
    public int number(int most) throws MalformedRecordException {
        long value = source.number();
        if (value < 0 || value > most) {
            throw new MalformedRecordException("The number " + value + " is not between 0 and " + most + ".");
        }
        return (int) value;
    }

    /** Reads a number with a sign. */
    public long signed() throws MalformedRecordException {
        long value = source.number();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads a number of four bytes. */
    public int fixed() throws MalformedRecordException {
        return source.fixed();
    }

    /** Reads a text. */
    public String text() throws MalformedRecordException {
        return source.text();
    }

    /** Reads a text that may be null. */
    public String optionalText() throws MalformedRecordException {
        return number(1) == 0 ? null : text();
    }

    /** Reads a number of values that take at least one byte each. */
    public int count() throws MalformedRecordException {
        return source.count(0);
    }

    /** Reads bytes. */
    public byte[] bytes() throws MalformedRecordException {
        return source.raw(count());
    }

    /** Reads an entry of the dictionary of another record. */
    public DictionaryEntry entry() throws MalformedRecordException {
        int place = number(dictionary.length);
        return place == PayloadEncoder.INLINE ? DictionaryEntry.of(bytes()) : dictionary[place - 1];
    }

    /** Reads a list of elements, each of which may be null. */
    public List<Element> elements() throws MalformedRecordException {
        int count = count();
        List<Element> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(element());
        }
        return elements;
    }

    /** Reads an element, which may be null. */
    public Element element() throws MalformedRecordException {
        long head = source.number();
        if (head == 0) {
            return null;
        }
        depth = 0;
        missing = 0;
        try {
            Object done = begin(head);
            while (true) {
                while (depth > 0 && done != null) {
                    done = put(done);
                }
                if (done != null) {
                    return (Element) done;
                }
                long item = source.number();
                missing--;
                done = item == 0 ? source.text() : begin(item);
            }
        } finally {
            release();
        }
    }

    /** Reads an element up to its first item. Returns the element if it has no further items, else null. */
    private Element begin(long head) throws MalformedRecordException {
        long place = (head - 1) >>> 2;
        if (place > dictionary.length) {
            throw new MalformedRecordException("A name has number " + place + " of " + dictionary.length + " names.");
        }
        StartTag tag = place == PayloadEncoder.INLINE
                ? StartTag.read(DictionaryEntry.of(source.raw(source.count(missing))))
                : tag(dictionary[(int) place - 1]);
        Attribute[] values = attributes(tag);
        return switch ((int) ((head - 1) & 3)) {
            case PayloadEncoder.EMPTY -> tag.element(values, null);
            case PayloadEncoder.ONE_TEXT -> tag.element(values, new Object[] {source.text()});
            case PayloadEncoder.ONE_ITEM -> push(tag, values, 1);
            default -> push(tag, values, severalItems());
        };
    }

    private int severalItems() throws MalformedRecordException {
        int count = source.count(missing);
        if (count < 2) {
            throw new MalformedRecordException("An element with a row of items has " + count + " of them.");
        }
        return count;
    }

    private Attribute[] attributes(StartTag tag) throws MalformedRecordException {
        int count = tag.attributeCount();
        if (count == 0) {
            return null;
        }
        // Each value takes at least one byte, and so does each item that follows.
        if (count > source.remaining() - missing) {
            throw new MalformedRecordException("The bytes end inside of the attributes of an element.");
        }
        Attribute[] values = new Attribute[count];
        for (int i = 0; i < count; i++) {
            values[i] = tag.attribute(i, source.text());
        }
        return values;
    }

    private StartTag tag(DictionaryEntry entry) throws MalformedRecordException {
        StartTag tag = known.get(entry);
        if (tag == null) {
            tag = StartTag.read(entry);
            known.put(entry, tag);
            knownBytes += entry.bytes().length;
        }
        return tag;
    }

    /** Opens an element that has items; returns null. */
    private Element push(StartTag tag, Attribute[] values, int items) throws MalformedRecordException {
        missing += items;
        if (missing > source.remaining()) {
            throw new MalformedRecordException("The bytes end inside of an element.");
        }
        if (depth == tags.length) {
            tags = Arrays.copyOf(tags, 2 * depth);
            attributes = Arrays.copyOf(attributes, 2 * depth);
            contents = Arrays.copyOf(contents, 2 * depth);
            filled = Arrays.copyOf(filled, 2 * depth);
        }
        tags[depth] = tag;
        attributes[depth] = values;
        contents[depth] = new Object[items];
        filled[depth++] = 0;
        return null;
    }

    /** Adds an item to the innermost element. Returns that element if it is complete, else null. */
    private Element put(Object item) {
        int top = depth - 1;
        contents[top][filled[top]++] = item;
        if (filled[top] < contents[top].length) {
            return null;
        }
        depth--;
        return tags[top].element(attributes[top], contents[top]);
    }

    /** Releases the parts of the element, and arrays that a deep element has made long. */
    private void release() {
        if (tags.length > KEPT_DEPTH) {
            tags = new StartTag[START_DEPTH];
            attributes = new Attribute[START_DEPTH][];
            contents = new Object[START_DEPTH][];
            filled = new int[START_DEPTH];
        } else {
            Arrays.fill(attributes, null);
            Arrays.fill(contents, null);
        }
    }
}
