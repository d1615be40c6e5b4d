package io.soabench.generators.soap;

import io.soabench.contracts.wsdl.Binding;
import io.soabench.contracts.wsdl.BindingOperation;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.Service;
import io.soabench.contracts.wsdl.Soap;
import io.soabench.contracts.wsdl.Style;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.plan.SoapVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * An operation as it is called at a port.
 *
 * @param binding empty when the binding does not mention the operation; document/literal is then assumed
 * @param soap version of its messages
 */
public record SoapOperation(
        Service service,
        Port port,
        Operation operation,
        Optional<BindingOperation> binding,
        Style style,
        SoapVersion soap) {

    private static final List<Soap> PREFERRED = List.of(Soap.V11, Soap.V12, Soap.NONE);

    /** Returns the operations of a port in the order of its port type; none when the port has no binding or port type. */
    public static List<SoapOperation> of(Service service, Port port) {
        Optional<Binding> binding = port.binding();
        return binding.flatMap(Binding::portType).stream()
                .flatMap(portType -> portType.operations().stream())
                .map(operation -> {
                    Optional<BindingOperation> bound = binding.flatMap(b -> b.operation(operation.name()));
                    Style style = bound.map(BindingOperation::style)
                            .or(() -> binding.map(Binding::style))
                            .orElse(Style.DOCUMENT);
                    return new SoapOperation(service, port, operation, bound, style, version(binding));
                })
                .toList();
    }

    /**
     * Returns an operation by which a port type is reached. Ports with a binding of SOAP 1.1 come first, then those of SOAP 1.2; a port with
     * another binding, or an incomplete one, counts only where there is nothing else.
     */
    public static Optional<SoapOperation> of(WsdlDefinitions wsdl, QName portType, String name) {
        return wsdl.ports(portType).stream()
                .sorted(Comparator.comparing((WsdlDefinitions.ServicePort each) -> PREFERRED.indexOf(
                        each.port().binding().map(Binding::soap).orElse(Soap.NONE))))
                .flatMap(each -> of(each.service(), each.port()).stream())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static SoapVersion version(Optional<Binding> binding) {
        return binding.filter(each -> each.soap() == Soap.V12).isPresent() ? SoapVersion.SOAP_12 : SoapVersion.SOAP_11;
    }

    /**
     * Returns a copy whose messages are of SOAP 1.1. Every engine reads this version, even if the binding of its
     * clients has another one.
     */
    public SoapOperation bySoap11() {
        return new SoapOperation(service, port, operation, binding, style, SoapVersion.SOAP_11);
    }

    /** Returns the name of the operation. */
    public String name() {
        return operation.name();
    }

    /** Returns whether no answer message is expected. */
    public boolean oneWay() {
        return operation.isOneWay();
    }

    /** Returns the value of the SOAPAction header without quotes, or empty. */
    public String soapAction() {
        return binding.flatMap(BindingOperation::soapAction).orElse("");
    }
}
