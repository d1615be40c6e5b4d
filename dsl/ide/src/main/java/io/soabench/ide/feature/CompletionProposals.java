package io.soabench.ide.feature;

import io.soabench.contracts.wsdl.Port;
import io.soabench.dsl.documents.ModelDocuments;
import io.soabench.dsl.grammar.Expected;
import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Unit;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.ide.model.CompilerCheck;
import io.soabench.ide.model.Models;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.NamedElement;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.Process;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.ServerType;
import io.soabench.model.testbed.Service;
import io.soabench.model.testbed.ServiceType;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.WhiteBoxProcess;
import io.soabench.plugin.Database;
import io.soabench.plugin.Engine;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.lsp4j.CompletionItem;
import org.eclipse.lsp4j.CompletionItemKind;
import org.eclipse.lsp4j.InsertTextFormat;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.jsonrpc.messages.Either;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.EnumRule;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.resource.IEObjectDescription;
import org.eclipse.xtext.scoping.IScopeProvider;

/**
 * The completion at a cursor. It offers the words of the grammar, the names of elements, and the contents of files
 * that the model names.
 */
public final class CompletionProposals {

    private static final int MOST_FILES = 200;

    /** The names of statistics. They are not words of the grammar, because a grammar cannot list all percentiles. */
    private static final List<String> STATISTICS =
            List.of("average", "standard-deviation", "histogram", "confidence", "p50", "p90", "p95", "p99", "p99.9");

    private static final Map<String, String> SNIPPETS = Map.of(
            "service",
            "service ${1:name} : ${2:Type} {\n    response time ${3:20 ms}\n    uiid from \"$4\"\n}",
            "process",
            "process ${1:Name} {\n    bpel \"${2:bpel/process.bpel}\"\n    partner ${3:link} -> ${4:service}\n}",
            "server",
            "server ${1:name} : ${2:reference} on ${3:here}",
            "workload",
            "workload ${1:name} closed { clients ${2:10}  think time ${3:200 ms} }",
            "suite",
            "suite ${1:Name} {\n    repeat ${2:3}  warm up ${3:10 s}  measure ${4:30 s}\n"
                    + "    case on ${5:engine} for process in (${6:Process}), workload in (${7:workload})\n}");

    private final Models models;
    private final Hovers hovers;
    private final CompilerCheck compiler;
    private final boolean snippets;

    /** @param snippets whether the editor can fill places of an inserted text in */
    public CompletionProposals(Models models, Hovers hovers, CompilerCheck compiler, boolean snippets) {
        this.models = models;
        this.hovers = hovers;
        this.compiler = compiler;
        this.snippets = snippets;
    }

    /** Returns the proposals at a cursor. */
    public List<CompletionItem> at(Snapshot snapshot, int offset) {
        Optional<Token> touched = snapshot.tokens().all().stream()
                .filter(token -> token.start() < offset && offset <= token.end())
                .findFirst();
        if (touched.filter(token -> isInside(token, offset, Token.Kind.COMMENT)).isPresent()) {
            return List.of();
        }
        Optional<Token> string = touched.filter(token -> isInside(token, offset, Token.Kind.STRING));
        Optional<Token> begun = touched.filter(CompletionProposals::isBegun);
        int start = string.or(() -> begun).map(Token::start).orElse(offset);
        List<Expected> expected = models.expectations().after(before(snapshot, start));
        Proposals proposals = new Proposals(snapshot, offset, start, string);
        expected.forEach(proposals::add);
        return proposals.sorted();
    }

    private static boolean isInside(Token token, int offset, Token.Kind kind) {
        if (token.kind() != kind) {
            return false;
        }
        boolean closed = kind == Token.Kind.STRING
                ? token.text().length() > 1 && token.text().endsWith("\"")
                : token.text().endsWith("*/");
        return offset < token.end() || !closed;
    }

    /** Returns whether a word is still being written. */
    private static boolean isBegun(Token token) {
        return token.kind() == Token.Kind.WORD
                || (token.kind() == Token.Kind.SYMBOL
                        && List.of("-", "/", "<", ">", ".").contains(token.text()));
    }

    /**
     * Returns the words of the part before a place. Between two parts, the first one counts, because it may
     * continue.
     */
    private static List<Token> before(Snapshot snapshot, int start) {
        List<Unit> units = snapshot.units();
        Unit unit = Unit.at(units, start);
        List<Token> words =
                unit.tokens().stream().filter(token -> token.end() <= start).toList();
        int index = units.indexOf(unit);
        return words.isEmpty() && index > 0 ? units.get(index - 1).tokens() : words;
    }

