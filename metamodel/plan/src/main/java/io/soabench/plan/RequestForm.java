package io.soabench.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The form in which clients send requests.
 *
 * @param soap version of SOAP
 * @param headers HTTP headers beside those of the load client, without any secret
 * @param trust the certificates by which the server of an https address is trusted, in the PEM format; empty: those that the Java
 *     installation of the client host trusts
 */
public record RequestForm(
        SoapVersion soap, List<HeaderPlan> headers, @JsonInclude(JsonInclude.Include.NON_EMPTY) String trust) {

    /** Header that carries the identifier of a request. */
    public static final String UIID_HEADER = "X-SOABench-UIID";

    /** Value of the header {@code User-Agent} of all requests of clients. */
    public static final String USER_AGENT = "SOABench";

    /** The form of requests to engines and mocked services. */
    public static final RequestForm USUAL = new RequestForm(SoapVersion.SOAP_11, List.of());

    public RequestForm {
        trust = trust == null ? "" : trust;
    }

    /** A form of requests to servers that are trusted as usual. */
    public RequestForm(SoapVersion soap, List<HeaderPlan> headers) {
        this(soap, headers, "");
    }

    /** Returns a copy for a server with these certificates, in the PEM format. */
    public RequestForm trusting(String certificates) {
        return new RequestForm(soap, headers, certificates);
    }
}
