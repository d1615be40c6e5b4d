package io.soabench.dsl.validation;

import io.soabench.contracts.source.Problem;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.Port;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.BlackBoxProcess;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.RequestHeader;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.ServerTrust;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Rules for processes. Their documents exist and are correct, and the operation that clients call is unambiguous. */
public final class ProcessRules extends Rules {

    /** Checks that the BPEL file and its WSDL documents are there and pass the static analysis. */
    @Check
    public void documents(WhiteBoxProcess process) {
        if (process.getContract() != null) {
            contract(process);
            return;
        }
        existing(process.getBpel(), process, TestbedPackage.Literals.WHITE_BOX_PROCESS__BPEL, INSIGNIFICANT_INDEX);
        for (int i = 0; i < process.getWsdls().size(); i++) {
            existing(process.getWsdls().get(i), process, TestbedPackage.Literals.WHITE_BOX_PROCESS__WSDLS, i);
        }
        files().process(process)
                .map(ProcessRules::causes)
                .orElse(List.of())
                .forEach(problem -> report(process, problem, TestbedPackage.Literals.WHITE_BOX_PROCESS__BPEL));
    }

    /** Checks that the WSDL document of a contract is there, correct, and has the one SOAP port that clients call. */
    private void contract(WhiteBoxProcess process) {
        EStructuralFeature feature = TestbedPackage.Literals.WHITE_BOX_PROCESS__CONTRACT;
        existing(process.getContract(), process, feature, INSIGNIFICANT_INDEX);
        if (isDescribed(process, process.getContract(), feature)
                && interfaces().port(process).isEmpty()) {
            List<String> ports = interfaces().soapPorts(process, process.getContract()).stream()
                    .map(Port::name)
                    .toList();
            error(
                    IssueCode.WSDL_NO_PORT,
                    process.getPort() == null
                            ? "WSDL \"" + process.getContract() + "\" of process \"" + process.getName()
                                    + "\" has several ports; add one of: port \"" + String.join("\", port \"", ports)
                                    + '"'
                            : "WSDL \"" + process.getContract() + "\" of process \"" + process.getName()
                                    + "\" has no SOAP port \"" + process.getPort() + "\"; choose one of: "
                                    + String.join(", ", ports),
                    process,
                    process.getPort() == null ? feature : TestbedPackage.Literals.WHITE_BOX_PROCESS__PORT);
        }
    }

    /** Checks that the WSDL document is there, correct, and has a SOAP port; the endpoint is a URL. */
    @Check
    public void documents(BlackBoxProcess process) {
        EStructuralFeature feature = TestbedPackage.Literals.BLACK_BOX_PROCESS__WSDL;
        existing(process.getWsdl(), process, feature, INSIGNIFICANT_INDEX);
        if (!isDescribed(process, process.getWsdl(), feature) || process.getPort() == null) {
            return;
        }
        List<String> ports = interfaces().allSoapPorts(process, process.getWsdl()).stream()
                .map(Port::name)
                .toList();
        if (!ports.contains(process.getPort())) {
            error(
                    IssueCode.WSDL_NO_PORT,
                    "WSDL \"" + process.getWsdl() + "\" of process \"" + process.getName() + "\" has no SOAP port \""
                            + process.getPort() + "\"; choose one of: " + String.join(", ", ports),
                    process,
                    TestbedPackage.Literals.BLACK_BOX_PROCESS__PORT);
        }
    }

    /** Checks that headers of the model can be sent, each once, and that no secret is in the model. */
    @Check
    public void headers(BlackBoxProcess process) {
        Set<String> seen = new HashSet<>();
        for (RequestHeader header : process.getHeaders()) {
            HeaderPlan plan = new HeaderPlan(
                    header.getHeader(),
                    header.getText(),
                    header.getVariable(),
                    header.getFile(),
                    header.getScheme(),
                    header.getUser());
            plan.problem()
                    .or(() -> seen.add(plan.key())
                            ? Optional.empty()
                            : Optional.of("stands there twice; leave one of them out"))
                    .ifPresent(problem -> error(
                            IssueCode.HEADER_INVALID,
                            "header \"" + plan.name() + "\" of process \"" + process.getName() + "\" " + problem,
                            header,
                            TestbedPackage.Literals.REQUEST_HEADER__HEADER));
        }
    }

    /** Reports what is wrong in a WSDL document, or that it has no SOAP port. Returns whether it has one. */
    private boolean isDescribed(Process process, String file, EStructuralFeature feature) {
        Optional<WsdlDefinitions> wsdl = files().wsdl(process, file);
        wsdl.map(WsdlDefinitions::problems)
                .map(ModelDocuments::causes)
                .orElse(List.of())
                .forEach(problem -> report(process, problem, feature));
        boolean correct = wsdl.isPresent() && wsdl.get().problems().isEmpty();
        boolean offered = correct && !interfaces().soapPorts(process, file).isEmpty();
        if (correct && !offered) {
            error(
                    IssueCode.WSDL_NO_SERVICE,
                    "WSDL \"" + file + "\" of process \"" + process.getName()
                            + "\" has no service with a SOAP port; add a binding, a service and a port with a soap:address",
                    process,
                    feature);
        }
        return offered;
    }

