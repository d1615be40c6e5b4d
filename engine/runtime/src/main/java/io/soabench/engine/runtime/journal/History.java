package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The valid batches of a journal in their order, and the damage.
 *
 * <p>Each segment names its predecessor and its own first batch. When a later segment begins with the number of a
 * batch, that batch and its successors in earlier segments are void, because a crash had cut them off. A missing batch
 * is corruption if a later batch or header proves that it was durable. Otherwise the journal ends before it.
 *
 * <p>Threading: one thread.
 */
final class History {
    private final Checks checks;
    private final NavigableMap<Long, FileScan> headed = new TreeMap<>();
    private final NavigableMap<Long, FileScan> headless = new TreeMap<>();
    private final Deque<FileScan> live = new ArrayDeque<>();
    private final NavigableMap<Long, Batch> found = new TreeMap<>();
    private final NavigableMap<Long, Batch> damaged = new TreeMap<>();
    private final List<FileScan> scans = new ArrayList<>();
    private final List<Batch> batches = new ArrayList<>();
    private final List<Corruption> corruptions = new ArrayList<>();
    private long highestSegment;
    private long firstLive = 1;
    private long synced;

    private History(Checks checks) {
        this.checks = checks;
    }

    /**
     * Reads the structure of a journal.
     *
     * @throws IOException if the files cannot be listed, or a newer engine has written them
     */
    static History of(JournalFiles files, Checks checks) throws IOException {
        History history = new History(checks);
        for (int file : files.list()) {
            history.scans.add(FileScan.of(files, file, checks));
        }
        history.scans.forEach(history::note);
        history.walkBack();
        history.gather();
        history.putInOrder();
        return history;
    }

    /** Registers a file as a segment with or without a valid header. */
    private void note(FileScan scan) {
        if (scan.header() != null) {
            headed.put(scan.segment(), scan);
            firstLive = Math.max(firstLive, scan.header().firstLive());
        } else if (!scan.batches().isEmpty()) {
            headless.put(scan.segment(), scan);
        } else if (!scan.unreadable().isEmpty()) {
            corruptions.add(new Corruption(0, 0, 0, "The header in file " + scan.file() + " cannot be read."));
        }
        for (Batch batch : scan.batches()) {
            firstLive = Math.max(firstLive, batch.firstLive());
            highestSegment = Math.max(highestSegment, batch.segment());
        }
        highestSegment = Math.max(highestSegment, scan.segment());
    }

    /** Finds the needed segments, from the last one to the first. */
    private void walkBack() {
        long next = headed.isEmpty() ? 0 : headed.lastKey();
        // Numbers only fall, so invalid bytes cannot cause an endless loop.
        while (next >= firstLive) {
            FileScan scan = headed.get(next);
            Long lower = headed.lowerKey(next);
            long predecessor = lower == null ? 0 : lower;
            if (scan != null) {
                predecessor = Math.min(scan.header().predecessor(), next - 1);
            } else if (headless.containsKey(next)) {
                scan = headless.get(next);
                corruptions.add(headerOf(scan));
            } else {
                corruptions.add(new Corruption(next, 0, 0, "Segment " + next + " is lost with its header."));
            }
            if (scan != null) {
                live.addFirst(scan);
            }
            next = predecessor;
        }
    }

    private static Corruption headerOf(FileScan scan) {
        return new Corruption(
                scan.segment(),
                0,
                0,
                "The header of segment " + scan.segment() + " in file " + scan.file() + " is damaged.");
    }

    private void gather() {
        live.forEach(this::gather);
        long last = headed.isEmpty() ? 0 : headed.lastKey();
        for (FileScan scan : headless.tailMap(last, false).values()) {
            // A crash during an opening leaves copies of batches in a segment without a header.
            if (scan.segment() >= firstLive && !scan.batches().stream().allMatch(Batch::copy)) {
                corruptions.add(headerOf(scan));
                live.addLast(scan);
                gather(scan);
            }
        }
    }

