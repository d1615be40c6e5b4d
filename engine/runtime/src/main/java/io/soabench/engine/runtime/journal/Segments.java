package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of a journal: those of its segments, and spare ones.
 *
 * <p>Threading: the thread that does the journal's work; {@link #hasSpare} is for any thread.
 */
final class Segments {
    /** More spare files than this are deleted: a journal that was long once gives its room back. */
    static final int MOST_SPARES = 4;

    private final JournalFiles files;
    private final int bytes;
    private final NavigableMap<Long, Integer> used = new TreeMap<>();
    private final Deque<Integer> spares = new ArrayDeque<>();
    private final Set<Integer> names = new HashSet<>();
    private volatile boolean hasSpare;

    Segments(JournalFiles files, int bytes) {
        this.files = files;
        this.bytes = bytes;
    }

    /**
     * Takes over the files that are there. Only those become spare ones whose content is proven to be needed no more; of the others,
     * the system's memory may show another state than the disk has.
     */
    void takeOver(History history) throws IOException {
        used.putAll(history.segments());
        names.addAll(files.list());
        for (int file : history.free()) {
            recycle(file);
        }
    }

    /**
     * Makes spare ones of the other files, when the first segment of this life is on the disk. After damage, nothing is given up that
     * a repair might need.
     */
    void reclaim(History history) throws IOException {
        if (history.corruptions().isEmpty()) {
            for (int file : files.list()) {
                if (!used.containsValue(file) && !spares.contains(file)) {
                    recycle(file);
                }
            }
        }
    }

    private void recycle(int file) throws IOException {
        if (files.size(file) == bytes && spares.size() < MOST_SPARES) {
            spares.addLast(file);
        } else {
            files.delete(file);
            names.remove(file);
        }
        hasSpare = !spares.isEmpty();
    }

    /**
     * Makes sure that there is a spare file.
     *
     * @throws DiskFullException if there is none and no room for one
     */
    void prepare() throws IOException {
        if (spares.isEmpty()) {
            spares.addLast(create(bytes));
            hasSpare = true;
        }
    }

    private int create(int size) throws IOException {
        int file = 1;
        while (names.contains(file)) {
            file++;
        }
        files.create(file, size);
        names.add(file);
        return file;
    }

    /** Returns a file with room for so many bytes, which is no spare one any more. */
    int take(long size) throws IOException {
        if (size > bytes) {
            return create(Math.toIntExact(size));
        }
        prepare();
        int file = spares.removeFirst();
        hasSpare = !spares.isEmpty();
        return file;
    }

    /** Takes back a file that was not put to use. */
    void putBack(int file) {
        spares.addFirst(file);
        hasSpare = true;
    }

    void use(long segment, int file) {
        used.put(segment, file);
    }

    /** Makes the files of segments below a number spare ones. */
    void release(long firstLive) throws IOException {
        while (!used.isEmpty() && used.firstKey() < firstLive) {
            recycle(used.pollFirstEntry().getValue());
        }
    }

    boolean hasSpare() {
        return hasSpare;
    }
}
