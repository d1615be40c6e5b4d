package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/**
 * The layout of one message of an operation in a SOAP envelope.
 *
 * @param name the name of the input, output or fault, if given
 * @param literal false for SOAP encoding
 * @param namespace of the wrapper element in style rpc
 * @param bodyParts the parts in the body if they are listed; otherwise all that are not in a header
 * @param headers in document order
 * @param location the {@code input}, {@code output} or {@code fault} element
 */
public record MessageBinding(
        Optional<String> name,
        boolean literal,
        Optional<String> namespace,
        Optional<List<String>> bodyParts,
        List<HeaderBinding> headers,
        Location location) {

    public MessageBinding {
        bodyParts = bodyParts.map(List::copyOf);
        headers = List.copyOf(headers);
    }
}
