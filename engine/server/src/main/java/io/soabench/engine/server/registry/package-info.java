/**
 * The look-up of partners in a registry. Belongs here: a client of UDDI version 3 (OASIS, 2004), with the mapping of
 * the technical note "Using WSDL in a UDDI Registry, Version 2.0.2".
 *
 * <p>Use: a deployment whose descriptor names a registry makes one {@code PartnerRegistry} for it.
 *
 * <p>Threading: questions are asked on one thread of this package. Failure: a question that fails has no address as its
 * result, and a line in the log.
 */
package io.soabench.engine.server.registry;
