package io.soabench.generators.workload;

import io.soabench.model.testbed.RowOrder;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * The records of a user that are sent to a process: which chunk of the workload each belongs to, and its place among the rows of that chunk.
 * Five bytes a record, and four more when they are shuffled. Each workload has its own pool; pools are compared by identity. Belongs to one
 * thread.
 */
public final class RowPool {

    private final RowOrder order;
    private final int[] chunks;
    private final byte[] classes;
    private final int[] places;
    private final IntFunction<UniformRandomProvider> streams;
    private int[] shuffled = {};
    private int shuffledFor;

    /**
     * Creates a pool.
     *
     * @param chunks by class the index of the chunk in the workload
     * @param classes by record its class
     * @param streams by repetition, for the order that is drawn once in each
     */
    public RowPool(RowOrder order, int[] chunks, byte[] classes, IntFunction<UniformRandomProvider> streams) {
        this.order = order;
        this.chunks = chunks.clone();
        this.classes = classes;
        places = new int[classes.length];
        int[] next = new int[chunks.length];
        for (int row = 0; row < classes.length; row++) {
            places[row] = next[classes[row]]++;
        }
        this.streams = streams;
    }

    /** Returns the number of records. */
    public int size() {
        return classes.length;
    }

    /** Returns whether a chunk of the workload holds some of them. */
    boolean has(int chunk) {
        return Arrays.stream(chunks).anyMatch(own -> own == chunk);
    }

    /**
     * Returns the record of a request.
     *
     * @param repetition in which it is sent, from 1
     * @param position number of requests that take their record before it
     * @param random of the sender
     */
    int row(int repetition, long position, UniformRandomProvider random) {
        return switch (order) {
            case IN_ORDER -> (int) (position % classes.length);
            case SHUFFLED -> shuffled(repetition)[(int) (position % classes.length)];
            case AT_RANDOM -> random.nextInt(classes.length);
        };
    }

    private int[] shuffled(int repetition) {
        if (shuffledFor != repetition) {
            shuffled = PermutationSampler.natural(classes.length);
            PermutationSampler.shuffle(streams.apply(repetition), shuffled);
            shuffledFor = repetition;
        }
        return shuffled;
    }

    /** Returns the index of the chunk of a record. */
    int chunk(int row) {
        return chunks[classes[row]];
    }

    /** Returns the place of a record among those of its chunk, from 0. */
    int place(int row) {
        return places[row];
    }
}
