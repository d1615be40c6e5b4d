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
     * Writes an archive, which is on the disk when this method returns. A crash before that leaves the whole archive or
     * none.
     *
     * @throws DiskFullException if there is no room; no archive is left then
     */
    void write(long version, byte[] archive) throws IOException;

    /** Returns the bytes of an archive. */
    byte[] read(long version) throws IOException;

    /** Deletes an archive. After a crash it may exist again. */
    void delete(long version) throws IOException;
}