    /** The proposals at one place, each once. */
    private final class Proposals {
        private final Snapshot snapshot;
        private final Optional<Token> string;
        private final String begun;
        private final Range range;
        private final Optional<EObject> around;
        private final Optional<Token> previous;
        private final Map<String, CompletionItem> items = new LinkedHashMap<>();

        Proposals(Snapshot snapshot, int offset, int start, Optional<Token> string) {
            this.snapshot = snapshot;
            this.string = string;
            int from = string.isPresent() ? start + 1 : start;
            this.begun = snapshot.lines().text().substring(from, offset).toLowerCase(Locale.ROOT);
            boolean closed = string.filter(
                            token -> token.text().length() > 1 && token.text().endsWith("\""))
                    .isPresent();
            int to = closed ? string.get().end() - 1 : offset;
            this.range = snapshot.lines().range(from, to);
            this.around = snapshot.topLevel(start);
            this.previous = snapshot.tokens().visible().stream()
                    .filter(token -> token.end() <= start)
                    .reduce((first, second) -> second);
        }

        List<CompletionItem> sorted() {
            return items.values().stream()
                    .sorted(Comparator.comparing(CompletionItem::getSortText).thenComparing(CompletionItem::getLabel))
                    .toList();
        }

        void add(Expected expected) {
            if (string.isPresent()) {
                if (expected.string()) {
                    texts(expected);
                }
                return;
            }
            if (expected.isKeyword()) {
                keyword(expected);
            } else if (expected.reference().isPresent()) {
                names(expected);
            } else if (expected.name()) {
                words(expected);
            }
            if (expected.string()) {
                texts(expected);
            }
            if (expected.number() && expected.rule().equals("Quantity")) {
                parameter().filter(known -> known.getDefault() != null).ifPresent(known -> {
                    String text = TypeSheet.text(known.getDefault());
                    item(text, CompletionItemKind.Value, "0", "the default", TypeSheet.of(known));
                });
            }
        }

        private CompletionItem item(String label, CompletionItemKind kind, String rank, String detail, String doc) {
            CompletionItem item = items.computeIfAbsent(label, CompletionItem::new);
            if (item.getKind() != null) {
                return item;
            }
            item.setKind(kind);
            item.setSortText(rank + label);
            item.setDetail(detail);
            if (doc != null && !doc.isBlank()) {
                item.setDocumentation(new MarkupContent(MarkupKind.MARKDOWN, doc));
            }
            item.setTextEdit(Either.forLeft(new TextEdit(range, label)));
            if (string.isPresent()
                    ? !label.toLowerCase(Locale.ROOT).contains(begun)
                    : !label.toLowerCase(Locale.ROOT).startsWith(begun)) {
                items.remove(label);
            }
            return item;
        }

        private void keyword(Expected expected) {
            String word = expected.words().iterator().next();
            boolean literal = GrammarUtil.containingRule(expected.element()) instanceof EnumRule;
            Optional<String> doc = GrammarUtil.containingRule(expected.element()) instanceof EnumRule words
                    ? hovers.literal(words, word)
                    : hovers.keyword((Keyword) expected.element(), null);
            item(
                    word,
                    literal ? CompletionItemKind.EnumMember : CompletionItemKind.Keyword,
                    word.length() == 1 && !literal ? "9" : "3",
                    null,
                    doc.orElse(null));
            String snippet = SNIPPETS.get(word);
            if (snippets
                    && snippet != null
                    && expected.rule().toLowerCase(Locale.ROOT).endsWith(rule(word))
                    && word.startsWith(begun)) {
                CompletionItem item = item(word + " …", CompletionItemKind.Snippet, "4", null, doc.orElse(null));
                item.setFilterText(word);
                item.setInsertTextFormat(InsertTextFormat.Snippet);
                item.setTextEdit(Either.forLeft(new TextEdit(range, snippet)));
            }
        }

        private String rule(String word) {
            return word.equals("suite") ? "testsuite" : word.equals("process") ? "whiteboxprocess" : word;
        }

        private void names(Expected expected) {
            EObject context = around.orElse(snapshot.testbed());
            boolean varied = expected.reference().orElseThrow() == TestbedPackage.Literals.PARAMETER_RANGE__PARAMETER;
            boolean baseline = expected.reference().orElseThrow() == TestbedPackage.Literals.TEST_SUITE__BASELINE;
            for (IEObjectDescription each : snapshot.service(IScopeProvider.class)
                    .getScope(context, expected.reference().orElseThrow())
                    .getAllElements()) {
                if (each.getEObjectOrProxy() instanceof NamedElement element
                        && (!baseline || snapshot.result().whole().engines().contains(element))) {
                    named(element, varied);
                }
            }
        }

