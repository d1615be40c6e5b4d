package io.soabench.contracts.wsdl;

/** The four kinds of operation of WSDL 1.1, section 2.4. WS-BPEL uses the first two. */
public enum Exchange {
    ONE_WAY,
    REQUEST_RESPONSE,
    SOLICIT_RESPONSE,
    NOTIFICATION
}
