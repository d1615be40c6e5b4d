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
import java.util.stream.Collectors;

/**
 * The testbed of a BPMN file: a copy of each process that can be meant, whose tasks call mocked partners, on two engines of
 * BPMN.
 */
final class BpmnStart implements DraftContent {

    private final Path bpmn;
    private final Optional<String> wanted;

    /** @param wanted id of the only process that is measured; empty for all that can be meant */
    BpmnStart(Path bpmn, Optional<String> wanted) {
        this.bpmn = bpmn;
        this.wanted = wanted;
    }

    @Override
    public Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException {
        List<BpmnCopy> copies;
        try {
            copies = BpmnCopy.of(Files.readAllBytes(bpmn), bpmn.toString(), wanted, notes);
        } catch (UnsuitableProcessException e) {
            throw new StartRefusedException(e.getMessage(), e);
        }
        return copies.size() == 1 ? single(copies.get(0), draft) : several(copies, draft);
    }

    private Filled single(BpmnCopy copy, TestbedDraft draft) throws IOException {
        UniqueNames names = new UniqueNames("here", "camunda", "operaton", "mocks");
        Measured measured = new Measured(
                copy,
                names.of(copy.id(), "Process"),
                new ProcessInterface(copy),
                "wsdl/process.wsdl",
                "data/request.xml",
                "data/answer.xml");
        String testbed = UniqueNames.plain(measured.name());
        StarterModelText text = new StarterModelText();
        text.head(
                testbed, title(quoted(copy.name()), "does"), bpmn.getFileName().toString());
        processes(List.of(measured), draft, names, text);
        text.workloads(true);
        text.metrics("camunda, operaton");
        text.suite(
                "case on camunda, operaton for process in (" + measured.name() + "), workload in (steady, arrivals)");
        draft.text(testbed + ".testbed", text.toString());
        return new Filled(testbed + ".testbed", List.of());
    }

    /** Gives each process a contract, requests and workloads of its own, since their gateways decide by other values. */
    private Filled several(List<BpmnCopy> copies, TestbedDraft draft) throws IOException {
        UniqueNames names = new UniqueNames("here", "camunda", "operaton", "mocks", "partner");
        List<Measured> all = new ArrayList<>();
        for (BpmnCopy copy : copies) {
            String name = names.of(copy.id(), "Process");
            all.add(new Measured(
                    copy,
                    name,
                    ProcessInterface.named(copy, name),
                    "wsdl/" + name + ".wsdl",
                    "data/" + name + "-request.xml",
                    "data/" + name + "-answer.xml"));
        }
        String file = bpmn.getFileName().toString();
        String testbed = new UniqueNames().of(file.replaceFirst("\\.[^.]*$", ""), "Processes");
        StarterModelText text = new StarterModelText();
        String first = all.stream().limit(all.size() - 1).map(Measured::name).collect(Collectors.joining(", "));
        text.head(
                testbed,
                title(first + " and " + all.get(all.size() - 1).name(), "do"),
                file,
                Integer.toString(2 * all.size()));
        processes(all, draft, names, text);
        text.loads();
        for (Measured each : all) {
            text.workloads("-" + each.name(), "  sends " + each.requests());
        }
        text.lines("");
        text.metrics("camunda, operaton");
        text.suite(all.stream()
                .map(each -> "case on camunda, operaton for process in (" + each.name() + "), workload in (steady-"
                        + each.name() + ", arrivals-" + each.name() + ")")
                .collect(Collectors.joining("\n    ")));
        draft.text(testbed + ".testbed", text.toString());
        return new Filled(testbed + ".testbed", List.of());
    }

    private static String title(String processes, String verb) {
        return "What " + verb + " " + processes + " cost on Camunda 7, and on Operaton?";
    }

    private static String quoted(String name) {
        return name.replaceAll("\\s+", " ").replace("\"", "'");
    }

    /**
     * A process of the testbed.
     *
     * @param name in the model
     * @param wsdl its contract in the draft
     * @param request a request in the draft
     * @param answer to the request, in the draft
     */
    private record Measured(
            BpmnCopy copy, String name, ProcessInterface contract, String wsdl, String request, String answer) {

        String file() {
            return "bpmn/" + UniqueNames.plain(name) + ".bpmn";
        }

        /** Returns the name of the data of one of several processes. */
        String requests() {
            return name + "-requests";
        }
    }

    /** Adds partners, processes, data and servers. */
    private static void processes(List<Measured> all, TestbedDraft draft, UniqueNames names, StarterModelText text)
            throws IOException {
        for (Measured each : all) {
            draft.text(each.file(), each.copy().text());
            draft.text(each.wsdl(), each.contract().process());
            draft.text(each.request(), each.contract().request());
            draft.text(each.answer(), each.contract().answer());
        }
        List<String> services = new ArrayList<>();
        List<List<String>> own = new ArrayList<>();
        if (all.stream().anyMatch(each -> !each.copy().partners().isEmpty())) {
            draft.text("wsdl/partner.wsdl", ProcessInterface.PARTNER);
            text.partners(true);
            text.serviceType("Partner", "wsdl/partner.wsdl", Optional.empty());
        }
        for (Measured each : all) {
            own.add(services(each.copy(), names, text));
            services.addAll(own.get(own.size() - 1));
        }
        if (!services.isEmpty()) {
            text.lines("");
        }
        for (int i = 0; i < all.size(); i++) {
            process(all.get(i), own.get(i), text);
        }
        text.lines(
                "// The requests have the values by which the gateways decide. Put real requests there; several files may be named.");
        for (Measured each : all) {
            text.lines("data " + (all.size() == 1 ? "Requests" : each.requests()) + " { \"" + each.request() + "\" }");
        }
        text.lines(
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
    }

    private static List<String> services(BpmnCopy copy, UniqueNames names, StarterModelText text) {
        List<String> services = new ArrayList<>();
        for (BpmnCopy.Partner partner : copy.partners()) {
            String service = names.of(partner.name(), "partner");
            services.add(service);
            text.lines(
                    "service " + service + " : Partner {   // task: " + partner.task(),
                    "    response time lognormal(median 20 ms, sigma 0.5)   // half of the answers take less than 20 ms, a few much more",
                    "    uiid from \"" + ProcessInterface.PARTNER_ID + "\"",
                    "}");
        }
        return services;
    }

    private static void process(Measured measured, List<String> services, StarterModelText text) {
        text.lines(
                "// ---- The process under test: a contract that was made for it, and a copy of the file that keeps the contract.",
                "// The copy has the tasks, gateways and asynchronous boundaries of the file; each task calls a mocked partner.",
                "process " + measured.name() + " {",
                "    contract wsdl \"" + measured.wsdl() + "\"",
                "    bpmn \"" + measured.file() + "\"");
        for (int i = 0; i < services.size(); i++) {
            String name = measured.copy().partners().get(i).name();
            text.lines("    partner " + (UniqueNames.RESERVED.contains(name) ? "\"" + name + "\"" : name) + " -> "
                    + services.get(i));
        }
        text.lines(
                "    uiid to \"" + ProcessInterface.REQUEST_ID
                        + "\"   // each request has an identifier of its own there",
                "    // Before it is measured, the process must reach the end that the values of the request lead to.",
                "    check \"" + measured.request() + "\" answers \"" + measured.answer() + "\"",
                "}",
                "");
    }
}
