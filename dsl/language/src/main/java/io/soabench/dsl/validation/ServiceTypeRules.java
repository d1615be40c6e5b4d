package io.soabench.dsl.validation;

import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestbedPackage;
import java.util.List;
import java.util.Optional;
import org.eclipse.xtext.validation.Check;

/** Rules for service types. The WSDL document exists and is correct, and the port is unambiguous. */
public final class ServiceTypeRules extends Rules {

    /** Checks that the document is there and correct. */
    @Check
    public void document(ServiceType type) {
        existing(type.getWsdl(), type, TestbedPackage.Literals.SERVICE_TYPE__WSDL, INSIGNIFICANT_INDEX);
        Optional<WsdlDefinitions> wsdl = files().wsdl(type, type.getWsdl());
        for (Problem problem :
                wsdl.map(WsdlDefinitions::problems).map(ModelDocuments::causes).orElse(List.of())) {
            error(
                    IssueCode.WSDL_INVALID,
                    ModelDocuments.place(problem),
                    problem.message() + " (" + problem.code() + ")",
                    type,
                    TestbedPackage.Literals.SERVICE_TYPE__WSDL);
        }
        if (wsdl.isPresent() && wsdl.get().problems().isEmpty()) {
            port(
                    type,
                    (type.getPort() == null
                                    ? interfaces().soapPorts(type, type.getWsdl())
                                    : interfaces().allSoapPorts(type, type.getWsdl()))
                            .stream().map(Port::name).toList());
        }
    }

    private void port(ServiceType type, List<String> ports) {
        if (ports.isEmpty()) {
            error(
                    IssueCode.WSDL_NO_SERVICE,
                    "WSDL \"" + type.getWsdl() + "\" of service type \"" + type.getName()
                            + "\" has no service with a SOAP port; add a binding, a service and a port with a soap:address",
                    type,
                    TestbedPackage.Literals.SERVICE_TYPE__WSDL);
        } else if (type.getPort() != null && !ports.contains(type.getPort())) {
            error(
                    IssueCode.WSDL_NO_PORT,
                    "WSDL \"" + type.getWsdl() + "\" has no SOAP port \"" + type.getPort() + "\"; it has: "
                            + String.join(", ", ports),
                    type,
                    TestbedPackage.Literals.SERVICE_TYPE__PORT);
        } else if (type.getPort() == null && ports.size() > 1) {
            error(
                    IssueCode.WSDL_NO_PORT,
                    "WSDL \"" + type.getWsdl() + "\" has several SOAP ports; add one of: port "
                            + String.join(
                                    ", port ",
                                    ports.stream()
                                            .map(port -> "\"" + port + "\"")
                                            .toList()),
                    type,
                    TestbedPackage.Literals.SERVICE_TYPE__WSDL);
        }
    }
}
