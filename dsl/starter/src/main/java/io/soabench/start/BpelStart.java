package io.soabench.start;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.source.Problem;
import io.soabench.contracts.source.Problems;
import io.soabench.contracts.source.XmlElement;
import io.soabench.contracts.source.XmlReading;
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
import io.soabench.engine.bpel.syntax.Bpel;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/** The testbed of a process: the process on the bundled engine, and a mock for each of its partners. */
final class BpelStart implements DraftContent {

    private static final String FOLDER = "process";

    /** The problem of a definition that a document lacks because it is not imported. */
    private static final Pattern UNDEFINED =
            Pattern.compile("'\\{([^}]+)\\}[^']*'.* is not defined in any imported document");

    private final Path bpel;

    BpelStart(Path bpel) {
        this.bpel = bpel;
    }

    @Override
    public Filled fill(TestbedDraft draft, List<String> notes) throws StartRefusedException, IOException {
        requireProcess();
        SourceDocuments documents = SourceDocuments.of(bpel, notes);
        documents.copyTo(draft, FOLDER);
        LoadedProcess loaded = LoadedProcess.of(copy(draft, documents), List.of());
        if (addImports(documents, loaded)) {
            draft.clear();
            documents.copyTo(draft, FOLDER);
            loaded = LoadedProcess.of(copy(draft, documents), List.of());
        }
        List<Path> further = further(documents, loaded, notes);
        if (!further.isEmpty()) {
            for (Path each : further) {
                documents.add(each);
            }
            // With other documents the folder that they have in common may be another one.
            draft.clear();
            documents.copyTo(draft, FOLDER);
            List<Path> copies = further.stream()
                    .map(each -> draft.folder().resolve(FOLDER).resolve(documents.name(each)))
                    .toList();
            loaded = LoadedProcess.of(copy(draft, documents), copies);
        }
        loaded.addNotes(notes);
        return new Writing(draft, notes, loaded).write();
    }

    private Path copy(TestbedDraft draft, SourceDocuments documents) {
        return draft.folder().resolve(FOLDER).resolve(documents.name(bpel));
    }

    private void requireProcess() throws StartRefusedException, IOException {
        Problems problems = new Problems();
        Optional<XmlElement> root = XmlReading.read(bpel.toString(), Files.readAllBytes(bpel), problems);
        if (root.isEmpty()) {
            throw new StartRefusedException(bpel + " cannot be read as XML: "
                    + problems.list().stream().map(Object::toString).collect(Collectors.joining("; "))
                    + "; correct it first");
        }
        if (!root.get().localName().equals("process")) {
            throw new StartRefusedException(
                    bpel + " is no BPEL process but begins with <" + root.get().localName()
                            + (root.get().localName().equals("definitions")
                                    ? ">; a WSDL document is given with -Dwsdl=FILE"
                                    : ">; name the file that begins with <process>"));
        }
        if (!root.get().namespace().equals(Bpel.NAMESPACE)) {
            throw new StartRefusedException(bpel + " is no WS-BPEL 2.0 but a process of namespace \""
                    + root.get().namespace() + "\"; convert it to " + Bpel.NAMESPACE);
        }
    }

    /** Adds imports of nearby documents that a process uses and does not import. Returns whether there was one. */
    private boolean addImports(SourceDocuments documents, LoadedProcess loaded) throws IOException {
        Set<String> namespaces = new LinkedHashSet<>();
        for (Problem problem : loaded.definition().problems()) {
            Matcher undefined = UNDEFINED.matcher(problem.message());
            if (undefined.find()) {
                namespaces.add(undefined.group(1));
            }
        }
        boolean added = false;
        for (String namespace : namespaces) {
            added |= documents.importInto(bpel, namespace);
        }
        return added;
    }

    /** Returns other nearby WSDL documents that have ports which the documents of the process lack. */
    private static List<Path> further(SourceDocuments documents, LoadedProcess loaded, List<String> notes)
            throws IOException {
        Set<QName> wanted = new LinkedHashSet<>();
        loaded.portTypes().stream()
                .filter(type -> loaded.definition().wsdl().ports(type.name()).isEmpty())
                .forEach(type -> wanted.add(type.name()));
        Set<Path> found = new LinkedHashSet<>();
        for (Path neighbour : wanted.isEmpty() ? List.<Path>of() : documents.neighbours()) {
            WsdlDefinitions other = WsdlDefinitions.load(neighbour);
            boolean same = other.files().stream().map(Path::of).anyMatch(documents::has);
            if (same
                    && other.problems().isEmpty()
                    && wanted.removeIf(type -> !other.ports(type).isEmpty())) {
                found.add(neighbour);
                notes.add(neighbour.getFileName()
                        + " is not imported, but says how port types of the process are reached; it was taken");
            }
        }
        return List.copyOf(found);
    }

    /** The state of one run of the writer. */
    private static final class Writing {

        private final TestbedDraft draft;
        private final List<String> notes;
        private final LoadedProcess loaded;
        private final WsdlDefinitions wsdl;
        private final Contracts contracts;
        private final UniqueNames types = new UniqueNames();
        private final UniqueNames names = new UniqueNames("here", "engine", "mocks");
        private final StarterModelText text;
        private final Map<String, String> typeOf = new LinkedHashMap<>();
        private final List<String> services = new ArrayList<>();
        private final Set<String> wsdls = new LinkedHashSet<>();
        private final List<String> waitsFor = new ArrayList<>();

