package io.soabench.plugin;

/**
 * An operation of a SOAP 1.1 service, as an engine needs it that reads no WSDL.
 *
 * @param soapAction without quotes; empty when it has none
 * @param input the request
 * @param output the answer; {@code null} for a one-way operation
 */
public record ServiceOperation(String name, String soapAction, MessageTemplate input, MessageTemplate output) {}
