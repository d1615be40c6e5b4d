package io.soabench.engine.runtime.journal;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The identity of the owner of a journal. It is part of all checksums, so that bytes of another journal are never taken
 * for records of this one.
 *
 * @param engine the identity of the engine, which it keeps for ever
 * @param replica the number of the replica
 */
public record JournalIdentity(UUID engine, int replica) {
    private static final int BYTES = 2 * Long.BYTES + Integer.BYTES;

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(engine.getMostSignificantBits())
                .putLong(engine.getLeastSignificantBits())
                .putInt(replica)
                .array();
    }
}
