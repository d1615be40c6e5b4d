package io.soabench.engine.runtime.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checks of the bytes of one journal. Tests switch checks off to prove that each of them is needed.
 *
 * @param owner the owner of the journal, with whose identity each checksum begins
 * @param checksums whether checksums are compared
 * @param chain whether a batch must contain the checksum of the batch before
 */
record Checks(JournalIdentity owner, boolean checksums, boolean chain) {

    static Checks all(JournalIdentity owner) {
        return new Checks(owner, true, true);
    }

    /** Returns the checksum of a range of a buffer; does not change the buffer. */
    int checksum(ByteBuffer buffer, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(owner.bytes());
        crc.update(buffer.duplicate().position(from).limit(to));
        return (int) crc.getValue();
    }

    /** Returns whether a checksum is that of a range of a buffer. */
    boolean matches(int expected, ByteBuffer buffer, int from, int to) {
        return !checksums || expected == checksum(buffer, from, to);
    }
}
