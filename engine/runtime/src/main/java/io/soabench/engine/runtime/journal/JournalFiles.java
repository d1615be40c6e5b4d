package io.soabench.engine.runtime.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The files of a journal. Each has a number as its name.
 *
 * <p>Threading: one thread at a time. Besides, one other thread may call {@link #create}, and may call {@link #read}
 * and {@link #size} for a file that is not written to. Failure: after an {@link IOException} of {@link #write} or
 * {@link #force}, it is unknown which bytes are on the disk. Closing releases the lock that keeps other engines out.
 */
public interface JournalFiles extends Closeable {

    /** Returns the numbers of all files, in ascending order. */
    List<Integer> list() throws IOException;

    /**
     * Creates a file of zeros, which is on the disk when this method returns. A crash before that leaves no file.
     *
     * @throws DiskFullException if there is no room; no file is left then
     */
    void create(int file, long bytes) throws IOException;

    /** Returns the size of a file in bytes. */
    long size(int file) throws IOException;

    /** Reads from a position until the buffer is full. A position at or beyond the end of the file is an error. */
    void read(int file, long position, ByteBuffer target) throws IOException;

    /**
     * Writes the remaining bytes of the buffer. Other bytes of the file stay the same.
     *
     * @throws DiskFullException if there is no room; the same bytes can be written later
     */
    void write(int file, long position, ByteBuffer source) throws IOException;

    /** Waits until all bytes that were written to a file are on the disk. */
    void force(int file) throws IOException;

    /** Deletes a file. */
    void delete(int file) throws IOException;
}
