package io.soabench.plan;

/** A version of SOAP, as a binding of a WSDL document names it. */
public enum SoapVersion {
    /** SOAP 1.1 (W3C note, 2000). */
    SOAP_11("1.1", "http://schemas.xmlsoap.org/soap/envelope/", "text/xml"),

    /** SOAP 1.2 (W3C recommendation, 2007). */
    SOAP_12("1.2", "http://www.w3.org/2003/05/soap-envelope", "application/soap+xml");

    private final String number;
    private final String namespace;
    private final String mediaType;

    SoapVersion(String number, String namespace, String mediaType) {
        this.number = number;
        this.namespace = namespace;
        this.mediaType = mediaType;
    }

    /** Returns the number for people. */
    public String number() {
        return number;
    }

    /** Returns the namespace of its envelopes. */
    public String namespace() {
        return namespace;
    }

    /** Returns the media type of its messages, without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** Returns whether the action of a request is a parameter of its media type (SOAP 1.2 part 2, section 6.5.3), and no header. */
    public boolean actionInType() {
        return this == SOAP_12;
    }

    /**
     * Returns the value of the header Content-Type of a request in UTF-8.
     *
     * @param action without quotes; characters that would end the value are left out
     */
    public String contentType(String action) {
        String type = mediaType + "; charset=utf-8";
        return actionInType() && !action.isEmpty() ? type + "; action=\"" + bare(action) + '"' : type;
    }

    /** Returns an action without characters that would end its value in a header. */
    public static String bare(String action) {
        return action.replace("\r", "").replace("\n", "").replace("\"", "");
    }
}
