package io.soabench.ide.feature;

import io.soabench.dsl.documents.Interfaces;
import io.soabench.dsl.documents.MessagePath;
import io.soabench.dsl.documents.ModelFiles;
import io.soabench.dsl.text.KeywordGuess;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.bpel.model.PartnerLink;
import io.soabench.engine.bpel.wsdl.Operation;
import io.soabench.engine.bpel.wsdl.PortType;
import io.soabench.engine.bpel.wsdl.WsdlDefinitions;
import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Documents;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.Snapshot;
import io.soabench.ide.text.Lines;
import io.soabench.ide.text.Token;
import io.soabench.ide.text.Unit;
import io.soabench.model.ServiceQuality;
import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.CallbackCopy;
import io.soabench.model.testbed.Invocable;
import io.soabench.model.testbed.Measurable;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.PartnerBinding;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.Statistic;
import io.soabench.model.testbed.TestCase;
import io.soabench.model.testbed.TestSuite;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plan.StatisticFunction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.scoping.IScopeProvider;

/**
 * Ways out of issues. Each is tried on the model before it is offered: one that does not make its issue go away, or brings a further error, is
 * not.
 */
public final class QuickFixes {

    /** Of words of similar spelling. */
    private static final int MOST_WORDS = 3;

    /** Tried for an issue. */
    private static final int MOST_TRIED = 12;

    private static final List<String> UNITS = List.of("ms", "s", "/s", "%", "MiB", "");

    private static final int PATH_DEPTH = 5;

    /** Characters of what is removed. */
    private static final int MOST_TITLE = 40;

    /**
     * A way out.
     *
     * @param title what it does
     * @param issue of which it is a way out
     */
    public record Fix(String title, Issue issue, List<Edit> edits) {

        public Fix {
            edits = List.copyOf(edits);
        }

        /** The changes, as editors take them. */
        public List<TextEdit> edits(Lines lines) {
            return edits.stream()
                    .map(edit -> new TextEdit(lines.range(edit.from(), edit.to()), edit.text()))
                    .toList();
        }
    }

    private final Documents documents;
    private final Models models;
    private final CompilerCheck compiler;

    public QuickFixes(Documents documents, Models models, CompilerCheck compiler) {
        this.documents = documents;
        this.models = models;
        this.compiler = compiler;
    }

    /** The ways out of one issue of a model, the best first. */
    public List<Fix> of(Snapshot snapshot, Issue issue) {
        if (!issue.path().equals(snapshot.file())) {
            return List.of();
        }
        Drafting drafting = new Drafting(snapshot, issue);
        drafting.draft();
        List<Fix> fixes = new ArrayList<>(drafting.fixes.stream()
                .limit(MOST_TRIED)
                .filter(fix -> helps(snapshot, fix))
                .toList());
        // Of what can be removed the least.
        drafting.removals.stream()
                .filter(fix -> helps(snapshot, fix))
                .findFirst()
                .ifPresent(fixes::add);
        return fixes;
    }

    /** How often the compiler finds what is wrong; only what the rules of the language do not find is asked of it. */
    private long compiled(Snapshot snapshot, IssueCode code) {
        return compiler.check(snapshot).issues().stream()
                .filter(issue -> issue.code() == code)
                .count();
    }

    private boolean helps(Snapshot before, Fix fix) {
        Map<Path, String> texts = new HashMap<>(documents.unsaved());
        texts.put(before.file(), Edit.apply(before.lines().text(), fix.edits));
        Optional<Snapshot> after = models.read(before.file(), texts);
        return after.isPresent() && helps(before, after.get(), fix.issue);
    }

    /** What a syntax error hid may come to light without it; of everything else there must be less than before. */
    private boolean helps(Snapshot before, Snapshot after, Issue gone) {
        if (count(after, Issue.Severity.ERROR, IssueCode.SYNTAX)
                > count(before, Issue.Severity.ERROR, IssueCode.SYNTAX)) {
            return false;
        }
        if (!before.issues().contains(gone)) {
            return errors(after) <= errors(before) && compiled(after, gone.code()) < compiled(before, gone.code());
        }
        return switch (gone.severity()) {
            case ERROR ->
                gone.code() == IssueCode.SYNTAX
                        ? count(after, Issue.Severity.ERROR, gone.code())
                                < count(before, Issue.Severity.ERROR, gone.code())
                        : errors(after) < errors(before);
            case WARNING, INFO ->
                count(after, gone.severity(), gone.code()) < count(before, gone.severity(), gone.code())
                        && errors(after) <= errors(before);
        };
    }

