package io.soabench.ode;

/**
 * What a port of a WSDL service is bound to.
 *
 * @param bindingNamespace namespace of the binding
 * @param binding its local name
 * @param bindingDocument path of the document that defines it
 */
record WsdlPort(String bindingNamespace, String binding, String bindingDocument) {}
