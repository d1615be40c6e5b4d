/**
 * Messages as lists of values, for programs of library engines: requests of clients become values, values become requests of partners, and answers
 * become values again.
 *
 * <p>All classes are immutable and safe for use by many threads. A message that does not fit its contract is an exception with the operation and the
 * place.
 */
package io.soabench.messages;
