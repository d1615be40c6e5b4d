package io.soabench.start;

import io.soabench.start.bpmn.BpmnCopy;
import io.soabench.start.bpmn.ProcessInterface;
import io.soabench.start.bpmn.UnsuitableProcessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The testbed of a BPMN file: a copy whose tasks call mocked partners, on two engines of BPMN. */
final class BpmnStart implements DraftContent {

    private final Path bpmn;
    private final Optional<String> wanted;

    /** @param wanted id of the process; empty where the file has only one that can be meant */
    BpmnStart(Path bpmn, Optional<String> wanted) {
        this.bpmn = bpmn;
        this.wanted = wanted;
    }

    @Override
    public Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException {
        BpmnCopy copy;
        try {
            copy = BpmnCopy.of(Files.readAllBytes(bpmn), bpmn.toString(), wanted, notes);
        } catch (UnsuitableProcessException e) {
            throw new StartRefusedException(e.getMessage(), e);
        }
        ProcessInterface contract = new ProcessInterface(copy);
        UniqueNames names = new UniqueNames("here", "camunda", "operaton", "mocks");
        String process = names.of(copy.id(), "Process");
        String testbed = UniqueNames.plain(process);
        String file = "bpmn/" + testbed + ".bpmn";
        draft.text(file, copy.text());
        draft.text("wsdl/process.wsdl", contract.process());
        draft.text("data/request.xml", contract.request());
        draft.text("data/answer.xml", contract.answer());
        StarterModelText text = new StarterModelText();
        text.head(
                testbed,
                "What does " + copy.name().replaceAll("\\s+", " ").replace("\"", "'")
                        + " cost on Camunda 7, and on Operaton?",
                bpmn.getFileName().toString());
        List<String> services = services(copy, draft, names, text);
        process(copy, process, file, services, text);
        text.lines(
                "// data/request.xml has the values by which the gateways decide. Put real requests there; several files may be named.",
                "data Requests { \"data/request.xml\" }",
                "",
                "// ---- Machines and servers. A host without an address is this machine.",
                "host here",
                "server camunda  : camunda  on here { history none  profile tuned }   // as released: profile stock, history full",
                "server operaton : operaton on here { history none  profile tuned }",
                "// server cibseven : cibseven on here { history none  profile tuned }   // and flowable; then name them in the case below");
        if (!services.isEmpty()) {
            text.lines("server mocks : lean on here { serves " + String.join(", ", services) + " }");
        }
        text.lines("");
        text.workloads(true);
        text.metrics("camunda, operaton");
        text.suite("case on camunda, operaton for process in (" + process + "), workload in (steady, arrivals)");
        draft.text(testbed + ".testbed", text.toString());
        return new Filled(testbed + ".testbed", List.of());
    }

    private static List<String> services(BpmnCopy copy, TestbedDraft draft, UniqueNames names, StarterModelText text)
            throws IOException {
        List<String> services = new ArrayList<>();
        if (copy.partners().isEmpty()) {
            return services;
        }
        draft.text("wsdl/partner.wsdl", ProcessInterface.PARTNER);
        text.partners(true);
        text.serviceType("Partner", "wsdl/partner.wsdl", Optional.empty());
        for (BpmnCopy.Partner partner : copy.partners()) {
            String service = names.of(partner.name(), "partner");
            services.add(service);
            text.lines(
                    "service " + service + " : Partner {   // task: " + partner.task(),
                    "    response time lognormal(median 20 ms, sigma 0.5)   // half of the answers take less than 20 ms, a few much more",
                    "    uiid from \"" + ProcessInterface.PARTNER_ID + "\"",
                    "}");
        }
        text.lines("");
        return services;
    }

    private static void process(
            BpmnCopy copy, String process, String file, List<String> services, StarterModelText text) {
        text.lines(
                "// ---- The process under test: a contract that was made for it, and a copy of the file that keeps the contract.",
                "// The copy has the tasks, gateways and asynchronous boundaries of the file; each task calls a mocked partner.",
                "process " + process + " {",
                "    contract wsdl \"wsdl/process.wsdl\"",
                "    bpmn \"" + file + "\"");
        for (int i = 0; i < services.size(); i++) {
            String name = copy.partners().get(i).name();
            text.lines("    partner " + (UniqueNames.RESERVED.contains(name) ? "\"" + name + "\"" : name) + " -> "
                    + services.get(i));
        }
        text.lines(
                "    uiid to \"" + ProcessInterface.REQUEST_ID
                        + "\"   // each request has an identifier of its own there",
                "    // Before it is measured, the process must reach the end that the values of the request lead to.",
                "    check \"data/request.xml\" answers \"data/answer.xml\"",
                "}",
                "");
    }
}
