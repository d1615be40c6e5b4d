package io.soabench.engine.server.durable;

import io.soabench.engine.overseer.system.Errno;
import io.soabench.engine.overseer.system.Linux;
import io.soabench.engine.runtime.journal.DiskFullException;

/**
 * The text by which this system reports that a quota of a disk is exceeded. A durable engine then waits for room, as
 * with a full disk. No state.
 */
final class QuotaText {
    private QuotaText() {}

    /**
     * Asks the C library for the text in the language of this process. Elsewhere than on Linux, only the English text is
     * known. To be called while the disk has room: the library may have to be unpacked.
     */
    static void learn() {
        if (Linux.availability().isAvailable()) {
            DiskFullException.quotaText(Linux.strerror(Errno.EDQUOT));
        }
    }
}
