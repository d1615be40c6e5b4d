package io.soabench.plan;

import java.util.List;

/**
 * The form in which clients send requests.
 *
 * @param soap version of SOAP
 * @param headers HTTP headers beside those of the load client, without any secret
 */
public record RequestForm(SoapVersion soap, List<HeaderPlan> headers) {

    /** The form of requests to engines and mocked services. */
    public static final RequestForm USUAL = new RequestForm(SoapVersion.SOAP_11, List.of());
}
