package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The files of a journal: those of its segments, and spare ones.
 *
 * <p>Threading: the thread that does the work of the journal. Besides, one other thread may call {@link #prepare}.
 * {@link #spares}, {@link #hasSpare} and the methods about a sealed segment are for any thread.
 */
final class Segments {
    /**
     * The largest number of spare files. Further ones are deleted, so that a journal that was long once gives its disk
     * space back.
     */
    static final int MOST_SPARES = 4;

    private final JournalFiles files;
    private final int bytes;
    private final NavigableMap<Long, Integer> used = new ConcurrentSkipListMap<>();
    private final Map<Long, Long> lastBatches = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private final Deque<Integer> spares = new ArrayDeque<>();
    private final Set<Integer> names = new HashSet<>();
    private volatile int spareCount;
    private volatile int usedCount;

    Segments(JournalFiles files, int bytes) {
        this.files = files;
        this.bytes = bytes;
    }

    /**
     * Takes over the existing files. A file becomes a spare one only if its content is proven to be unneeded. For other
     * files, the memory of the system may show another state than the disk has.
     */
    void takeOver(History history) throws IOException {
        used.putAll(history.segments());
        usedCount = used.size();
        synchronized (lock) {
            names.addAll(files.list());
        }
        for (int file : history.free()) {
            recycle(file);
        }
    }

    /**
     * Makes the other files spare ones, after the first new segment is on the disk. After damage no file is released,
     * because a repair might need it.
     */
    void reclaim(History history) throws IOException {
        if (history.corruptions().isEmpty()) {
            for (int file : files.list()) {
                if (!used.containsValue(file) && !isSpare(file)) {
                    recycle(file);
                }
            }
        }
    }

    private boolean isSpare(int file) {
        synchronized (lock) {
            return spares.contains(file);
        }
    }

    /** Makes a file a spare one, or deletes it when its size is wrong or there are enough spare ones. */
    private void recycle(int file) throws IOException {
        boolean fits = files.size(file) == bytes;
        synchronized (lock) {
            if (fits && spares.size() < MOST_SPARES) {
                spares.addLast(file);
                spareCount = spares.size();
                return;
            }
        }
        files.delete(file);
        synchronized (lock) {
            names.remove(file);
        }
    }

    /**
     * Creates spare files up to a number.
     *
     * @throws DiskFullException if there are fewer and no room for one
     */
    void prepare(int wanted) throws IOException {
        while (spareCount < wanted) {
            putBack(create(bytes));
        }
    }

    private int create(int size) throws IOException {
        int file = 1;
        synchronized (lock) {
            while (names.contains(file)) {
                file++;
            }
            names.add(file);
        }
        try {
            files.create(file, size);
        } catch (IOException e) {
            synchronized (lock) {
                names.remove(file);
            }
            throw e;
        }
        return file;
    }

    /** Returns a file of at least a size, which is no spare one any more. */
    int take(long size) throws IOException {
        if (size > bytes) {
            return create(Math.toIntExact(size));
        }
        synchronized (lock) {
            Integer file = spares.pollFirst();
            spareCount = spares.size();
            if (file != null) {
                return file;
            }
        }
        return create(bytes);
    }

    /** Makes a file that is not in use a spare one. */
    void putBack(int file) {
        synchronized (lock) {
            spares.addFirst(file);
            spareCount = spares.size();
        }
    }

    /** Registers a file as the one of a segment. */
    void use(long segment, int file) {
        used.put(segment, file);
        usedCount = used.size();
    }

    /** Makes the files of segments below a number spare ones. */
    void release(long firstLive) throws IOException {
        while (!used.isEmpty() && used.firstKey() < firstLive) {
            Map.Entry<Long, Integer> first = used.pollFirstEntry();
            lastBatches.remove(first.getKey());
            recycle(first.getValue());
            usedCount = used.size();
        }
    }

    /** Records the last batch of a complete segment. */
    void seal(long segment, long lastBatch) {
        lastBatches.put(segment, lastBatch);
    }

    /** Returns the last valid batch of a sealed segment; 0 when it has none. */
    long lastBatch(long segment) {
        return lastBatches.getOrDefault(segment, 0L);
    }

    /** Returns the lowest segment in use. */
    long first() {
        return used.firstKey();
    }

    /** Returns the highest segment in use, to which records are written. */
    long last() {
        return used.lastKey();
    }

    /** Returns the file of a segment in use. */
    int file(long segment) {
        return used.get(segment);
    }

    boolean hasSpare() {
        return spareCount > 0;
    }

    int spares() {
        return spareCount;
    }

    int count() {
        return usedCount;
    }
}
