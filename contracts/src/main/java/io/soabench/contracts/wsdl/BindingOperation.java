package io.soabench.contracts.wsdl;

import io.soabench.contracts.source.Location;
import java.util.List;
import java.util.Optional;

/** The protocol and the message formats of one operation. */
public record BindingOperation(
        String name,
        Style style,
        Optional<String> soapAction,
        Optional<MessageBinding> input,
        Optional<MessageBinding> output,
        List<MessageBinding> faults,
        Location location) {
    public BindingOperation {
        faults = List.copyOf(faults);
    }

    /** Returns a copy of another name. */
    BindingOperation named(String other) {
        return new BindingOperation(other, style, soapAction, input, output, faults, location);
    }
}
