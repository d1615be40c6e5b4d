package io.soabench.contracts.wsdl;

/** The names of the namespaces that this package reads. */
public final class Wsdl {
    /** WSDL 1.1. */
    public static final String NAMESPACE = "http://schemas.xmlsoap.org/wsdl/";
    /** SOAP 1.1 binding of WSDL 1.1. */
    public static final String SOAP11 = "http://schemas.xmlsoap.org/wsdl/soap/";
    /** SOAP 1.2 binding of WSDL 1.1. */
    public static final String SOAP12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
    /** HTTP binding of WSDL 1.1. */
    public static final String HTTP = "http://schemas.xmlsoap.org/wsdl/http/";
    /** Partner link types of WS-BPEL 2.0. */
    public static final String PARTNER_LINKS = "http://docs.oasis-open.org/wsbpel/2.0/plnktype";
    /** Properties of WS-BPEL 2.0. */
    public static final String PROPERTIES = "http://docs.oasis-open.org/wsbpel/2.0/varprop";
    /** XML Schema. */
    public static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

    private Wsdl() {}
}
