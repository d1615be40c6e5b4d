package io.soabench.contracts.wsdl;

/** The SOAP version of a binding. */
public enum Soap {
    V11,
    V12,
    /** Not a SOAP binding. */
    NONE
}