        /**
         * Proposes a named element.
         *
         * @param varied whether several values follow, of which the best is searched for
         */
        private void named(NamedElement element, boolean varied) {
            if (element instanceof ParameterDeclaration parameter) {
                CompletionItem item = item(
                        parameter.getName(),
                        CompletionItemKind.Property,
                        "0",
                        TypeSheet.values(parameter),
                        TypeSheet.of(parameter));
                if (snippets && parameter.getDefault() != null) {
                    item.setInsertTextFormat(InsertTextFormat.Snippet);
                    String value = TypeSheet.text(parameter.getDefault())
                            .replace("$", "\\$")
                            .replace("}", "\\}");
                    String values = varied ? " in (${1:" + value + "})" : " ${1:" + value + "}";
                    item.setTextEdit(Either.forLeft(new TextEdit(range, parameter.getName() + values)));
                }
                return;
            }
            String doc = element instanceof ServerType type
                    ? TypeSheet.of(type, compiler.type(type.getName()))
                    : element instanceof MetricType metric ? TypeSheet.of(metric) : null;
            item(element.getName(), kind(element), "1", Outline.word(element), doc);
        }

        private CompletionItemKind kind(NamedElement element) {
            if (element instanceof Process) {
                return CompletionItemKind.Function;
            }
            if (element instanceof Service) {
                return CompletionItemKind.Class;
            }
            if (element instanceof ServiceType
                    || element instanceof ParameterizedType
                    || element instanceof MetricType) {
                return CompletionItemKind.Interface;
            }
            return element instanceof Server ? CompletionItemKind.Module : CompletionItemKind.Variable;
        }

        /** Proposes words that are not references. */
        private void words(Expected expected) {
            String feature = expected.feature().map(each -> each.getName()).orElse("");
            if (expected.rule().equals("StatisticName")) {
                STATISTICS.forEach(word -> item(word, CompletionItemKind.EnumMember, "2", "statistic", null));
            } else if (feature.equals("partnerLink")) {
                partnerLinks();
            } else if (feature.equals("word")) {
                parameter().ifPresent(this::values);
                databases();
            } else if (feature.equals("variant") && expected.rule().equals("Server")) {
                variants();
            }
        }

        /** Proposes the variants of the processes in the file. */
        private void variants() {
            snapshot.testbed().getElements().stream()
                    .filter(WhiteBoxProcess.class::isInstance)
                    .flatMap(process -> ((WhiteBoxProcess) process).getRealisations().stream())
                    .filter(file -> file.getVariant() != null)
                    .forEach(file -> item(
                            file.getVariant(),
                            CompletionItemKind.EnumMember,
                            "0",
                            file.getLanguage().getLiteral() + " " + file.getFile(),
                            null));
        }

        private void partnerLinks() {
            around.filter(WhiteBoxProcess.class::isInstance)
                    .flatMap(process -> snapshot.service(ModelDocuments.class).process((WhiteBoxProcess) process))
                    .filter(ProcessDefinition::isValid)
                    .ifPresent(definition -> definition.model().consumed().stream()
                            .map(consumed -> consumed.partnerLink())
                            .distinct()
                            .forEach(link -> item(
                                    link.name().matches("[A-Za-z_](-?[A-Za-z0-9_])*")
                                            ? link.name()
                                            : '"' + link.name() + '"',
                                    CompletionItemKind.Field,
                                    "0",
                                    link.partnerPortType()
                                            .map(portType -> portType.name().getLocalPart())
                                            .orElse(null),
                                    null)));
        }

        /** Returns the parameter whose value stands at the cursor. */
        private Optional<ParameterDeclaration> parameter() {
            ParameterizedType type = around.map(element -> element instanceof Server server
                            ? server.getType()
                            : element instanceof PluginEvent event ? event.getType() : null)
                    .orElse(null);
            return type == null || previous.isEmpty()
                    ? VariedParameter.before(snapshot, previous)
                    : type.getParameters().stream()
                            .filter(each -> previous.get().is(String.valueOf(each.getName())))
                            .findFirst();
        }

        private void values(ParameterDeclaration parameter) {
            List<String> values = parameter.getKind() == ParameterKind.BOOLEAN
                    ? List.of("true", "false")
                    : parameter.getKind() == ParameterKind.CHOICE ? parameter.getChoices() : List.of();
            values.forEach(value ->
                    item(value, CompletionItemKind.EnumMember, "0", parameter.getName(), TypeSheet.of(parameter)));
        }

