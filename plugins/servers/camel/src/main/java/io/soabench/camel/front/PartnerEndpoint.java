package io.soabench.camel.front;

import io.soabench.messages.PartnerMessages;
import org.apache.camel.Component;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultEndpoint;

/** An operation of a partner as an endpoint. */
final class PartnerEndpoint extends DefaultEndpoint {

    private final PartnerMessages partner;
    private final PartnerMessages.Operation operation;
    private final MessageValues values;

    PartnerEndpoint(
            String uri,
            Component component,
            PartnerMessages partner,
            PartnerMessages.Operation operation,
            MessageValues values) {
        super(uri, component);
        this.partner = partner;
        this.operation = operation;
        this.values = values;
    }

    @Override
    public Producer createProducer() throws Exception {
        return new PartnerProducer(this, partner, operation, values);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("partners call nobody; begin a route at client:<operation>");
    }
}
