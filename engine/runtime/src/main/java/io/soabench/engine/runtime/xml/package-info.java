/**
 * Message data: an immutable XML tree, its reader and its writer.
 *
 * <p>Belongs here: the parts of a message, reading from bytes and writing to bytes. Does not belong here: SOAP, HTTP,
 * XPath. Threading: {@link io.soabench.engine.runtime.xml.Element} and its parts are immutable and may be shared by any
 * number of threads; readers and writers belong to one thread. Failure: bytes that are not acceptable XML become a
 * {@link io.soabench.engine.runtime.xml.RefusedXmlException} with a sentence for the sender.
 */
package io.soabench.engine.runtime.xml;