        /** Proposes the values of the parameter by which an engine names its database: those of its own, and servers that are databases. */
        private void databases() {
            around.filter(Server.class::isInstance)
                    .map(element -> ((Server) element).getType())
                    .flatMap(type -> compiler.type(String.valueOf(type.getName())))
                    .filter(type -> type instanceof Engine engine
                            && previous.filter(word -> word.is(engine.database().parameter()))
                                    .isPresent())
                    .map(type -> ((Engine) type).database())
                    .ifPresent(choice -> {
                        choice.own().forEach(own -> item(own, CompletionItemKind.EnumMember, "0", null, null));
                        snapshot.testbed().getElements().stream()
                                .filter(Server.class::isInstance)
                                .map(Server.class::cast)
                                .filter(server -> server.getName() != null
                                        && server.getType() != null
                                        && compiler.type(String.valueOf(
                                                        server.getType().getName()))
                                                .filter(Database.class::isInstance)
                                                .isPresent())
                                .forEach(server ->
                                        item(server.getName(), kind(server), "1", Outline.word(server), null));
                    });
        }

        private void texts(Expected expected) {
            String feature = expected.feature().map(each -> each.getName()).orElse("");
            List<String> endings = endings(expected.rule(), feature);
            if (!endings.isEmpty()) {
                CandidateFiles.below(snapshot.file(), endings, MOST_FILES)
                        .forEach(name -> text(name, CompletionItemKind.File, null));
                return;
            }
            if (feature.equals("process")) {
                processes();
                return;
            }
            EObject element = around.orElse(null);
            if (element == null) {
                return;
            }
            DocumentPlaces places = new DocumentPlaces(snapshot);
            switch (feature) {
                case "operation" ->
                    places.operations(element)
                            .forEach(operation -> text(operation.name(), CompletionItemKind.Method, null));
                case "port" ->
                    places.ports(element).stream()
                            .map(Port::name)
                            .forEach(name -> text(name, CompletionItemKind.Interface, null));
                case "path", "step", "uiidPath", "source", "target" ->
                    places.paths(expected.rule(), feature, element)
                            .forEach(path -> text(path, CompletionItemKind.Field, null));
                case "column" ->
                    rows(element)
                            .map(places::columns)
                            .ifPresent(names -> names.forEach(name -> text(name, CompletionItemKind.Field, null)));
                default -> {
                    // There are no proposals for free texts, such as titles.
                }
            }
        }

        /** Proposes the processes that engines can run of a file. Its language, its name and the keyword stand before the cursor. */
        private void processes() {
            List<Token> before = snapshot.tokens().visible().stream()
                    .filter(token ->
                            previous.filter(last -> token.end() <= last.end()).isPresent())
                    .toList();
            int keyword = before.size() - 1;
            if (keyword < 2) {
                return;
            }
            String file = DocumentPlaces.unquoted(before.get(keyword - 1).text());
            new DocumentPlaces(snapshot)
                    .processes(before.get(keyword - 2).text(), file).stream()
                            .filter(each -> each.executable() && !each.id().isEmpty())
                            .forEach(each -> text(each.id(), CompletionItemKind.Function, each.name()));
        }

        private void text(String text, CompletionItemKind kind, String detail) {
            item(string.isPresent() ? text : '"' + text + '"', kind, "0", detail, null);
        }

        private static List<String> endings(String rule, String feature) {
            return switch (feature) {
                case "bpel" -> List.of(".bpel");
                case "wsdl", "wsdls", "contract" -> List.of(".wsdl");
                case "importURI" -> List.of(".testbed");
                case "request", "answer" -> List.of(".xml");
                case "file" ->
                    switch (rule) {
                        case "DataChunk" -> List.of(".xml");
                        case "Realisation" -> List.of(".bpmn", ".yaml");
                        case "Rows" -> List.of(".csv", ".jsonl", ".ndjson", ".json");
                        default -> List.of(".csv", ".txt");
                    };
                default -> List.of();
            };
        }

        /** Returns the data rows around the cursor: the last ones that begin before it. */
        private Optional<Rows> rows(EObject element) {
            return EcoreUtil2.getAllContentsOfType(element, Rows.class).stream()
                    .filter(each -> previous.filter(word -> ModelEdits.start(each) <= word.start())
                            .isPresent())
                    .reduce((first, second) -> second);
        }
    }
}
