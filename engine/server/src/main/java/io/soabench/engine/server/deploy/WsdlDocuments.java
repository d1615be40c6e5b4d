package io.soabench.engine.server.deploy;

import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.ProvidedOperation;
import io.soabench.engine.bpel.source.Documents;
import io.soabench.engine.bpel.source.EntryNames;
import io.soabench.engine.bpel.wsdl.Operation;
import io.soabench.engine.bpel.wsdl.PortType;
import io.soabench.engine.bpel.wsdl.WsdlDefinitions;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The documents a service answers to {@code ?wsdl} and to the references in it.
 *
 * <p>Takes the archive's own WSDL with the true address put in; a port type without a port there gets a binding and a service.
 * References to other files of the archive become references to {@code ?resource=…}.
 */
final class WsdlDocuments {
    private static final Pattern ADDRESS =
            Pattern.compile("(<(?:[\\w.-]+:)?address\\b[^>]*?\\blocation\\s*=\\s*)(\"[^\"]*\"|'[^']*')");
    private static final Pattern REFERENCE = Pattern.compile(
            "(<(?:[\\w.-]+:)?(?:import|include|redefine)\\b[^>]*?\\b(?:schemaLocation|location)\\s*=\\s*)(\"[^\"]*\"|'[^']*')");
    private static final Pattern END = Pattern.compile("</(?:[\\w.-]+:)?definitions\\s*>\\s*$");
    private static final String SOAP = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

    private final Map<String, byte[]> entries;
    private final EntryNames names;
    private final ProcessDefinition definition;
    private final ProcessModel model;
    private final List<ServiceOperation> operations;
    private final String url;

    WsdlDocuments(
            Map<String, byte[]> entries,
            ProcessDefinition definition,
            ProcessModel model,
            List<ServiceOperation> operations,
            String url) {
        this.entries = entries;
        this.names = new EntryNames(entries.keySet());
        this.definition = definition;
        this.model = model;
        this.operations = operations;
        this.url = url;
    }

    Map<String, byte[]> documents() {
        Map<String, byte[]> documents = new HashMap<>();
        for (String name : entries.keySet()) {
            if (name.endsWith(".wsdl") || name.endsWith(".xsd")) {
                documents.put(query(name), rewritten(name, text(name)));
            }
        }
        Optional<PortType> portType = model.provided().stream()
                .map(ProvidedOperation::partnerLink)
                .findFirst()
                .flatMap(PartnerLink::myPortType);
        portType.ifPresent(type -> documents.put("wsdl", main(type)));
        return documents;
    }

    private byte[] main(PortType portType) {
        WsdlDefinitions wsdl = definition.wsdl();
        List<WsdlDefinitions.ServicePort> ports = wsdl.ports(portType.name());
        if (!ports.isEmpty()) {
            String file = entry(ports.get(0).service().location().file());
            return rewritten(file, text(file));
        }
        String file = entry(portType.location().file());
        String text = text(file);
        Matcher end = END.matcher(text);
        return rewritten(
                file,
                end.find() ? text.substring(0, end.start()) + port(portType) + text.substring(end.start()) : text);
    }

    private String entry(String file) {
        return entries.containsKey(file) ? file : Documents.name(java.nio.file.Path.of(file));
    }

    private String text(String name) {
        return new String(entries.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
    }

    private static String query(String name) {
        return "resource=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private byte[] rewritten(String name, String text) {
        String addressed = ADDRESS.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + '"' + escaped(url) + '"'));
        String linked = REFERENCE.matcher(addressed).replaceAll(found -> {
            String quoted = found.group(2);
            List<String> target = names.referred(name, quoted.substring(1, quoted.length() - 1));
            return Matcher.quoteReplacement(
                    target.size() == 1
                            ? found.group(1) + '"' + escaped(url + "?" + query(target.get(0))) + '"'
                            : found.group());
        });
        return linked.getBytes(StandardCharsets.UTF_8);
    }

    private String port(PortType portType) {
        String name = escaped(portType.name().getLocalPart());
        StringBuilder text = new StringBuilder();
        text.append("<w:binding xmlns:w=\"")
                .append(WSDL)
                .append("\" xmlns:sb=\"")
                .append(SOAP);
        text.append("\" xmlns:pt=\"").append(escaped(portType.name().getNamespaceURI()));
        text.append("\" name=\"")
                .append(name)
                .append("SoapBinding\" type=\"pt:")
                .append(name)
                .append("\">");
        text.append("<sb:binding transport=\"http://schemas.xmlsoap.org/soap/http\"/>");
        for (Operation operation : portType.operations()) {
            operation(text, operation);
        }
        text.append("</w:binding><w:service xmlns:w=\"")
                .append(WSDL)
                .append("\" xmlns:sb=\"")
                .append(SOAP);
        text.append("\" xmlns:tns=\"").append(escaped(portType.name().getNamespaceURI()));
        text.append("\" name=\"")
                .append(name)
                .append("Service\"><w:port name=\"")
                .append(name);
        text.append("Port\" binding=\"tns:").append(name).append("SoapBinding\"><sb:address location=\"\"/></w:port>");
        return text.append("</w:service>").toString();
    }

    private void operation(StringBuilder text, Operation operation) {
        MessageShape input = operations.stream()
                .filter(candidate -> candidate.name().equals(operation.name()))
                .map(ServiceOperation::input)
                .findFirst()
                .orElse(null);
        boolean rpc = input != null && input.wrapper() != null;
        String body = rpc
                ? "<sb:body use=\"literal\" namespace=\""
                        + escaped(input.wrapper().namespace()) + "\"/>"
                : "<sb:body use=\"literal\"/>";
        text.append("<w:operation name=\"").append(escaped(operation.name()));
        text.append("\"><sb:operation soapAction=\"\" style=\"")
                .append(rpc ? "rpc" : "document")
                .append("\"/>");
        text.append("<w:input>").append(body).append("</w:input>");
        if (operation.isRequestResponse()) {
            text.append("<w:output>").append(body).append("</w:output>");
            operation.faults().forEach(fault -> text.append("<w:fault name=\"")
                    .append(escaped(fault.name()))
                    .append("\"><sb:fault use=\"literal\" name=\"")
                    .append(escaped(fault.name()))
                    .append("\"/></w:fault>"));
        }
        text.append("</w:operation>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
