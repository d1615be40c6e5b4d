package io.soabench.engine.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The files of a journal, each named by a number.
 *
 * <p>Threading: one thread at a time; besides, one other thread may call {@link #create}, and
 * {@link #read} and {@link #size} for a file to which nobody writes. Failure: an {@link IOException} of {@link #write} or {@link #force} leaves open which bytes
 * are on the disk. Closing releases the lock that keeps other engines out.
 */
public interface JournalFiles extends Closeable {

    /** Returns the numbers of the files that are there, in ascending order. */
    List<Integer> list() throws IOException;

    /**
     * Creates a file of zeros, which is on the disk when this returns. A crash before that leaves no file.
     *
     * @throws DiskFullException if there is no room; the file is not there then
     */
    void create(int file, long bytes) throws IOException;

    /** Returns the size of a file in bytes. */
    long size(int file) throws IOException;

    /** Reads from a position until the buffer is full. A position at or beyond the end of the file is an error. */
    void read(int file, long position, ByteBuffer target) throws IOException;

    /**
     * Writes all that remains in the buffer. Other bytes of the file stay as they are.
     *
     * @throws DiskFullException if there is no room; the same bytes can be written later
     */
    void write(int file, long position, ByteBuffer source) throws IOException;

    /** Waits until everything that was written to a file is on the disk. */
    void force(int file) throws IOException;

    /** Deletes a file. */
    void delete(int file) throws IOException;
}
