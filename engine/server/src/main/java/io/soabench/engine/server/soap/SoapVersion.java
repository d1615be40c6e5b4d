package io.soabench.engine.server.soap;

/** The versions of SOAP. */
public enum SoapVersion {
    /** SOAP 1.1, a W3C Note of 2000. */
    V11("http://schemas.xmlsoap.org/soap/envelope/", "text/xml; charset=utf-8"),
    /** SOAP 1.2, a W3C Recommendation of 2007. */
    V12("http://www.w3.org/2003/05/soap-envelope", "application/soap+xml; charset=utf-8");

    private final String namespace;
    private final String contentType;
    private final String envelope;
    private final String opening;

    SoapVersion(String namespace, String contentType) {
        this.namespace = namespace;
        this.contentType = contentType;
        this.envelope = "<soapenv:Envelope xmlns:soapenv=\"" + namespace + "\">";
        this.opening = envelope + "<soapenv:Body>";
    }

    /** Returns the namespace of the envelope. */
    public String namespace() {
        return namespace;
    }

    /** Returns the value of Content-Type. */
    public String contentType() {
        return contentType;
    }

    /** Returns the start tag of the envelope. */
    String envelope() {
        return envelope;
    }

    /** Returns the start tags of an envelope without header and of its body. */
    String opening() {
        return opening;
    }
}
