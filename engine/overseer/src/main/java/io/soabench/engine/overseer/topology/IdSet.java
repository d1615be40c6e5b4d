package io.soabench.engine.overseer.topology;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * A set of the numbers that Linux gives to processors or to NUMA nodes, written as the kernel writes it: {@code 0-3,8}. Numbers
 * are from 0 to {@value #LARGEST}. Iteration is in ascending order. Immutable.
 *
 * <p>Source: the kernel's documentation of bitmaps, {@code Documentation/core-api/kernel-api} ({@code bitmap_parselist}) and
 * cpuset(7), "List format".
 */
public final class IdSet implements Iterable<Integer> {

    /** The largest number: kernels are built for at most 8192 processors, and more is reserve. */
    public static final int LARGEST = 65_535;

    private static final IdSet EMPTY = new IdSet(new BitSet());

    private final BitSet bits;

    private IdSet(BitSet bits) {
        this.bits = bits;
    }

    /** Returns the set without elements. */
    public static IdSet none() {
        return EMPTY;
    }

    /**
     * Returns a set of some numbers.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public static IdSet of(int... ids) {
        return of(IntStream.of(ids).boxed().toList());
    }

    /**
     * Returns a set of some numbers.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    public static IdSet of(Collection<Integer> ids) {
        BitSet bits = new BitSet();
        for (int id : ids) {
            if (id < 0 || id > LARGEST) {
                throw new IllegalArgumentException(id + " is no number of a processor or node: 0 to " + LARGEST);
            }
            bits.set(id);
        }
        return new IdSet(bits);
    }

    /** Returns all numbers from the first to the last, both included; empty if the last is the smaller one. */
    public static IdSet range(int first, int last) {
        return of(IntStream.rangeClosed(first, last).boxed().toList());
    }

    /**
     * Reads {@code 0-3,8}. Blanks around numbers are allowed, and an empty text is the empty set.
     *
     * @throws IllegalArgumentException with a sentence if the text has another form
     */
    public static IdSet parse(String text) {
        BitSet bits = new BitSet();
        if (text.isBlank()) {
            return EMPTY;
        }
        for (String part : text.strip().split(",", -1)) {
            String[] ends = part.strip().split("-", 2);
            int first = number(ends[0], text);
            int last = ends.length == 1 ? first : number(ends[1], text);
            if (last < first) {
                throw wrong(text);
            }
            bits.set(first, last + 1);
        }
        return new IdSet(bits);
    }

    private static int number(String digits, String text) {
        String stripped = digits.strip();
        if (stripped.isEmpty() || stripped.length() > 5 || !stripped.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong(text);
        }
        int number = Integer.parseInt(stripped);
        if (number > LARGEST) {
            throw wrong(text);
        }
        return number;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "'" + text.strip() + "' is no list of numbers from 0 to " + LARGEST + " such as 0-3,8");
    }

    /** Returns the set of a mask in which number n is bit {@code n % 8} of byte {@code n / 8}. */
    public static IdSet ofMask(byte[] mask) {
        return new IdSet(BitSet.valueOf(mask));
    }

    /**
     * Returns the mask in which number n is bit {@code n % 8} of byte {@code n / 8}, as for system calls of
     * little-endian machines.
     *
     * @param bytes length of the mask
     * @throws IllegalArgumentException if the largest number does not fit
     */
    public byte[] toMask(int bytes) {
        byte[] needed = bits.toByteArray();
        if (needed.length > bytes) {
            throw new IllegalArgumentException(this + " does not fit into a mask of " + 8L * bytes + " bits");
        }
        return Arrays.copyOf(needed, bytes);
    }

    /** Returns whether there is no element. */
    public boolean isEmpty() {
        return bits.isEmpty();
    }

    /** Returns the number of elements. */
    public int size() {
        return bits.cardinality();
    }

    /** Returns the smallest element; {@link NoSuchElementException} if there is none. */
    public int first() {
        int first = bits.nextSetBit(0);
        if (first < 0) {
            throw new NoSuchElementException("an empty set has no first element");
        }
        return first;
    }

    /** Returns the largest element; {@link NoSuchElementException} if there is none. */
    public int last() {
        if (bits.isEmpty()) {
            throw new NoSuchElementException("an empty set has no last element");
        }
        return bits.length() - 1;
    }

    /** Returns whether the number belongs to it. */
    public boolean contains(int id) {
        return id >= 0 && bits.get(id);
    }

    /** Returns whether all elements of the other set belong to this one. */
    public boolean containsAll(IdSet other) {
        return other.minus(this).isEmpty();
    }

    /** Returns whether some element belongs to both. */
    public boolean intersects(IdSet other) {
        return bits.intersects(other.bits);
    }

    /** Returns the elements that belong to both. */
    public IdSet and(IdSet other) {
        BitSet result = (BitSet) bits.clone();
        result.and(other.bits);
        return new IdSet(result);
    }

    /** Returns the elements that belong to at least one of the two. */
    public IdSet or(IdSet other) {
        BitSet result = (BitSet) bits.clone();
        result.or(other.bits);
        return new IdSet(result);
    }

    /** Returns the elements that belong to this set only. */
    public IdSet minus(IdSet other) {
        BitSet result = (BitSet) bits.clone();
        result.andNot(other.bits);
        return new IdSet(result);
    }

    /** Returns the elements in ascending order. */
    public IntStream stream() {
        return bits.stream();
    }

    /** Returns the elements in ascending order. */
    public List<Integer> toList() {
        return bits.stream().boxed().toList();
    }

    @Override
    public Iterator<Integer> iterator() {
        return toList().iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IdSet set && bits.equals(set.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    /** Returns the text that {@link #parse} reads; nothing for the empty set. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        int first = bits.nextSetBit(0);
        while (first >= 0) {
            int last = bits.nextClearBit(first) - 1;
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append('-').append(last);
            }
            first = bits.nextSetBit(last + 1);
        }
        return text.toString();
    }
}
