package io.soabench.start;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.wsdl.Operation;
import io.soabench.contracts.wsdl.PortType;
import io.soabench.contracts.wsdl.Role;
import io.soabench.contracts.wsdl.WsdlDefinitions;
import io.soabench.engine.bpel.model.BoundReceipt;
import io.soabench.engine.bpel.model.ConsumedOperation;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.model.ProcessModel;
import io.soabench.engine.bpel.model.WaitNode;
import io.soabench.engine.bpel.profile.CallCount;
import io.soabench.generators.soap.SoapOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** The model and the messages of a BPEL process whose documents are in a draft. */
final class BpelTestbed {

    private final TestbedDraft draft;
    private final List<String> notes;
    private final LoadedProcess loaded;
    private final WsdlDefinitions wsdl;
    private final SoapPorts ports;
    private final UniqueNames types = new UniqueNames();
    private final UniqueNames names = new UniqueNames("here", "engine", "mocks");
    private final StarterModelText text;
    private final Map<String, String> typeOf = new LinkedHashMap<>();
    private final List<String> services = new ArrayList<>();
    private final Set<String> wsdls = new LinkedHashSet<>();
    private final List<String> waitsFor = new ArrayList<>();

    BpelTestbed(TestbedDraft draft, List<String> notes, LoadedProcess loaded) {
        this.draft = draft;
        this.notes = notes;
        this.loaded = loaded;
        this.wsdl = loaded.definition().wsdl();
        this.ports = new SoapPorts(draft, BpelStart.FOLDER, wsdl, notes);
        this.text = new StarterModelText();
        loaded.further().forEach(each -> wsdls.add(name(each)));
    }

    private String name(Path file) {
        return draft.folder().relativize(file).toString().replace('\\', '/');
    }

    /** Writes everything into the draft. */
    DraftContent.Filled write() throws IOException {
        String file = Path.of(loaded.definition().file()).getFileName().toString();
        String title = loaded.definition()
                .source()
                .map(source -> source.name())
                .filter(name -> !name.isBlank())
                .orElse(file.replaceFirst("\\.[^.]*$", ""));
        String process = names.of(title, "Process");
        String testbed = UniqueNames.plain(process);
        text.head(
                testbed,
                "How quickly does " + title.replace("\"", "'") + " answer, and how much load does it hold?",
                file);
        if (loaded.definition().isValid()) {
            valid(process);
        } else {
            invalid(process);
        }
        draft.text(testbed + ".testbed", text.toString());
        return new DraftContent.Filled(testbed + ".testbed", waitsFor);
    }

