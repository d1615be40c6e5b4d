package io.soabench.engine.runtime.journal.record;

import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;
import io.soabench.engine.runtime.xml.Element;
import java.util.List;
import java.util.Objects;

/**
 * A destination of messages (WS-Addressing 1.0 Core, section 2).
 *
 * @param address its address
 * @param namespace the namespace of the WS-Addressing version; null for none
 * @param parameters its reference parameters
 * @param relatesTo the identifier of the message that messages to it answer; null for none
 */
public record RecordedEndpoint(String address, String namespace, List<Element> parameters, String relatesTo) {

    /** Copies the list. */
    public RecordedEndpoint {
        Objects.requireNonNull(address, "address");
        parameters = List.copyOf(parameters);
    }

    static void write(RecordedEndpoint endpoint, PayloadEncoder encoder) {
        encoder.number(endpoint == null ? 0 : 1);
        if (endpoint != null) {
            encoder.text(endpoint.address).optionalText(endpoint.namespace);
            encoder.elements(endpoint.parameters).optionalText(endpoint.relatesTo);
        }
    }

    static RecordedEndpoint read(PayloadDecoder decoder) throws MalformedRecordException {
        if (decoder.number(1) == 0) {
            return null;
        }
        String address = decoder.text();
        String namespace = decoder.optionalText();
        List<Element> parameters = Values.present(decoder.elements());
        return new RecordedEndpoint(address, namespace, parameters, decoder.optionalText());
    }
}
