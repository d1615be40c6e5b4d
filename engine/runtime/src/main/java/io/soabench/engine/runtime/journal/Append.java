package io.soabench.engine.runtime.journal;

import java.nio.ByteBuffer;

/**
 * A record that waits to be written.
 *
 * @param record the record, as it will be in the batch
 * @param listener the receiver of the outcome
 */
record Append(ByteBuffer record, DurabilityListener listener) {

    static Append of(byte type, long instance, long sequence, byte[] payload, DurabilityListener listener) {
        ByteBuffer record = ByteBuffer.allocate(Batch.RECORD_HEADER + payload.length);
        record.putInt(payload.length)
                .put(type)
                .putLong(instance)
                .putLong(sequence)
                .put(payload);
        return new Append(record.flip(), listener);
    }

    int bytes() {
        return record.limit();
    }
}
