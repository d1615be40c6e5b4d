package io.soabench.camel.front;

import io.soabench.messages.PartnerMessages;
import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;

/** The component {@code partner}: a step sends to {@code partner:NAME/OPERATION} with the values of the request as parameters. */
final class PartnerComponent extends DefaultComponent {

    private final Map<String, PartnerMessages> partners;

    /** @param partners by the name that routes use */
    PartnerComponent(Map<String, PartnerMessages> partners) {
        this.partners = partners;
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        int slash = remaining.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "partner:" + remaining + " names no operation; write partner:" + remaining + "/<operation>");
        }
        String name = remaining.substring(0, slash);
        PartnerMessages partner = partners.get(name);
        if (partner == null) {
            throw new IllegalArgumentException("\"" + name + "\" is no partner of the process; its partners are "
                    + String.join(", ", partners.keySet()));
        }
        return new PartnerEndpoint(
                uri,
                this,
                partner,
                partner.operation(remaining.substring(slash + 1)),
                new MessageValues(getCamelContext(), parameters));
    }
}
