/**
 * The wizard for new testbeds, from a BPEL process, a WSDL document or a running service. A refusal is shown in the
 * wizard, and leaves no files. On the thread of the user interface.
 */
package io.soabench.eclipse.start;
