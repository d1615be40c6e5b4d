package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;
import java.util.Objects;

/**
 * A request with a key that an instance has, and whose answer no record has yet.
 *
 * @param operation the name of the operation, unique in the engine
 * @param key the key of the client
 * @param fingerprint a checksum of the request
 * @param receivedMs the time at which the instance got it, in milliseconds since 1970
 * @param oneWay whether the operation has no answer
 */
public record RecordedRequest(String operation, String key, String fingerprint, long receivedMs, boolean oneWay) {
    /** Rejects null. */
    public RecordedRequest {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(fingerprint, "fingerprint");
    }

    void write(PayloadEncoder encoder) {
        encoder.text(operation).text(key).text(fingerprint).signed(receivedMs).number(oneWay ? 1 : 0);
    }

    static RecordedRequest read(PayloadDecoder decoder) throws MalformedRecordException {
        String operation = decoder.text();
        String key = decoder.text();
        String fingerprint = decoder.text();
        long receivedMs = decoder.signed();
        return new RecordedRequest(operation, key, fingerprint, receivedMs, decoder.number(1) == 1);
    }
}
