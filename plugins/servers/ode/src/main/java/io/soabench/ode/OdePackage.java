package io.soabench.ode;

import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ProcessSource.Invoked;
import io.soabench.plugin.ProcessSource.Provided;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process in the form that ODE deploys. It has the unchanged documents and {@value #DESCRIPTOR}. It also has
 * documents {@value #ENDPOINTS}{@code .wsdl}, {@value #ENDPOINTS}{@code -1.wsdl} and so on, with one service for each
 * partner link and role.
 *
 * <p>ODE takes the address of a service from its {@code soap:address}, one address for each WSDL service. It names its
 * own services by the part after {@code /processes/} there. The package's own services use the bindings of the
 * documents and leave the documents untouched. They allow several partner links to one service, and give the process
 * the path of its name in the model.
 *
 * <p>ODE 1.3.6 gives a fault of a partner the namespace of the document that holds the partner's service. A {@code
 * catch} names a fault by the namespace of its port type (WS-BPEL 2.0, section 10.3). The services of partners are
 * therefore in documents of these namespaces.
 */
final class OdePackage {

    /** ODE's deployment descriptor. */
    static final String DESCRIPTOR = "deploy.xml";

    /** The beginning of the names of the WSDL documents with the services that the descriptor names. */
    static final String ENDPOINTS = "soabench-endpoints";

    /** The ending of these names. */
    private static final String WSDL = ".wsdl";

    /** The path under which ODE offers processes. */
    static final String PATH = "/ode/processes/";

    /** The namespace of the deployment descriptor. */
    static final String DESCRIPTOR_NAMESPACE = "http://www.apache.org/ode/schemas/dd/2007/03";

    private static final String PORT = "port";

    /**
     * A service of a document {@value #ENDPOINTS}.
     *
     * @param name of the service
     * @param port whose binding it uses
     * @param address of its port
     */
    private record Endpoint(String name, WsdlPort port, String address) {}

    private final ProcessSource process;
    private final Map<String, Endpoint> provided = new TreeMap<>();
    private final Map<String, Endpoint> invoked = new TreeMap<>();

    private OdePackage(ProcessSource process) {
        this.process = process;
    }

    /**
     * Writes the package, the same bytes each time.
     *
     * @param folder an empty folder
     * @throws IOException also when ODE could not run it; the message is for the user
     */
    static void write(ProcessSource process, Path folder) throws IOException {
        OdePackage written = new OdePackage(process);
        written.endpoints();
        Map<String, String> services = written.wsdls();
        List<String> own = new ArrayList<>(List.of(DESCRIPTOR));
        own.addAll(services.keySet());
        process.copyDocuments(folder, own.toArray(String[]::new));
        for (Map.Entry<String, String> document : services.entrySet()) {
            Files.writeString(folder.resolve(document.getKey()), document.getValue());
        }
        Files.writeString(folder.resolve(DESCRIPTOR), written.descriptor());
    }

    private void endpoints() throws IOException {
        WsdlPorts ports = WsdlPorts.read(process.documents());
        int number = 0;
        for (Provided link : process.provided()) {
            WsdlPort port = ports.port(link.serviceNamespace(), link.service(), link.port(), process.name());
            // The first one is what clients call; partners that call back have a service each.
            String path = PATH + process.name() + (number == 0 ? "" : "." + link.link());
            provided.put(link.link(), new Endpoint(link.link() + "-provided", port, "http://localhost" + path));
            number++;
        }
        for (Invoked link : process.invoked()) {
            WsdlPort port = ports.port(link.serviceNamespace(), link.service(), link.port(), process.name());
            invoked.put(link.link(), new Endpoint(link.link() + "-invoked", port, link.address()));
        }
    }

    private String namespace() {
        return "urn:soabench:ode:" + process.name();
    }

    /** Returns the namespaces of the port types of partners, sorted; the position is the number of the document. */
    private List<String> partnerNamespaces() {
        return invoked.values().stream()
                .map(endpoint -> endpoint.port().portTypeNamespace())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the documents with services, by name: that of the process, then one for each namespace of partners. */
    private Map<String, String> wsdls() {
        Map<String, String> documents = new LinkedHashMap<>();
        documents.put(ENDPOINTS + WSDL, wsdl(namespace(), List.copyOf(provided.values())));
        List<String> namespaces = partnerNamespaces();
        for (String namespace : namespaces) {
            documents.put(
                    ENDPOINTS + "-" + (namespaces.indexOf(namespace) + 1) + WSDL,
                    wsdl(
                            namespace,
                            invoked.values().stream()
                                    .filter(each ->
                                            each.port().portTypeNamespace().equals(namespace))
                                    .toList()));
        }
        return documents;
    }

    private static String wsdl(String namespace, List<Endpoint> endpoints) {
        Map<String, String> imports = new TreeMap<>();
        endpoints.forEach(e -> imports.put(e.port().bindingDocument(), e.port().bindingNamespace()));
        StringBuilder text = new StringBuilder(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- One service for each partner link and role, with its address; the bindings are those of the process. -->
                <wsdl:definitions name="endpoints"%s
                    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
                """
                        .formatted(
                                namespace.isEmpty() ? "" : " targetNamespace=\"" + SafeXml.escaped(namespace) + '"'));
        imports.forEach((document, of) -> text.append("  <wsdl:import namespace=\"%s\" location=\"%s\"/>\n"
                .formatted(SafeXml.escaped(of), SafeXml.escaped(document))));
        for (Endpoint endpoint : endpoints) {
            text.append(
                    """
                      <wsdl:service name="%s">
                        <wsdl:port name="%s" binding="b:%s" xmlns:b="%s"><soap:address location="%s"/></wsdl:port>
                      </wsdl:service>
                    """
                            .formatted(
                                    endpoint.name(),
                                    PORT,
                                    endpoint.port().binding(),
                                    SafeXml.escaped(endpoint.port().bindingNamespace()),
                                    SafeXml.escaped(endpoint.address())));
        }
        return text.append("</wsdl:definitions>\n").toString();
    }

    private String descriptor() {
        boolean named = !process.targetNamespace().isEmpty();
        StringBuilder text = new StringBuilder(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <dd:deploy xmlns:dd="%s"%s>
                  <dd:process name="%s%s">
                    <dd:active>true</dd:active>
                    <dd:in-memory>false</dd:in-memory>
                    <dd:process-events generate="none"/>
                """
                        .formatted(
                                DESCRIPTOR_NAMESPACE,
                                named ? " xmlns:p=\"" + SafeXml.escaped(process.targetNamespace()) + '"' : "",
                                named ? "p:" : "",
                                process.processName()));
        provided.forEach((link, endpoint) -> text.append(role("provide", link, endpoint, namespace())));
        invoked.forEach((link, endpoint) ->
                text.append(role("invoke", link, endpoint, endpoint.port().portTypeNamespace())));
        return text.append("  </dd:process>\n</dd:deploy>\n").toString();
    }

    private static String role(String role, String link, Endpoint endpoint, String namespace) {
        boolean named = !namespace.isEmpty();
        return """
                    <dd:%1$s partnerLink="%2$s"><dd:service name="%3$s"%4$s port="%5$s"/></dd:%1$s>
                """
                .formatted(
                        role,
                        link,
                        (named ? "e:" : "") + endpoint.name(),
                        named ? " xmlns:e=\"" + SafeXml.escaped(namespace) + '"' : "",
                        PORT);
    }
}
