package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;

/**
 * A message for a process.
 *
 * @param operation the number of the operation in the process
 * @param parts its parts; null for a part that does not travel
 * @param addressing its addressing properties; null for none
 * @param replyForm the text of {@code ReplyTo.form}, from which the destination of the answer is created; null when the
 *     answer goes to the connection
 * @param key the key by which the client marks a repeated message; null for none
 */
public record RecordedMessage(int operation, List<Element> parts, Addressing addressing, String replyForm, String key) {

    /**
     * The addressing properties of a message (WS-Addressing 1.0 Core, section 3).
     *
     * @param namespace the namespace of the WS-Addressing version
     * @param messageId the identifier of the message; null for none
     * @param replyTo the destination of answers; null for the connection
     * @param faultTo the destination of faults; null for the destination of answers
     */
    public record Addressing(String namespace, String messageId, RecordedEndpoint replyTo, RecordedEndpoint faultTo) {}

    /** Copies the list. */
    public RecordedMessage {
        if (operation < 0) {
            throw new IllegalArgumentException("an operation has a number from 0 on, but not " + operation);
        }
        parts = Values.copy(parts);
    }

    void write(PayloadEncoder encoder) {
        encoder.number(operation).elements(parts).optionalText(key).optionalText(replyForm);
        encoder.number(addressing == null ? 0 : 1);
        if (addressing != null) {
            encoder.text(addressing.namespace).optionalText(addressing.messageId);
            RecordedEndpoint.write(addressing.replyTo, encoder);
            RecordedEndpoint.write(addressing.faultTo, encoder);
        }
    }

    static RecordedMessage read(PayloadDecoder decoder) throws MalformedRecordException {
        int operation = decoder.number(Integer.MAX_VALUE);
        List<Element> parts = decoder.elements();
        String key = decoder.optionalText();
        String replyForm = decoder.optionalText();
        Addressing addressing = null;
        if (decoder.number(1) == 1) {
            String namespace = decoder.text();
            String messageId = decoder.optionalText();
            RecordedEndpoint replyTo = RecordedEndpoint.read(decoder);
            addressing = new Addressing(namespace, messageId, replyTo, RecordedEndpoint.read(decoder));
        }
        return new RecordedMessage(operation, parts, addressing, replyForm, key);
    }
}
