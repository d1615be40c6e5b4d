package io.soabench.engine.runtime.kernel;

import io.soabench.engine.runtime.xml.QualifiedName;

/**
 * A fault that an operation declares.
 *
 * @param name name of the fault in the namespace of the port type
 * @param message how its message lies in the fault's detail
 */
public record FaultShape(QualifiedName name, MessageShape message) {}