    /** Adds the process with its partners, clients, messages and load. */
    private void valid(String process) throws IOException {
        ProcessModel model = loaded.definition().model();
        BoundReceipt start = model.starts().get(0);
        noteStarts(model, start);
        boolean callsBack = start.operation().isOneWay()
                && model.consumed().stream().anyMatch(each -> each.partnerLink().equals(start.partnerLink()));
        Map<PartnerLink, List<Operation>> partners = new LinkedHashMap<>();
        for (ConsumedOperation each : model.consumed()) {
            if (!callsBack || !each.partnerLink().equals(start.partnerLink())) {
                partners.computeIfAbsent(each.partnerLink(), absent -> new ArrayList<>())
                        .add(each.operation());
            }
        }
        // A partner link that is declared but never called must be bound, too.
        model.partnerLinks().stream()
                .filter(link ->
                        link.partnerPortType().isPresent() && link.myRole().isEmpty())
                .forEach(link -> partners.putIfAbsent(link, new ArrayList<>()));
        List<String> bindings = new ArrayList<>();
        text.partners(!partners.isEmpty());
        for (Map.Entry<PartnerLink, List<Operation>> each : partners.entrySet()) {
            bindings.add(partner(model, each.getKey(), each.getValue(), process));
        }
        Set<PortType> offered = model.partnerLinks().stream()
                .flatMap(link -> link.myPortType().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (PortType type : offered) {
            ports.addIfMissing(type).ifPresent(this::noteAdded);
        }
        process(process, model, start, callsBack, bindings);
        text.rest(services, loaded.words(), process, true);
    }

    private void noteAdded(String document) {
        wsdls.add(document);
        notes.add(Path.of(document).getFileName()
                + " was added, because no WSDL document says how that port type is reached by SOAP");
    }

    private void noteStarts(ProcessModel model, BoundReceipt start) {
        List<String> others = model.starts().stream()
                .map(each -> each.operation().name())
                .distinct()
                .filter(each -> !each.equals(start.operation().name()))
                .toList();
        if (!others.isEmpty()) {
            notes.add("instances are started by \"" + start.operation().name() + "\" here; the process has also "
                    + others.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "))
                    + ", which the load does not send");
        }
        List<String> links = model.starts().stream()
                .filter(each -> each.operation().name().equals(start.operation().name()))
                .map(each -> each.partnerLink().name())
                .distinct()
                .filter(each -> !each.equals(start.partnerLink().name()))
                .toList();
        if (!links.isEmpty()) {
            notes.add("\"" + start.operation().name() + "\" is called by partner link \""
                    + start.partnerLink().name() + "\" here; the process takes it also by "
                    + links.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "))
                    + ", which the load does not call");
        }
        model.receptions().stream()
                .filter(each -> !each.createInstance() && each.partnerLink().equals(start.partnerLink()))
                .map(each -> each.operation().name())
                .distinct()
                .forEach(waitsFor::add);
        if (!waitsFor.isEmpty()) {
            notes.add(
                    "after its start the process takes "
                            + waitsFor.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "))
                            + " from its clients, which the load does not send: instances that need it never end, and repetitions of which no instance ends are not valid");
        }
        if (!model.activities(WaitNode.class).isEmpty()) {
            notes.add(
                    "the process waits by itself; its response times have that in them, and the time-out of the suite must be longer");
        }
    }

    private String partner(ProcessModel model, PartnerLink link, List<Operation> called, String process)
            throws IOException {
        PortType type = link.partnerPortType().orElseThrow();
        Optional<BoundReceipt> back = model.receptions().stream()
                .filter(each -> each.partnerLink().equals(link) && !each.createInstance())
                .findFirst();
        boolean callsBack = back.isPresent() && called.stream().anyMatch(Operation::isOneWay);
        SoapPorts.PortDocument port = callsBack ? ports.partner(type, back.get().portType()) : ports.partner(type);
        if (port.added()) {
            noteAdded(port.document());
        }
        String key = port.document() + " " + port.port().orElse("");
        String typeName = typeOf.get(key);
        if (typeName == null) {
            typeName = types.of(type.name().getLocalPart(), "Partner");
            typeOf.put(key, typeName);
            text.serviceType(typeName, port.document(), port.port());
        }
        String service = names.of(link.name().equals(process) ? link.name() + "_service" : link.name(), "partner");
        services.add(service);
        List<String> calls = called.stream().map(Operation::name).distinct().toList();
        text.service(service, typeName, calls, callsBack ? callback(back.get(), called) : Optional.empty());
        return "partner "
                + (link.name().equals(UniqueNames.plain(link.name())) && !UniqueNames.RESERVED.contains(link.name())
                        ? link.name()
                        : "\"" + link.name() + "\"")
                + " -> " + service;
    }

    /** Returns the callback of a partner, with the element by which the process finds its instance. */
    private Optional<String> callback(BoundReceipt back, List<Operation> called) {
        Optional<String> source = called.stream()
                .filter(Operation::isOneWay)
                .flatMap(each -> each.input().stream())
                .map(message -> MessagePaths.correlatedIn(message, back, wsdl))
                .filter(path -> !path.isEmpty())
                .findFirst()
                .flatMap(path -> MessagePaths.path(path, wsdl));
        Optional<String> target = back.operation()
                .input()
                .map(message -> MessagePaths.correlatedIn(message, back, wsdl))
                .filter(path -> !path.isEmpty())
                .flatMap(path -> MessagePaths.path(path, wsdl));
        String operation = "callback \"" + back.operation().name() + "\"";
        if (source.isEmpty() || target.isEmpty()) {
            notes.add(
                    "by what \"" + back.operation().name()
                            + "\" finds its instance could not be told; complete the line callback with: copies \"<path in the request>\" to \"<path in the callback>\"");
            return Optional.of(operation);
        }
        return Optional.of(operation + " copies \"" + source.get() + "\" to \"" + target.get() + "\"");
    }

    private void process(
            String process, ProcessModel model, BoundReceipt start, boolean callsBack, List<String> bindings)
            throws IOException {
        StarterModelText.ProcessLines lines = new StarterModelText.ProcessLines(
                process, name(Path.of(loaded.definition().file())));
        lines.wsdls().addAll(wsdls);
        lines.partners().addAll(bindings);
        long operations =
                model.starts().stream().map(BoundReceipt::operation).distinct().count();
        lines.operation(operations > 1 ? Optional.of(start.operation().name()) : Optional.empty());
        if (callsBack) {
            List<String> offered = model.consumed().stream()
                    .filter(each -> each.partnerLink().equals(start.partnerLink()))
                    .map(each -> each.operation().name())
                    .distinct()
                    .toList();
            lines.callback(Optional.of(offered.get(0)));
            if (offered.size() > 1) {
                notes.add("clients wait for the callback \"" + offered.get(0) + "\" here; the process has also "
                        + String.join(", ", offered.subList(1, offered.size())));
            }
        }
        samples(lines, start);
        List<String> counts = loaded.definition().profile().counts().stream()
                .map(BpelTestbed::text)
                .toList();
        text.process(lines, counts);
    }

    private static String text(CallCount count) {
        String times = count.isExact()
                ? Long.toString(count.least())
                : count.most().map(most -> count.least() + " to " + most).orElse(count.least() + " or more");
        return count.partnerLink() + "." + count.operation() + " " + times;
    }

    private void samples(StarterModelText.ProcessLines lines, BoundReceipt start) throws IOException {
        WsdlDefinitions all = WsdlDefinitions.load(Stream.concat(
                        wsdl.files().stream().map(Path::of).filter(Files::isRegularFile),
                        wsdls.stream().map(each -> draft.folder().resolve(each)))
                .distinct()
                .toList());
        Optional<SoapOperation> operation = start.partnerLink().myPortType().stream()
                .flatMap(type ->
                        SoapOperation.of(all, type.name(), start.operation().name()).stream())
                .findFirst();
        if (operation.isEmpty()) {
            return;
        }
        MessageSamples samples = new MessageSamples(all);
        try {
            List<QName> correlating = MessagePaths.correlationElement(start);
            MessageSamples.Sample request = samples.request(operation.get(), correlating);
            if (!correlating.isEmpty() && !request.identified().equals(correlating)) {
                notes.add(
                        "the process finds its instances by \""
                                + MessagePaths.path(correlating, all).orElseGet(() -> correlating
                                        .get(correlating.size() - 1)
                                        .getLocalPart())
                                + "\", which cannot hold an identifier; give each request a value of its own there, by records: filled from");
            }
            draft.text("data/request.xml", request.text());
            lines.identified(MessagePaths.path(request.identified(), all));
            if (request.identified().isEmpty()) {
                notes.add(
                        "no element of a request may hold any text, so requests carry no identifier; put ${uiid} into data/request.xml where that is possible");
            }
            if (!operation.get().oneWay()) {
                KnownAnswer known = new KnownAnswer(loaded.definition().model(), all, start, request.identified());
                MessageSamples.Answer answer = samples.answer(operation.get(), known::body);
                draft.text("data/answer.xml", answer.text());
                lines.answers(answer.known() ? StarterModelText.Answers.KNOWN : StarterModelText.Answers.FORM);
            }
        } catch (NoInstanceException e) {
            notes.add(
                    "no request could be made from the WSDL (" + e.getMessage() + "); write data/request.xml yourself");
            draft.text("data/request.xml", "<request/>\n");
        }
    }

    /** Adds the partners of a process that no engine would accept, as far as its text names them. */
    private void invalid(String process) throws IOException {
        List<String> bindings = new ArrayList<>();
        text.partners(true);
        for (var link : loaded.definition().source().stream()
                .flatMap(source -> source.body().partnerLinks().stream())
                .filter(each -> each.partnerRole().isPresent() && each.myRole().isEmpty())
                .toList()) {
            Optional<PortType> type = wsdl.partnerLinkType(link.partnerLinkType())
                    .flatMap(each -> each.role(link.partnerRole().orElseThrow()))
                    .flatMap(Role::portType);
            if (type.isPresent()) {
                SoapPorts.PortDocument port = ports.partner(type.get());
                String typeName = types.of(type.get().name().getLocalPart(), "Partner");
                text.serviceType(typeName, port.document(), port.port());
                String service = names.of(link.name(), "partner");
                services.add(service);
                text.service(service, typeName, List.of(), Optional.empty());
                bindings.add("partner \"" + link.name() + "\" -> " + service);
            }
        }
        StarterModelText.ProcessLines lines = new StarterModelText.ProcessLines(
                process, name(Path.of(loaded.definition().file())));
        lines.wsdls().addAll(wsdls);
        lines.partners().addAll(bindings);
        text.process(lines, List.of());
        text.rest(services, loaded.words(), process, false);
    }
}