        Writing(TestbedDraft draft, List<String> notes, LoadedProcess loaded) {
            this.draft = draft;
            this.notes = notes;
            this.loaded = loaded;
            this.wsdl = loaded.definition().wsdl();
            this.contracts = new Contracts(draft, FOLDER, wsdl, notes);
            this.text = new StarterModelText();
            loaded.further().forEach(each -> wsdls.add(name(each)));
        }

        private String name(Path file) {
            return draft.folder().relativize(file).toString().replace('\\', '/');
        }

        Filled write() throws IOException {
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
            return new Filled(testbed + ".testbed", waitsFor);
        }

        private void valid(String process) throws IOException {
            ProcessModel model = loaded.definition().model();
            BoundReceipt start = model.starts().get(0);
            tellStarts(model, start);
            boolean callsBack = start.operation().isOneWay()
                    && model.consumed().stream()
                            .anyMatch(each -> each.partnerLink().equals(start.partnerLink()));
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
                contracts.offered(type).ifPresent(this::written);
            }
            process(process, model, start, callsBack, bindings);
            text.rest(services, loaded.words(), process, true);
        }

        private void written(String document) {
            wsdls.add(document);
            notes.add(Path.of(document).getFileName()
                    + " was added, because no WSDL document says how that port type is reached by SOAP");
        }

        private void tellStarts(ProcessModel model, BoundReceipt start) {
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
                    .filter(each ->
                            each.operation().name().equals(start.operation().name()))
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
            MessagePaths.later(model, start).stream()
                    .map(each -> each.operation().name())
                    .distinct()
                    .forEach(waitsFor::add);
            if (!waitsFor.isEmpty()) {
                notes.add(
                        "after its start the process takes "
                                + waitsFor.stream()
                                        .map(each -> "\"" + each + "\"")
                                        .collect(Collectors.joining(", "))
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
            Contracts.Contract contract =
                    callsBack ? contracts.partner(type, back.get().portType()) : contracts.partner(type);
            if (contract.written()) {
                written(contract.document());
            }
            String key = contract.document() + " " + contract.port().orElse("");
            String typeName = typeOf.get(key);
            if (typeName == null) {
                typeName = types.of(type.name().getLocalPart(), "Partner");
                typeOf.put(key, typeName);
                text.serviceType(typeName, contract.document(), contract.port());
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
                    .map(message -> MessagePaths.same(back, message, wsdl))
                    .filter(path -> !path.isEmpty())
                    .findFirst()
                    .flatMap(path -> MessagePaths.written(path, wsdl));
            Optional<String> target = back.operation()
                    .input()
                    .map(message -> MessagePaths.same(back, message, wsdl))
                    .filter(path -> !path.isEmpty())
                    .flatMap(path -> MessagePaths.written(path, wsdl));
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
            long operations = model.starts().stream()
                    .map(BoundReceipt::operation)
                    .distinct()
                    .count();
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
                    .map(Writing::said)
                    .toList();
            text.process(lines, counts);
        }

        private static String said(CallCount count) {
            String times = count.isExact()
                    ? Long.toString(count.least())
                    : count.most().map(most -> count.least() + " to " + most).orElse(count.least() + " or more");
            return count.partnerLink() + "." + count.operation() + " " + times;
        }

        private void samples(StarterModelText.ProcessLines lines, BoundReceipt start) throws IOException {
            WsdlDefinitions all = WsdlDefinitions.load(java.util.stream.Stream.concat(
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
                List<QName> correlating = MessagePaths.correlating(start);
                MessageSamples.Sample request = samples.request(operation.get(), correlating);
                if (!correlating.isEmpty() && !request.identified().equals(correlating)) {
                    notes.add(
                            "the process finds its instances by \""
                                    + MessagePaths.written(correlating, all).orElseGet(() -> correlating
                                            .get(correlating.size() - 1)
                                            .getLocalPart())
                                    + "\", which cannot hold an identifier; give each request a value of its own there, by records: filled from");
                }
                draft.text("data/request.xml", request.text());
                lines.identified(MessagePaths.written(request.identified(), all));
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
                notes.add("no request could be made from the WSDL (" + e.getMessage()
                        + "); write data/request.xml yourself");
                draft.text("data/request.xml", "<request/>\n");
            }
        }

        /** Adds the partners of a process that no engine would accept, as far as its text names them. */
        private void invalid(String process) throws IOException {
            List<String> bindings = new ArrayList<>();
            text.partners(true);
            for (var link : loaded.definition().source().stream()
                    .flatMap(source -> source.body().partnerLinks().stream())
                    .filter(each ->
                            each.partnerRole().isPresent() && each.myRole().isEmpty())
                    .toList()) {
                Optional<PortType> type = wsdl.partnerLinkType(link.partnerLinkType())
                        .flatMap(each -> each.role(link.partnerRole().orElseThrow()))
                        .flatMap(Role::portType);
                if (type.isPresent()) {
                    Contracts.Contract contract = contracts.partner(type.get());
                    String typeName = types.of(type.get().name().getLocalPart(), "Partner");
                    text.serviceType(typeName, contract.document(), contract.port());
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
}
