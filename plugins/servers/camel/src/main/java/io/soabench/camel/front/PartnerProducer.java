package io.soabench.camel.front;

import io.soabench.messages.PartnerMessages;
import java.io.IOException;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Message;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.service.ServiceHelper;

/**
 * A caller of a partner by Camel's component {@code http}. The body of the exchange becomes the value of the answer. The call has an exchange of its
 * own, so that no header of a client decides its destination.
 */
final class PartnerProducer extends DefaultProducer {

    private final PartnerMessages partner;
    private final PartnerMessages.Operation operation;
    private final MessageValues values;
    private final Endpoint http;
    private final Producer caller;

    PartnerProducer(
            Endpoint endpoint, PartnerMessages partner, PartnerMessages.Operation operation, MessageValues values)
            throws Exception {
        super(endpoint);
        this.partner = partner;
        this.operation = operation;
        this.values = values;
        // A SOAP fault has status 500, and its body is read.
        String options = "throwExceptionOnFailure=false";
        String address = partner.address();
        http = endpoint.getCamelContext().getEndpoint(address + (address.indexOf('?') < 0 ? '?' : '&') + options);
        caller = http.createProducer();
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        Exchange call = http.createExchange(ExchangePattern.InOut);
        Message request = call.getIn();
        request.setBody(
                operation.request(values.of(exchange, operation.names(), "the request to partner " + partner.name())));
        request.setHeader(Exchange.HTTP_METHOD, "POST");
        request.setHeader(Exchange.CONTENT_TYPE, "text/xml; charset=UTF-8");
        request.setHeader("SOAPAction", '"' + operation.soapAction() + '"');
        try {
            caller.process(call);
        } catch (IOException e) {
            throw partner.unreachable(e);
        }
        if (call.getException() != null) {
            throw call.getException();
        }
        Message answer = call.getMessage();
        byte[] body = answer.getBody(byte[].class);
        exchange.getMessage()
                .setBody(operation.answer(
                        answer.getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class),
                        body == null ? new byte[0] : body));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        ServiceHelper.startService(caller);
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(caller);
        super.doStop();
    }
}
