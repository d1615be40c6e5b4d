/**
 * Makes a BPMN file of a user measurable: a copy in which tasks call mocked partners, and the values of a request by which
 * its gateways decide. Not safe for use by several threads; nothing is written to disk.
 */
package io.soabench.start.bpmn;