    /**
     * Returns the problems that cause others. Missing WSDL documents cause problems in the whole process, so only
     * they are returned.
     */
    private static List<Problem> causes(ProcessDefinition definition) {
        List<Problem> documents = definition.wsdl().problems();
        List<Problem> causes = ModelDocuments.causes(definition.problems());
        boolean readable = causes.size() == definition.problems().size();
        return readable && !documents.isEmpty() ? documents : causes;
    }

    private void report(Process process, Problem problem, EStructuralFeature feature) {
        boolean bpel = problem.file().toLowerCase(Locale.ROOT).endsWith(".bpel");
        error(
                bpel ? IssueCode.BPEL_INVALID : IssueCode.WSDL_INVALID,
                ModelDocuments.place(problem),
                problem.message() + " (" + problem.code() + ")",
                process,
                feature);
    }

    /** Checks that an endpoint is a URL that can be called. */
    @Check
    public void endpoint(BlackBoxProcess process) {
        if (!isHttp(process.getEndpoint())) {
            error(
                    IssueCode.ENDPOINT_INVALID,
                    "\"" + withoutUser(process.getEndpoint()) + "\" is no address of process \"" + process.getName()
                            + "\"; write a URL like http://host:port/path",
                    process,
                    TestbedPackage.Literals.BLACK_BOX_PROCESS__ENDPOINT);
            return;
        }
        if (URI.create(process.getEndpoint()).getUserInfo() != null) {
            error(
                    IssueCode.ENDPOINT_INVALID,
                    "the address of process \"" + process.getName()
                            + "\" contains a user; leave out the part before the @, and write: header \"Authorization\""
                            + " from file \"…\" user \"…\"",
                    process,
                    TestbedPackage.Literals.BLACK_BOX_PROCESS__ENDPOINT);
        }
    }

    /** Checks that the certificates by which a server is trusted can be used. */
    @Check
    public void trust(BlackBoxProcess process) {
        Optional<Path> file = existing(
                process.getTrust(), process, TestbedPackage.Literals.BLACK_BOX_PROCESS__TRUST, INSIGNIFICANT_INDEX);
        if (file.isEmpty() || !isHttp(process.getEndpoint())) {
            return;
        }
        ServerTrust.problem(process.getEndpoint(), ServerTrust.pem(file.get()))
                .ifPresent(problem -> error(
                        IssueCode.ENDPOINT_INVALID,
                        "trust \"" + process.getTrust() + "\" of process \"" + process.getName() + "\" " + problem,
                        process,
                        TestbedPackage.Literals.BLACK_BOX_PROCESS__TRUST));
    }

    /** Returns an address without what may be a secret. */
    private static String withoutUser(String endpoint) {
        return String.valueOf(endpoint).replaceFirst("//.*@", "//");
    }

    private static boolean isHttp(String endpoint) {
        try {
            URI uri = URI.create(endpoint);
            return uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()));
        } catch (IllegalArgumentException | NullPointerException e) {
            return false;
        }
    }

    /** Checks that the operation that clients call exists and is the only one that can be meant. */
    @Check
    public void operation(Process process) {
        List<String> operations = interfaces().operations(process).stream()
                .map(Operation::name)
                .distinct()
                .toList();
        if (operations.isEmpty()) {
            return;
        }
        String named = process.getOperation();
        if (named != null && !operations.contains(named)) {
            error(
                    IssueCode.OPERATION_UNKNOWN,
                    "process \"" + process.getName() + "\" cannot be started by an operation \"" + named
                            + "\"; choose one of: " + String.join(", ", operations),
                    process,
                    TestbedPackage.Literals.PROCESS__OPERATION);
        } else if (named == null && operations.size() > 1) {
            error(
                    IssueCode.OPERATION_AMBIGUOUS,
                    "process \"" + process.getName() + "\" can be started by several operations; add one of: operation "
                            + String.join(
                                    ", operation ",
                                    operations.stream()
                                            .map(name -> "\"" + name + "\"")
                                            .toList()),
                    process,
                    TestbedPackage.Literals.NAMED_ELEMENT__NAME);
        }
    }

    /** Checks that the path of the identifier leads to an element of the request. */
    @Check
    public void identifier(Process process) {
        String path = process.getUiidPath();
        Optional<QName> root = interfaces()
                .operation(process)
                .filter(any -> !interfaces().isRpc(process))
                .flatMap(Interfaces::inputElement);
        Optional<WsdlDefinitions> wsdl = interfaces().definitions(process);
        if (path == null || root.isEmpty() || wsdl.isEmpty()) {
            return;
        }
        new MessagePath(Interfaces.prefixes(wsdl.get()), wsdl.get().schemas())
                .problem(path, List.of(root.get()))
                .ifPresent(problem -> error(
                        IssueCode.UIID_PATH,
                        "path \"" + path + "\" of process \"" + process.getName() + "\" " + problem,
                        process,
                        TestbedPackage.Literals.PROCESS__UIID_PATH));
    }
}
