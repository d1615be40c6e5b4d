/**
 * SOAP messages of WSDL operations. Belongs here: envelopes with default instances, and envelopes around given data.
 * Instances belong to one thread. A message that cannot be written is reported as one sentence, in a
 * {@link io.soabench.contracts.sample.NoInstanceException} or
 * {@link io.soabench.generators.soap.BadRequestDataException}.
 */
package io.soabench.generators.soap;
