/** New testbeds from a BPEL process, a WSDL document or a running service. */
package io.soabench.eclipse.start;