    /** Collects the batches of a segment. Batches from its first number on replace those of earlier segments. */
    private void gather(FileScan scan) {
        long first = 0;
        if (scan.header() != null) {
            first = scan.header().firstBatch();
            synced = Math.max(synced, scan.header().syncedUpTo());
            found.tailMap(first, true).clear();
            damaged.tailMap(first, true).clear();
        } else {
            found.tailMap(scan.batches().get(0).number(), true).clear();
        }
        for (Batch batch : scan.batches()) {
            if (batch.number() >= first) {
                found.put(batch.number(), batch);
                synced = Math.max(synced, batch.syncedUpTo());
            }
        }
        scan.damaged().forEach(batch -> damaged.put(batch.number(), batch));
        for (long position : scan.unreadable()) {
            corruptions.add(new Corruption(
                    scan.segment(), 0, 0, "Byte " + position + " of file " + scan.file() + " cannot be read."));
        }
    }

    /** Puts the batches in order, and reports the missing ones that were durable. */
    private void putInOrder() {
        long expected = Stream.ofNullable(live.peekFirst())
                .map(FileScan::header)
                .filter(header -> header != null)
                .mapToLong(SegmentHeader::firstBatch)
                .findFirst()
                .orElse(found.isEmpty() ? 1 : found.firstKey());
        Batch before = null;
        Batch unlinked = null;
        for (Batch batch : found.values()) {
            if (unlinked != null) {
                if (batch.previous() != 0) {
                    continue;
                }
                // An engine that had found the break has continued the journal here.
                reportBreak(unlinked, batch.number() - 1);
                unlinked = null;
                before = null;
            } else if (batch.number() > expected) {
                reportLost(expected, Math.min(batch.number() - 1, synced));
                before = null;
                if (batch.number() - 1 > synced) {
                    return;
                }
            }
            if (checks.chain() && before != null && batch.previous() != before.checksum()) {
                if (batch.number() > synced) {
                    return;
                }
                unlinked = batch;
                continue;
            }
            batches.add(batch);
            before = batch;
            expected = batch.number() + 1;
        }
        if (unlinked != null) {
            reportBreak(unlinked, synced);
        } else {
            reportLost(expected, synced);
        }
    }

    /** Reports lost batches. */
    private void reportLost(long from, long to) {
        if (from > to) {
            return;
        }
        Batch known = damaged.get(from);
        String place = known == null
                ? "Batches " + from + " to " + to + " are lost."
                : "Batches " + from + " to " + to + " are lost; the first has " + known.records() + " records at byte "
                        + known.position() + " of file " + known.file() + ".";
        corruptions.add(new Corruption(known == null ? 0 : known.segment(), from, to - from + 1, place));
    }

    /** Reports a batch that does not follow the batch before; it and its successors are left out. */
    private void reportBreak(Batch batch, long to) {
        corruptions.add(new Corruption(
                batch.segment(),
                batch.number(),
                to - batch.number() + 1,
                "Batch " + batch.number() + " at byte " + batch.position() + " of file " + batch.file()
                        + " does not follow the batch before; batches up to " + to + " are left out."));
    }

    /** Returns the valid batches in their order. */
    List<Batch> batches() {
        return batches;
    }

    List<Corruption> corruptions() {
        return corruptions;
    }

    /** Returns the last batch that is proven to have been durable. */
    long synced() {
        return synced;
    }

    /** Returns the highest number of a segment that the files show. */
    long highestSegment() {
        return highestSegment;
    }

    /** Returns the lowest segment that is still needed. */
    long firstLive() {
        return firstLive;
    }

    /** Returns the files that are proven to be unneeded; none after damage. */
    List<Integer> free() {
        long needed = batches.stream()
                .filter(batch -> batch.number() <= synced)
                .mapToLong(Batch::firstLive)
                .max()
                .orElse(1);
        return scans.stream()
                .filter(scan -> corruptions.isEmpty() && scan.segment() < needed)
                .map(FileScan::file)
                .toList();
    }

    /** Returns the files of the segments that contain batches of the journal, by the numbers of the segments. */
    NavigableMap<Long, Integer> segments() {
        Set<Long> used = new HashSet<>();
        batches.forEach(batch -> used.add(batch.segment()));
        NavigableMap<Long, Integer> segments = new TreeMap<>();
        live.stream()
                .filter(scan -> used.contains(scan.segment()))
                .forEach(scan -> segments.put(scan.segment(), scan.file()));
        return segments;
    }
}
