package io.soabench.engine.bpel.model;

import io.soabench.contracts.wsdl.Message;
import javax.xml.namespace.QName;

/**
 * Variables with the parts of a WSDL message.
 */
public record MessageType(Message message) implements VariableType {

    @Override
    public QName name() {
        return message.name();
    }
}
