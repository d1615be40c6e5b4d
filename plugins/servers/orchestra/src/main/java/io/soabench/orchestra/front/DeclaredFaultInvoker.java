package io.soabench.orchestra.front;

import java.util.List;
import java.util.Properties;
import java.util.Set;
import javax.wsdl.Definition;
import javax.wsdl.Fault;
import javax.wsdl.Operation;
import javax.wsdl.Part;
import javax.wsdl.PortType;
import javax.xml.namespace.QName;
import org.ow2.orchestra.services.OperationKey;
import org.ow2.orchestra.services.impl.SOAPInvoker;
import org.ow2.orchestra.util.AddressingUtil.AddressingInfo;
import org.ow2.orchestra.var.MessageVariable;

/**
 * Orchestra's SOAP client, for partners that declare faults. Orchestra takes the name of a fault from {@code faultcode}. By WSDL 1.1
 * (section 3.6) and WS-BPEL 2.0 (section 10.3), the element in {@code detail} identifies the declared fault, and partners put
 * {@code soap:Server} into {@code faultcode}. {@link DeclaredFaultConnection} writes the name of the declared fault there.
 */
public final class DeclaredFaultInvoker extends SOAPInvoker {

    private static final ThreadLocal<Declared> CALLED = new ThreadLocal<>();

    /**
     * The faults that an operation declares.
     *
     * @param namespace of its port type
     * @param faults of the operation
     */
    private record Declared(String namespace, List<Fault> faults) {}

    @Override
    public MessageVariable invoke(
            OperationKey operation,
            AddressingInfo address,
            MessageVariable request,
            Set<Definition> documents,
            Properties properties) {
        CALLED.set(new Declared(operation.getPortTypeQName().getNamespaceURI(), faults(operation, documents)));
        try {
            return super.invoke(operation, address, request, documents, properties);
        } finally {
            CALLED.remove();
        }
    }

    private static List<Fault> faults(OperationKey key, Set<Definition> documents) {
        for (Definition document : documents) {
            PortType portType = document.getPortType(key.getPortTypeQName());
            Operation operation = portType == null ? null : portType.getOperation(key.getOperationName(), null, null);
            if (operation != null) {
                return OrchestraOperation.values(operation.getFaults(), Fault.class);
            }
        }
        return List.of();
    }

    /**
     * Returns the name of the declared fault of the operation that this thread calls, or {@code null}.
     *
     * @param detail the element in the detail of the fault
     */
    static QName declared(QName detail) {
        Declared called = CALLED.get();
        if (called == null) {
            return null;
        }
        for (Fault fault : called.faults()) {
            for (Part part : OrchestraOperation.values(fault.getMessage().getParts(), Part.class)) {
                if (detail.equals(part.getElementName())) {
                    return new QName(called.namespace(), fault.getName(), "declared");
                }
            }
        }
        return null;
    }
}
