/**
 * The look-up of partners: a client of UDDI version 3 (OASIS, 2004), by the mapping of the technical note "Using WSDL
 * in a UDDI Registry, Version 2.0.2". Questions are asked on a thread of its own; a failure is no address and a line in
 * the log.
 */
package io.soabench.engine.server.registry;
