package io.soabench.engine.overseer.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.SplittableRandom;

/**
 * The places of an array in the order in which they are visited, each once. The order is stored, four bytes a place, so
 * that both patterns run the same instructions. Memory is outside of the Java heap, touched first by the thread that
 * makes this path. Not thread-safe.
 *
 * <p>Source: P13 §5.1, with a fixed seed as there.
 */
final class AccessPath {

    private static final long SEED = 2013;

    /**
     * The binary logarithm of the places of one buffer. Such a buffer has 256 MiB; the capacity of a buffer is below 2
     * GiB.
     */
    private static final int PART_BITS = 26;

    /** The mask of the bits of a place that are its index in its buffer. */
    private static final int INDEX_MASK = (1 << PART_BITS) - 1;

    private final int places;
    private final IntBuffer[] parts;

    /**
     * Makes a path.
     *
     * @param places the number of places of the array, at least 2
     */
    AccessPath(int places) {
        if (places < 2) {
            throw new IllegalArgumentException(
                    "an array of " + places + " has one order at most; take at least 2 places");
        }
        this.places = places;
        this.parts = new IntBuffer[(places + INDEX_MASK) >>> PART_BITS];
        for (int part = 0; part < parts.length; part++) {
            int length = Math.min(INDEX_MASK + 1, places - (part << PART_BITS));
            parts[part] = ByteBuffer.allocateDirect(Integer.BYTES * length)
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer();
        }
        follow(AccessPattern.LINEAR);
    }

    /** Returns the size of a path in bytes, without the array itself. */
    static long bytes(long places) {
        return places * Integer.BYTES;
    }

    /** Changes the order of this path to a pattern. */
    void follow(AccessPattern pattern) {
        for (int i = 0; i < places; i++) {
            set(i, i);
        }
        if (pattern == AccessPattern.RANDOM) {
            shuffle(new SplittableRandom(SEED));
        }
    }

    /**
     * Shuffles the places after Fisher and Yates. Then the neighbours that are left, about one pair for any number of
     * places, are exchanged with others.
     */
    private void shuffle(SplittableRandom random) {
        for (int i = places - 1; i > 0; i--) {
            swap(i, random.nextInt(i + 1));
        }
        for (int i = 1; i < places; i++) {
            if (get(i) == get(i - 1) + 1) {
                swap(i, random.nextInt(places));
                // The exchange may have made new neighbours: search from the start again.
                i = 0;
            }
        }
    }

    private void swap(int i, int j) {
        int place = get(i);
        set(i, get(j));
        set(j, place);
    }

    /** Returns the place that is visited at a step, counted from 0. */
    int get(int i) {
        return parts[i >>> PART_BITS].get(i & INDEX_MASK);
    }

    private void set(int i, int place) {
        parts[i >>> PART_BITS].put(i & INDEX_MASK, place);
    }

    /**
     * Reads each byte of an array, in this order, adds one, and writes it back.
     *
     * @param array one byte for each place of this path
     */
    void walk(ByteBuffer array) {
        for (IntBuffer part : parts) {
            walk(array, part);
        }
    }

    private static void walk(ByteBuffer array, IntBuffer part) {
        int length = part.capacity();
        for (int i = 0; i < length; i++) {
            int place = part.get(i);
            array.put(place, (byte) (array.get(place) + 1));
        }
    }
}
