package io.soabench.engine.runtime.journal.store;

import io.soabench.engine.runtime.journal.DiskFullException;
import java.io.IOException;
import java.util.Set;

/**
 * The archives of versions, each named by the number of its version.
 *
 * <p>Threading: one thread at a time.
 */
public interface ArchiveFiles {

    /** Returns the versions that have an archive. */
    Set<Long> list() throws IOException;

    /**
     * Writes an archive, which is on the disk when this returns. A crash before that leaves all of it or none.
     *
     * @throws DiskFullException if there is no room; the archive is not there then
     */
    void write(long version, byte[] archive) throws IOException;

    /** Returns the bytes of an archive. */
    byte[] read(long version) throws IOException;

    /** Deletes an archive. It may come back after a crash. */
    void delete(long version) throws IOException;
}
