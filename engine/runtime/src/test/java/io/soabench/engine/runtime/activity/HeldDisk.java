package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.journal.JournalFiles;
import io.soabench.engine.runtime.journal.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk for several threads whose forces can be held up. */
final class HeldDisk implements JournalFiles {
    private final SimulatedDisk disk;
    private boolean held;
    private boolean broken;
    private boolean dead;
    private int toLive = -1;

    HeldDisk(SimulatedDisk disk) {
        this.disk = disk;
    }

    synchronized void hold() {
        held = true;
    }

    synchronized void release() {
        held = false;
        notifyAll();
    }

    synchronized void spoil() {
        broken = true;
    }

    /** Ends the power: what was not forced may be lost. The threads that use this disk get errors from now on. */
    synchronized HeldDisk losePower() {
        dead = true;
        release();
        disk.losePower();
        return new HeldDisk(disk);
    }

    /** Ends the power before one of the next writes and forces. */
    synchronized void dieAfter(int operations) {
        toLive = operations;
    }

    synchronized boolean isDead() {
        return dead;
    }

    private void live() {
        dead |= toLive-- == 0;
    }

    private void requirePower() throws IOException {
        if (dead) {
            throw new IOException("no power");
        }
    }

    synchronized HeldDisk afterCrash() {
        return new HeldDisk(disk.copy());
    }

    @Override
    public synchronized List<Integer> list() {
        return disk.list();
    }

    @Override
    public synchronized void create(int file, long bytes) throws IOException {
        requirePower();
        disk.create(file, bytes);
    }

    @Override
    public synchronized long size(int file) throws IOException {
        requirePower();
        return disk.size(file);
    }

    @Override
    public synchronized void read(int file, long position, ByteBuffer target) throws IOException {
        requirePower();
        disk.read(file, position, target);
    }

    @Override
    public synchronized void write(int file, long position, ByteBuffer source) throws IOException {
        live();
        requirePower();
        if (broken) {
            throw new IOException("broken");
        }
        disk.write(file, position, source);
    }

    @Override
    public synchronized void force(int file) throws IOException {
        while (held) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        live();
        requirePower();
        disk.force(file);
    }

    @Override
    public synchronized void delete(int file) throws IOException {
        requirePower();
        disk.delete(file);
    }

    @Override
    public void close() {
        disk.close();
    }
}
