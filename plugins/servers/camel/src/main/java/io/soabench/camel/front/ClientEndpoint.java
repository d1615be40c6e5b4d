package io.soabench.camel.front;

import io.soabench.messages.MessageFormat;
import java.util.List;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/** An endpoint of clients: the beginning of a route for an operation, or the answer. */
final class ClientEndpoint extends DefaultEndpoint {

    private static final String ANSWER = "answer";

    private final ClientComponent component;
    private final String path;
    private final MessageValues values;

    ClientEndpoint(String uri, ClientComponent component, String path, MessageValues values) {
        super(uri, component);
        this.component = component;
        this.path = path;
        this.values = values;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new ClientConsumer(this, component, path, processor);
    }

    @Override
    public Producer createProducer() {
        if (!path.equals(ANSWER)) {
            throw new IllegalArgumentException(
                    "client:" + path + " is no place to send to; answer the client by client:" + ANSWER);
        }
        return new DefaultProducer(this) {
            @Override
            public void process(Exchange exchange) {
                answer(exchange);
            }
        };
    }

    private void answer(Exchange exchange) {
        AnswerHolder answer = AnswerHolder.of(exchange);
        MessageFormat format = answer.format()
                .orElseThrow(
                        () -> new IllegalStateException("the operation is one-way, and its client gets no answer"));
        List<Object> given = values.of(exchange, format.message().names(), "the answer");
        answer.set(format.write(given));
    }
}
