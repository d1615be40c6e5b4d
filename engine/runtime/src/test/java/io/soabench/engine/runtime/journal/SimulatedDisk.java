package io.soabench.engine.runtime.journal;

import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A disk in memory that behaves as badly as disks may.
 *
 * <p>Written sectors of 512 bytes are in a cache until a force. When power fails, each of them has any of the versions that it had
 * since the last force, or a mixture of two; deleted files may be back. A force that fails puts some sectors on the disk and takes
 * all others for clean, as Linux does: the cache shows them until power fails.
 */
public final class SimulatedDisk implements JournalFiles {
    private static final int SECTOR = 512;

    /** The end of power, or of the process, amidst an operation. */
    public static final class Death extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;
    }

    private static final class Stored {
        final byte[] disk;
        final byte[] cache;
        final Map<Integer, List<byte[]>> unsynced = new TreeMap<>();

        Stored(int bytes) {
            disk = new byte[bytes];
            cache = new byte[bytes];
        }
    }

    private final Random random;
    private final Map<Integer, Stored> files = new TreeMap<>();
    private final Map<Integer, Stored> deleted = new TreeMap<>();
    private long capacity = Long.MAX_VALUE;
    private int operationsToLive = Integer.MAX_VALUE;
    private double writeErrors;
    private double forceErrors;
    private double fullWrites;
    private int forces;
    private int reads;
    private int unreadableFile;
    private long unreadableBlock;

    /** A disk without files, whose accidents follow from random numbers. */
    public SimulatedDisk(Random random) {
        this.random = random;
    }

    /** Limits the bytes of all files. */
    public void setCapacity(long bytes) {
        capacity = bytes;
    }

    /** Ends the process after so many further operations. */
    public void dieAfter(int operations) {
        operationsToLive = operations;
    }

    /** Sets the probabilities of errors. */
    public void setErrors(double ofWrites, double ofForces, double fullDisk) {
        writeErrors = ofWrites;
        forceErrors = ofForces;
        fullWrites = fullDisk;
    }

    int forces() {
        return forces;
    }

    /** Returns the number of reads. */
    public int reads() {
        return reads;
    }

    /** Ends the process only: what the cache shows stays. */
    public void restart() {
        operationsToLive = Integer.MAX_VALUE;
        capacity = Long.MAX_VALUE;
        setErrors(0, 0, 0);
    }

    /** Ends power and starts again. */
    public void losePower() {
        restart();
        deleted.forEach((file, stored) -> {
            if (random.nextBoolean()) {
                files.putIfAbsent(file, stored);
            }
        });
        deleted.clear();
        for (Stored stored : files.values()) {
            stored.unsynced.forEach((sector, versions) -> {
                byte[] before = Arrays.copyOfRange(stored.disk, sector * SECTOR, (sector + 1) * SECTOR);
                byte[] survivor = any(before, versions);
                if (random.nextInt(8) == 0) {
                    int torn = random.nextInt(SECTOR);
                    survivor = survivor.clone();
                    System.arraycopy(any(before, versions), torn, survivor, torn, SECTOR - torn);
                }
                System.arraycopy(survivor, 0, stored.disk, sector * SECTOR, SECTOR);
            });
            stored.unsynced.clear();
            System.arraycopy(stored.disk, 0, stored.cache, 0, stored.disk.length);
        }
    }

    private byte[] any(byte[] before, List<byte[]> versions) {
        int choice = random.nextInt(versions.size() + 1);
        return choice == 0 ? before : versions.get(choice - 1);
    }

    /** Changes one bit on the disk and in the cache. */
    public void flip(int file, int bit) {
        Stored stored = files.get(file);
        stored.disk[bit / 8] ^= (byte) (1 << bit % 8);
        stored.cache[bit / 8] ^= (byte) (1 << bit % 8);
    }

    /** Makes the disk refuse to read a block of 4096 bytes. */
    void spoil(int file, long block) {
        unreadableFile = file;
        unreadableBlock = block;
    }

    /** Returns the bytes of a file. */
    public byte[] content(int file) {
        return files.get(file).cache;
    }

    /** Puts a file of any bytes there. */
    void put(int file, byte[] content) {
        Stored stored = new Stored(content.length);
        System.arraycopy(content, 0, stored.disk, 0, content.length);
        System.arraycopy(content, 0, stored.cache, 0, content.length);
        files.put(file, stored);
    }

    /** Returns a disk with the same bytes, all of them synced. */
    public SimulatedDisk copy() {
        SimulatedDisk copy = new SimulatedDisk(random);
        files.forEach((file, stored) -> copy.put(file, stored.cache));
        return copy;
    }

    private boolean isLast() {
        return --operationsToLive < 0;
    }

    private Stored file(int file) throws IOException {
        Stored stored = files.get(file);
        if (stored == null) {
            throw new IOException("no file " + file);
        }
        return stored;
    }

    @Override
    public List<Integer> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public void create(int file, long bytes) throws IOException {
        long used = files.values().stream().mapToLong(each -> each.disk.length).sum();
        if (used + bytes > capacity) {
            throw new DiskFullException("full", null);
        }
        boolean last = isLast();
        if (!last || random.nextBoolean()) {
            deleted.remove(file);
            files.put(file, new Stored((int) bytes));
        }
        if (last) {
            throw new Death();
        }
    }

    @Override
    public long size(int file) throws IOException {
        return file(file).cache.length;
    }

    @Override
    public void read(int file, long position, ByteBuffer target) throws IOException {
        reads++;
        if (file == unreadableFile
                && position <= unreadableBlock * SegmentHeader.BLOCK
                && position + target.remaining() > unreadableBlock * SegmentHeader.BLOCK) {
            throw new IOException("read: input/output error");
        }
        target.put(file(file).cache, (int) position, target.remaining());
    }

    @Override
    public void write(int file, long position, ByteBuffer source) throws IOException {
        boolean last = isLast();
        boolean full = random.nextDouble() < fullWrites;
        boolean error = random.nextDouble() < writeErrors;
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        write(file(file), (int) position, bytes, last || full || error ? random.nextInt(bytes.length) : bytes.length);
        if (last) {
            throw new Death();
        }
        if (full) {
            throw new DiskFullException("full", null);
        }
        if (error) {
            throw new IOException("write: input/output error");
        }
    }

    private static void write(Stored stored, int position, byte[] bytes, int count) {
        System.arraycopy(bytes, 0, stored.cache, position, count);
        for (int sector = position / SECTOR; sector * SECTOR < position + count; sector++) {
            stored.unsynced
                    .computeIfAbsent(sector, first -> new ArrayList<>())
                    .add(Arrays.copyOfRange(stored.cache, sector * SECTOR, (sector + 1) * SECTOR));
        }
    }

    @Override
    public void force(int file) throws IOException {
        Stored stored = file(file);
        forces++;
        if (isLast()) {
            throw new Death();
        }
        boolean error = random.nextDouble() < forceErrors;
        stored.unsynced.forEach((sector, versions) -> {
            if (!error || random.nextBoolean()) {
                System.arraycopy(stored.cache, sector * SECTOR, stored.disk, sector * SECTOR, SECTOR);
            }
        });
        stored.unsynced.clear();
        if (error) {
            throw new IOException("force: input/output error");
        }
    }

    @Override
    public void delete(int file) throws IOException {
        deleted.put(file, file(file));
        files.remove(file);
    }

    @Override
    public void close() {}
}
