package io.soabench.contracts.wsdl;

/**
 * The layout of parts in a SOAP body: as the body's children, or as children of a wrapper named after the operation.
 */
public enum Style {
    DOCUMENT,
    RPC
}
