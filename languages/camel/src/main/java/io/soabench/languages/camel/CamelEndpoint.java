package io.soabench.languages.camel;

import io.soabench.contracts.source.Location;
import io.soabench.languages.PartnerCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An endpoint of a route: {@code partner:quote/price}.
 *
 * @param scheme name of the component
 * @param path the rest of the address without its query
 * @param parameters names of its parameters, in the query and in the file, in document order
 * @param location of the address
 */
record CamelEndpoint(String scheme, String path, List<String> parameters, Location location) {

    /** The component that calls partners. */
    static final String PARTNER = "partner";

    /** The component of the clients: requests come from it, and the answer goes to it. */
    static final String CLIENT = "client";

    /** The path by which a route answers its client. */
    static final String ANSWER = "answer";

    CamelEndpoint {
        parameters = List.copyOf(parameters);
    }

    /** Reads an address with the parameters that stand beside it. */
    static CamelEndpoint of(String uri, Map<String, String> beside, Location location) {
        int query = uri.indexOf('?');
        String address = query < 0 ? uri : uri.substring(0, query);
        List<String> names = new ArrayList<>();
        if (query >= 0) {
            for (String each : uri.substring(query + 1).split("&", -1)) {
                names.add(each.contains("=") ? each.substring(0, each.indexOf('=')) : each);
            }
        }
        names.addAll(beside.keySet());
        int colon = address.indexOf(':');
        String scheme = colon < 0 ? address : address.substring(0, colon);
        // Editors write a component alone, and its path among the parameters.
        String path = colon < 0
                ? CamelComponent.named(scheme)
                        .map(component -> beside.getOrDefault(component.path(), ""))
                        .orElse("")
                : address.substring(colon + 1);
        return new CamelEndpoint(scheme, path.startsWith("//") ? path.substring(2) : path, names, location);
    }

    boolean isPartner() {
        return scheme.equals(PARTNER);
    }

    boolean isAnswer() {
        return scheme.equals(CLIENT) && path.equals(ANSWER);
    }

    /** Returns the endpoint as a call of a partner; empty when it is not a partner's. */
    PartnerCall call() {
        int slash = path.indexOf('/');
        return slash < 0
                ? new PartnerCall(path, "", location)
                : new PartnerCall(path.substring(0, slash), path.substring(slash + 1), location);
    }
}
