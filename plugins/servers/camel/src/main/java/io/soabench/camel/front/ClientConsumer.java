package io.soabench.camel.front;

import io.soabench.messages.ClientMessages;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.support.DefaultConsumer;

/** The beginning of a route for an operation of clients. */
final class ClientConsumer extends DefaultConsumer {

    private final ClientComponent component;
    private final String operation;

    ClientConsumer(Endpoint endpoint, ClientComponent component, String operation, Processor processor) {
        super(endpoint, processor);
        this.component = component;
        this.operation = operation;
    }

    /** Returns an exchange for a request: its values are the body and variables. */
    Exchange exchange(ClientMessages.Request request) {
        Exchange exchange = createExchange(false);
        exchange.setPattern(request.answer().isPresent() ? ExchangePattern.InOut : ExchangePattern.InOnly);
        exchange.getIn().setBody(request.values());
        request.values().forEach(exchange::setVariable);
        AnswerHolder.open(exchange, request.answer());
        return exchange;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        component.add(operation, this);
    }

    @Override
    protected void doStop() throws Exception {
        component.remove(operation, this);
        super.doStop();
    }
}
