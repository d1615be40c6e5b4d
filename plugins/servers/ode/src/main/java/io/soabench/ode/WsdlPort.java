package io.soabench.ode;

/**
 * The binding of a port of a WSDL service.
 *
 * @param bindingNamespace namespace of the binding
 * @param binding its local name
 * @param bindingDocument path of the document that defines it
 * @param portTypeNamespace namespace of the port type that is bound
 */
record WsdlPort(String bindingNamespace, String binding, String bindingDocument, String portTypeNamespace) {}