    private static long count(Snapshot snapshot, Issue.Severity severity, IssueCode code) {
        return snapshot.issues().stream()
                .filter(issue -> issue.severity() == severity && issue.code() == code)
                .count();
    }

    private static long errors(Snapshot snapshot) {
        return snapshot.issues().stream()
                .filter(issue -> issue.severity() == Issue.Severity.ERROR)
                .count();
    }

    /** The words of nearest spelling, at most a few letters apart. */
    static List<String> similar(String word, Collection<String> known) {
        return known.stream()
                .filter(each -> each != null && !each.equals(word))
                .distinct()
                .filter(each -> distance(word, each) <= Math.max(2, Math.max(word.length(), each.length()) / 3))
                .sorted(Comparator.<String>comparingInt(each -> distance(word, each))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_WORDS)
                .toList();
    }

    private static int distance(String one, String other) {
        return KeywordGuess.mistakes(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
    }

    /** The drafts for one issue. */
    private final class Drafting {
        private final Snapshot snapshot;
        private final Issue issue;
        private final Drafts drafts;
        private final int offset;
        private final Optional<Token> token;
        private final Optional<EObject> element;
        private final List<Fix> fixes = new ArrayList<>();
        private final List<Fix> removals = new ArrayList<>();

        Drafting(Snapshot snapshot, Issue issue) {
            this.snapshot = snapshot;
            this.issue = issue;
            this.drafts = new Drafts(snapshot);
            this.offset = snapshot.offset(issue.place());
            this.token = snapshot.tokens().at(offset);
            this.element = snapshot.element(offset);
        }

        private void fix(String title, Edit... edits) {
            fixes.add(new Fix(title, issue, List.of(edits)));
        }

        private void draft() {
            switch (issue.code()) {
                case SYNTAX -> guess();
                case SERVICE_TYPE_UNKNOWN,
                        SERVICE_UNKNOWN,
                        PROCESS_UNKNOWN,
                        DATA_UNKNOWN,
                        SERVER_UNKNOWN,
                        SERVER_TYPE_UNKNOWN,
                        METRIC_TYPE_UNKNOWN,
                        TARGET_UNKNOWN,
                        SUITE_UNKNOWN,
                        EVENT_TYPE_UNKNOWN,
                        PARAMETER_UNKNOWN,
                        PORT_UNKNOWN -> names();
                case HOST_UNKNOWN -> {
                    names();
                    token.ifPresent(name -> fix("add host " + name.text(), drafts.atEnd("host " + name.text())));
                }
                case WORKLOAD_UNKNOWN -> {
                    names();
                    token.ifPresent(name -> fix(
                            "add workload " + name.text(),
                            drafts.atEnd("workload " + name.text() + " closed { clients 1 }")));
                }
                case SEED_MISSING -> seed();
                case UNUSED ->
                    element.ifPresent(unused ->
                            fix("remove " + Outline.word(unused) + " " + Outline.name(unused), drafts.without(unused)));
                case UNIT_MISMATCH -> inside(Quantity.class).ifPresent(this::units);
                case PARTNER_UNBOUND -> inside(WhiteBoxProcess.class).ifPresent(this::bind);
                case PARTNER_UNKNOWN -> inside(PartnerBinding.class).ifPresent(this::partnerLink);
                case PARTNER_BOUND_TWICE ->
                    inside(PartnerBinding.class)
                            .ifPresent(binding -> fix("remove this binding", drafts.without(binding)));
                case PARAMETER_TWICE ->
                    inside(ParameterValue.class).ifPresent(twice -> fix("remove this value", drafts.without(twice)));
                case STATISTIC_TWICE ->
                    inside(Statistic.class).ifPresent(twice -> fix("remove this statistic", drafts.without(twice)));
                case FILE_MISSING, IMPORT_MISSING -> file();
                case UIID_BY_ARRIVAL, ANSWERS_UNNAMED -> inside(Service.class).ifPresent(this::uiid);
                case CLIENT_CALLBACK_UIID -> inside(Process.class).ifPresent(this::identifier);
                case UIID_PATH, ANSWERS_PATH, CLIENT_CALLBACK_PATH -> paths();
                case CALLBACK_COPY ->
                    inside(Service.class).map(Service::getCallback).ifPresent(callback -> callback.getCopies()
                            .forEach(this::copied));
                case OPERATION_UNKNOWN, CALLBACK_UNKNOWN, CLIENT_CALLBACK_UNKNOWN -> operations();
                case OPERATION_AMBIGUOUS ->
                    inside(Process.class).ifPresent(process -> new DocumentPlaces(snapshot)
                            .operations(process)
                            .forEach(operation -> fix(
                                    "call operation " + operation.name(),
                                    drafts.property(process, "operation \"" + operation.name() + '"'))));
                case WSDL_NO_PORT -> inside(ServiceType.class).ifPresent(this::port);
                case PARAMETER_TYPE, PARAMETER_RANGE ->
                    inside(ParameterValue.class).ifPresent(this::value);
                case PARAMETER_MISSING -> missing();
                case INSTANCE_AMBIGUOUS, INSTANCE_UNKNOWN ->
                    inside(PartnerBinding.class).ifPresent(this::instance);
                case TESTBED_WITHOUT_NAME -> fix("name the testbed", new Edit(0, 0, "testbed " + fileName() + "\n"));
                case CLIENTS_NOWHERE -> fix("add host here", drafts.atEnd("host here"));
                case TESTBED_WITHOUT_SUITE, SUITE_EMPTY -> suite();
                case SERVICE_NOT_SERVED, SERVER_SERVES_NOTHING -> serves();
                case CASE_WITHOUT_ENGINE -> inside(TestCase.class).ifPresent(this::engine);
                case RATE_MISSING ->
                    snapshot.topLevel(offset)
                            .ifPresent(workload -> fix("add a rate", drafts.property(workload, "rate 10 /s")));
                case STATISTIC_UNKNOWN -> statistics();
                default -> new FurtherCures(snapshot, issue.code(), drafts, offset, this::fix, this::removal).draft();
            }
        }

        private void removal(Edit edit) {
            String text = snapshot.lines()
                    .text()
                    .substring(edit.from(), edit.to())
                    .strip()
                    .replaceAll("\\s+", " ")
                    .replaceAll("^, *|,$", "");
            removals.add(new Fix(
                    "remove " + (text.length() > MOST_TITLE ? text.substring(0, MOST_TITLE) + "…" : text),
                    issue,
                    List.of(edit)));
        }

        private <T extends EObject> Optional<T> inside(Class<T> type) {
            Optional<T> found = element.map(each -> EcoreUtil2.getContainerOfType(each, type));
            return found.isPresent()
                            || !type.isInstance(snapshot.topLevel(offset).orElse(null))
                    ? found
                    : snapshot.topLevel(offset).map(type::cast);
        }

        /** The keyword that was meant. */
        private void guess() {
            token.flatMap(word -> snapshot.service(KeywordGuess.class)
                            .of(snapshot.lines().text(), word.start(), word.end() - word.start()))
                    .ifPresent(word -> fix("change to \"" + word + '"', Drafts.replace(token.get(), word)));
            String text = snapshot.lines().text();
            long open = text.chars().filter(c -> c == '{').count()
                    - text.chars().filter(c -> c == '}').count();
            if (open == 1) {
                fix("add the missing \"}\"", closing());
            }
        }

        private Edit closing() {
            int end = Unit.at(snapshot.units(), Math.max(0, offset - 1)).end();
            int content =
                    snapshot.lines().text().substring(0, end).stripTrailing().length();
            return new Edit(content, content, "\n}");
        }

        /** The names that can stand where one stands that is not known. */
        private void names() {
            Optional<ILeafNode> leaf = snapshot.leaf(offset);
            Optional<Snapshot.Referring> reference = leaf.flatMap(Snapshot::reference);
            if (reference.isEmpty() || token.isEmpty()) {
                return;
            }
            List<String> known = new ArrayList<>();
            snapshot.service(IScopeProvider.class)
                    .getScope(reference.get().element(), reference.get().reference())
                    .getAllElements()
                    .forEach(each -> known.add(each.getName().toString()));
            change(token.get(), similar(token.get().text(), known));
        }

        private void change(Token from, List<String> words) {
            words.forEach(word -> fix("change to \"" + word + '"', Drafts.replace(from, word)));
        }

        private void changeText(List<String> texts) {
            token.filter(word -> word.kind() == Token.Kind.STRING).ifPresent(word -> changeText(word, texts));
        }

        private void changeText(Token from, List<String> texts) {
            similar(DocumentPlaces.unquoted(from.text()), texts)
                    .forEach(text -> fix("change to \"" + text + '"', Drafts.replace(from, '"' + text + '"')));
        }

        private void seed() {
            List<Token> head = snapshot.tokens().visible();
            int after = -1;
            for (int i = 0; i < Math.min(3, head.size()); i++) {
                boolean ofHead = i == 0
                        ? head.get(0).is("testbed")
                        : i == 1 || head.get(i).kind() == Token.Kind.STRING;
                if (ofHead) {
                    after = head.get(i).end();
                }
            }
            if (after > 0) {
                fix("add a seed", new Edit(after, after, "\nseed 42"));
            }
        }

        private void units(Quantity quantity) {
            String value = quantity.getValue().toPlainString();
            for (String unit : UNITS) {
                String text = unit.isEmpty() ? value : value + " " + unit;
                fix(
                        unit.isEmpty() ? "remove the unit" : "change to \"" + text + '"',
                        new Edit(Drafts.start(quantity), Drafts.end(quantity), text));
            }
        }

        private List<PartnerLink> unbound(WhiteBoxProcess process) {
            Set<String> bound = process.getPartners().stream()
                    .map(PartnerBinding::getPartnerLink)
                    .collect(Collectors.toCollection(HashSet::new));
            return snapshot.service(ModelFiles.class)
                    .process(process)
                    .filter(ProcessDefinition::isValid)
                    .map(definition -> definition.model().consumed().stream()
                            .map(consumed -> consumed.partnerLink())
                            .distinct()
                            .filter(link -> !bound.contains(link.name()))
                            .toList())
                    .orElse(List.of());
        }

        /** Binds what a process calls: to a service that offers it, or to one that is made from the WSDL. */
        private void bind(WhiteBoxProcess process) {
            for (PartnerLink link : unbound(process)) {
                Optional<PortType> called = link.partnerPortType();
                if (called.isEmpty()) {
                    continue;
                }
                for (Service service : snapshot.result().whole().services()) {
                    if (offers(service.getType(), called.get())) {
                        String instance = ServiceQuality.instances(service) > 1 ? "[1]" : "";
                        fix(
                                "bind \"" + link.name() + "\" to \"" + service.getName() + '"',
                                drafts.property(
                                        process,
                                        "partner " + written(link.name()) + " -> " + service.getName() + instance));
                    }
                }
                create(process, link, called.get());
            }
        }

        private boolean offers(ServiceType type, PortType called) {
            return type != null
                    && !type.eIsProxy()
                    && snapshot.service(Interfaces.class)
                            .portType(type)
                            .filter(offered -> offered.name().equals(called.name()))
                            .isPresent();
        }

        private void create(WhiteBoxProcess process, PartnerLink link, PortType called) {
            Optional<ServiceType> known = snapshot.result().whole().serviceTypes().stream()
                    .filter(type -> offers(type, called))
                    .findFirst();
            Optional<String> declaration = Optional.of("");
            String type = known.map(NamedElement::getName)
                    .orElseGet(() -> free(called.name().getLocalPart(), ServiceType.class));
            if (known.isEmpty()) {
                declaration = declaration(process, called, type);
            }
            if (declaration.isEmpty()) {
                return;
            }
            String lower = link.name().replaceAll("[^A-Za-z0-9_]", "");
            String service = free(lower.isEmpty() ? "partner" : lower, Measurable.class);
            List<Edit> edits = new ArrayList<>();
            edits.add(drafts.before(process, declaration.get() + "service " + service + " : " + type));
            edits.add(drafts.property(process, "partner " + written(link.name()) + " -> " + service));
            hosts().findFirst().ifPresent(host -> edits.add(drafts.property(host, "serves " + service)));
            fixes.add(new Fix(
                    "create service \"" + service + "\" from the WSDL and bind \"" + link.name() + "\" to it",
                    issue,
                    edits));
        }

        /** The declaration of a service type for a port type; empty if no WSDL has a port of it. */
        private Optional<String> declaration(WhiteBoxProcess process, PortType called, String name) {
            Path folder = snapshot.file().getParent();
            return snapshot.service(ModelFiles.class)
                    .process(process)
                    .map(ProcessDefinition::wsdl)
                    .flatMap(wsdl -> wsdl.ports(called.name()).stream().findFirst())
                    .map(port -> {
                        Path file = Path.of(port.port().location().file())
                                .toAbsolutePath()
                                .normalize();
                        String relative = folder.relativize(file).toString().replace('\\', '/');
                        boolean several = snapshot.service(Interfaces.class)
                                        .soapPorts(process, relative)
                                        .size()
                                > 1;
                        return "service type " + name + " from \"" + relative + '"'
                                + (several ? " port \"" + port.port().name() + '"' : "") + "\n";
                    });
        }

        private Stream<Server> hosts() {
            return snapshot.testbed().getElements().stream()
                    .filter(Server.class::isInstance)
                    .map(Server.class::cast)
                    .filter(server -> server.getType() != null
                            && !server.getType().eIsProxy()
                            && server.getType().isServesServices());
        }

        /** A name that nothing of a kind has yet. */
        private String free(String wanted, Class<? extends NamedElement> kind) {
            String name = wanted;
            for (int i = 2; isTaken(name, kind); i++) {
                name = wanted + i;
            }
            return name;
        }

        private boolean isTaken(String name, Class<? extends NamedElement> kind) {
            return snapshot.result().whole().files().stream()
                    .flatMap(file -> file.getElements().stream())
                    .filter(kind::isInstance)
                    .anyMatch(element -> name.equalsIgnoreCase(((NamedElement) element).getName()));
        }

        private static String written(String link) {
            return link.matches("[A-Za-z_](-?[A-Za-z0-9_])*") ? link : '"' + link + '"';
        }

        private void partnerLink(PartnerBinding binding) {
            if (binding.eContainer() instanceof WhiteBoxProcess process && token.isPresent()) {
                List<String> links =
                        unbound(process).stream().map(PartnerLink::name).toList();
                List<String> near = similar(String.valueOf(binding.getPartnerLink()), links);
                change(
                        token.get(),
                        (near.isEmpty() ? links : near)
                                .stream().map(Drafting::written).toList());
            }
            fix("remove this binding", drafts.without(binding));
        }

        private void file() {
            if (token.isEmpty()) {
                return;
            }
            String name = DocumentPlaces.unquoted(token.get().text());
            int dot = name.lastIndexOf('.');
            List<String> there =
                    FileNames.below(snapshot.file(), List.of(dot < 0 ? "." : name.substring(dot)), Integer.MAX_VALUE);
            changeText(there);
            String last = name.substring(name.lastIndexOf('/') + 1);
            there.stream()
                    .filter(each -> each.endsWith("/" + last) || each.equals(last))
                    .limit(MOST_WORDS)
                    .forEach(each -> fix("change to \"" + each + '"', Drafts.replace(token.get(), '"' + each + '"')));
        }

        private void uiid(Service service) {
            for (String path : messagePaths(service)) {
                String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
                if (last.toLowerCase(Locale.ROOT).endsWith("id")) {
                    fix("take the identifier from " + path, drafts.property(service, "uiid from \"" + path + '"'));
                }
            }
            fix("say that behaviour is given out by arrival", drafts.property(service, "uiid by arrival"));
        }

        private void identifier(Process process) {
            for (String path : messagePaths(process)) {
                String last = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
                if (last.toLowerCase(Locale.ROOT).endsWith("id")) {
                    fix("send the identifier to " + path, drafts.property(process, "uiid to \"" + path + '"'));
                }
            }
        }

        private List<String> messagePaths(Invocable target) {
            Optional<WsdlDefinitions> wsdl = new DocumentPlaces(snapshot).definitions(target);
            if (wsdl.isEmpty()) {
                return List.of();
            }
            Set<QName> roots = new LinkedHashSet<>();
            Set<Operation> operations = new LinkedHashSet<>();
            if (issue.code() != IssueCode.CLIENT_CALLBACK_PATH) {
                operations.addAll(snapshot.service(Interfaces.class).operations(target));
            }
            if (issue.code() != IssueCode.UIID_PATH && issue.code() != IssueCode.CLIENT_CALLBACK_UIID) {
                operations.addAll(new DocumentPlaces(snapshot).operations(target));
            }
            for (Operation operation : operations) {
                Interfaces.inputElement(operation).ifPresent(roots::add);
                if (issue.code() == IssueCode.ANSWERS_PATH) {
                    Interfaces.outputElement(operation).ifPresent(roots::add);
                }
            }
            return new MessagePath(Interfaces.prefixes(wsdl.get()), wsdl.get().schemas())
                    .paths(List.copyOf(roots), PATH_DEPTH);
        }

        private void copied(CallbackCopy copy) {
            List<String> known = messagePaths((Service) copy.eContainer().eContainer());
            snapshot.tokens().visible().stream()
                    .filter(word -> word.kind() == Token.Kind.STRING)
                    .filter(word -> word.start() >= Drafts.start(copy) && word.end() <= Drafts.end(copy))
                    .forEach(word -> changeText(word, known));
        }

        private void paths() {
            snapshot.topLevel(offset)
                    .filter(Invocable.class::isInstance)
                    .map(Invocable.class::cast)
                    .ifPresent(target -> changeText(messagePaths(target)));
        }

        private void operations() {
            snapshot.topLevel(offset).ifPresent(owner -> {
                List<String> names = new DocumentPlaces(snapshot)
                        .operations(owner).stream().map(Operation::name).toList();
                changeText(names);
                if (fixes.isEmpty() && token.isPresent() && token.get().kind() == Token.Kind.STRING) {
                    names.forEach(
                            name -> fix("change to \"" + name + '"', Drafts.replace(token.get(), '"' + name + '"')));
                }
            });
        }

        private void port(ServiceType type) {
            new DocumentPlaces(snapshot).ports(type).forEach(port -> {
                int end = Drafts.end(type);
                boolean named = type.getPort() != null && token.isPresent();
                fix(
                        "take port " + port.name(),
                        named
                                ? Drafts.replace(token.get(), '"' + port.name() + '"')
                                : new Edit(end, end, " port \"" + port.name() + '"'));
            });
        }

        private void value(ParameterValue value) {
            ParameterDeclaration parameter = value.getParameter();
            if (parameter == null || parameter.eIsProxy() || value.getValue() == null) {
                return;
            }
            List<String> texts = new ArrayList<>();
            if (value.getValue() instanceof Quantity quantity) {
                units(quantity);
            }
            if (parameter.getMin() != null) {
                texts.add(TypeSheet.text(parameter.getMin()));
            }
            if (parameter.getMax() != null) {
                texts.add(TypeSheet.text(parameter.getMax()));
            }
            texts.addAll(choices(parameter));
            if (parameter.getDefault() != null) {
                texts.add(TypeSheet.text(parameter.getDefault()));
            }
            texts.stream()
                    .distinct()
                    .forEach(text -> fix(
                            "change to \"" + text + '"',
                            new Edit(Drafts.start(value.getValue()), Drafts.end(value.getValue()), text)));
        }

        private static List<String> choices(ParameterDeclaration parameter) {
            return parameter.getKind() == ParameterKind.BOOLEAN
                    ? List.of("true", "false")
                    : parameter.getKind() == ParameterKind.CHOICE ? parameter.getChoices() : List.of();
        }

        private void missing() {
            Optional<EObject> owner = snapshot.topLevel(offset);
            var type = owner.map(each -> each instanceof Server server
                            ? server.getType()
                            : each instanceof PluginEvent event ? event.getType() : null)
                    .orElse(null);
            if (type == null) {
                return;
            }
            for (ParameterDeclaration parameter : type.getParameters()) {
                if (parameter.getDefault() == null) {
                    String value =
                            switch (parameter.getKind()) {
                                case INTEGER, DECIMAL -> "1";
                                case BOOLEAN -> "false";
                                case SIZE -> "64 MiB";
                                case DURATION -> "1 s";
                                case TEXT -> "\"\"";
                                case CHOICE -> parameter.getChoices().get(0);
                            };
                    fix(
                            "set \"" + parameter.getName() + '"',
                            drafts.property(owner.get(), parameter.getName() + " " + value));
                }
            }
        }

        private void instance(PartnerBinding binding) {
            String service = binding.getService().getName();
            int instances = ServiceQuality.instances(binding.getService());
            int from = NodeModelUtils.findNodesForFeature(binding, TestbedPackage.Literals.PARTNER_BINDING__SERVICE)
                    .get(0)
                    .getOffset();
            for (int i = 1; i <= Math.min(MOST_WORDS, instances); i++) {
                String text = service + (instances == 1 ? "" : "[" + i + "]");
                fix("change to " + text, new Edit(from, Drafts.end(binding), text));
            }
        }

        private String fileName() {
            String name = snapshot.file()
                    .getFileName()
                    .toString()
                    .replace(".testbed", "")
                    .replaceAll("[^A-Za-z0-9_]", "");
            return name.isEmpty() || Character.isDigit(name.charAt(0)) ? "sample" + name : name;
        }

        private void suite() {
            var whole = snapshot.result().whole();
            if (whole.workloads().isEmpty() || whole.processes().isEmpty()) {
                return;
            }
            String process = whole.processes().get(0).getName();
            String workload = whole.workloads().get(0).getName();
            String on = whole.engines().isEmpty() || !(whole.processes().get(0) instanceof WhiteBoxProcess)
                    ? ""
                    : "on " + whole.engines().get(0).getName() + " ";
            String line = "case " + on + "for process in (" + process + "), workload in (" + workload + ")";
            Optional<TestSuite> empty = inside(TestSuite.class);
            if (issue.code() == IssueCode.SUITE_EMPTY && empty.isPresent()) {
                fix("add a case", drafts.property(empty.get(), line));
            } else {
                fix(
                        "add a suite",
                        drafts.atEnd("\nsuite Quick {\n    repeat 3  warm up 10 s  measure 30 s\n    " + line + "\n}"));
            }
        }

        private void serves() {
            Set<Service> served = snapshot.result().whole().served().keySet();
            List<String> open = snapshot.result().whole().services().stream()
                    .filter(service -> !served.contains(service))
                    .map(NamedElement::getName)
                    .toList();
            if (open.isEmpty()) {
                return;
            }
            Optional<Server> one = inside(Server.class);
            (issue.code() == IssueCode.SERVER_SERVES_NOTHING ? one.stream() : hosts())
                    .forEach(host -> fix(
                            "let \"" + host.getName() + "\" serve " + String.join(", ", open),
                            drafts.property(host, "serves " + String.join(", ", open))));
        }

        private void engine(TestCase testCase) {
            Optional<Token> word = snapshot.tokens().at(Drafts.start(testCase));
            int after = testCase.getName() == null
                    ? word.map(Token::end).orElse(-1)
                    : Snapshot.nameOf(testCase).map(name -> name.getEndOffset()).orElse(-1);
            if (after > 0) {
                snapshot.result()
                        .whole()
                        .engines()
                        .forEach(engine -> fix(
                                "run on \"" + engine.getName() + '"',
                                new Edit(after, after, " on " + engine.getName())));
            }
        }

        private void statistics() {
            List<String> words = Stream.concat(
                            Arrays.stream(StatisticFunction.Kind.values()).map(StatisticFunction.Kind::text),
                            Stream.of("p50", "p90", "p95", "p99"))
                    .toList();
            token.ifPresent(word -> change(word, similar(word.text(), words)));
        }
    }
}
