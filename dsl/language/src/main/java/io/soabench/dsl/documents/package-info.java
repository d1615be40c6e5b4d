/**
 * The files that a model refers to: WSDL, BPEL, XML, numbers. They are read with the engine's own reader, so that editor, compiler
 * and engine agree; nothing is fetched from a network.
 */
package io.soabench.dsl.documents;
