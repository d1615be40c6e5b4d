package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.dsl.TestbedReader;
import io.soabench.generators.TestbedCompiler;
import io.soabench.model.WholeTestbed;
import io.soabench.model.issue.Issue;
import io.soabench.model.testbed.EventType;
import io.soabench.model.testbed.Exploration;
import io.soabench.model.testbed.MetricType;
import io.soabench.model.testbed.Testbed;
import io.soabench.plan.Plan;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.xtext.nodemodel.INode;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.service.GrammarProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every word of the language has an effect. The words are taken from the grammar; each must have a pair of models (see {@link WordPair}) that
 * differ in it, and the difference must be seen where the pair says, or be refused with a sentence.
 */
class WordsTest {

    private static final Path EXAMPLES = Path.of("../examples");

    @TempDir
    private Path folder;

    /** One for all models: it reads the declarations of the plug-ins' types once. */
    private final TestbedReader reader = new TestbedReader();

    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final Map<String, ServerType> types = new TreeMap<>();

    /** How far a model is compiled: no further than where the effect of a word must be seen, for writing traces takes long. */
    private enum Depth {
        CHECKED,
        PLANNED,
        WRITTEN;

        static Depth of(List<String> places) {
            if (places.stream().anyMatch(place -> place.matches("(file|explore).*"))) {
                return WRITTEN;
            }
            return places.stream().anyMatch(place -> place.startsWith("plan")) ? PLANNED : CHECKED;
        }
    }

    /** What became of a model: how it was parsed, its issues, and what it was compiled to. */
    private record Outcome(INode root, Map<String, String> observed) {}

    @Test
    void shouldHaveAnEffectWhateverTheWord() throws IOException {
        prepare();
        WordGrammar grammar = new WordGrammar(grammar());
        Set<String> missing = new TreeSet<>(grammar.words());
        List<String> without = new ArrayList<>();
        for (String name : List.of("elements", "explore", "main", "rest", "types")) {
            String text = Files.readString(Path.of("src/test/resources/words/" + name + ".words"));
            for (WordPair pair : WordPair.of(name, text)) {
                Depth depth = Depth.of(pair.places());
                Outcome base = outcome(pair.base(), depth);
                Outcome other = outcome(pair.other(), depth);
                if (refused(base)) {
                    without.add(name + " is refused: " + base.observed());
                    break;
                }
                boolean refused = refused(other);
                Set<String> seen = new TreeSet<>();
                for (String key :
                        union(base.observed().keySet(), other.observed().keySet())) {
                    // A model that is refused has no plan; that a plan is missing shows nothing.
                    if ((!refused || key.startsWith("issue/"))
                            && !Objects.equals(
                                    base.observed().get(key), other.observed().get(key))) {
                        seen.add(key);
                    }
                }
                boolean expected = true;
                for (String place : pair.places()) {
                    if (seen.stream().noneMatch(matching(place))) {
                        expected = false;
                        without.add(pair.where() + " is not seen in " + place + ", but in "
                                + seen.stream().limit(12).toList()
                                + other.observed().entrySet().stream()
                                        .filter(each -> each.getKey().startsWith("issue/error"))
                                        .limit(3)
                                        .toList());
                    }
                }
                if (expected) {
                    missing.removeAll(grammar.about(base.root(), other.root()));
                }
            }
        }
        assertThat(without)
                .as("words without the effect that they should have; no pair is about: " + missing)
                .isEmpty();
        assertThat(missing).as("words that no pair is about").isEmpty();
    }

    /** The pages about the language have each word of it. */
    @Test
    void shouldBeDocumentedWhateverTheWord() throws IOException {
        StringBuilder page = new StringBuilder();
        try (DirectoryStream<Path> pages = Files.newDirectoryStream(Path.of("../docs/reference/language"), "*.md")) {
            for (Path each : pages) {
                page.append(Files.readString(each)).append('\n');
            }
        }

        assertThat(new WordGrammar(grammar()).keywords())
                .filteredOn(word -> word.matches("[a-z].*"))
                .filteredOn(word -> !Pattern.compile("(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])")
                        .matcher(page)
                        .find())
                .as("keywords that docs/reference/language does not have")
                .isEmpty();
    }

    private static boolean refused(Outcome outcome) {
        return outcome.observed().keySet().stream().anyMatch(key -> key.startsWith("issue/error"));
    }

    private static Predicate<String> matching(String place) {
        String key = place.startsWith("!") ? "issue/*/" + place.substring(1) : place;
        Pattern pattern = Pattern.compile(
                Stream.of(key.split("\\*", -1))
                                .map(Pattern::quote)
                                .reduce((a, b) -> a + ".*" + b)
                                .orElseThrow() + "(/.*)?");
        return text -> pattern.matcher(text).matches();
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> both = new LinkedHashSet<>(one);
        both.addAll(other);
        return both;
    }

    private org.eclipse.xtext.Grammar grammar() throws IOException {
        Testbed any = reader.read(Files.writeString(folder.resolve("any.testbed"), "host any"))
                .testbed();
        return ((XtextResource) any.eResource())
                .getResourceServiceProvider()
                .get(GrammarProvider.class)
                .getGrammar(this);
    }

    /** A BPMN file that calls its partner as often as its data require. */
    private static String looped() {
        StringBuilder flows = new StringBuilder();
        List<String> path = List.of("start", "test", "quote", "test", "offer", "end");
        for (int i = 1; i < path.size(); i++) {
            flows.append("<sequenceFlow id=\"f" + i + "\" sourceRef=\"" + path.get(i - 1) + "\" targetRef=\""
                    + path.get(i) + "\"/>");
        }
        return "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\""
                + " xmlns:camunda=\"http://camunda.org/schema/1.0/bpmn\"><process id=\"Looped\" isExecutable=\"true\">"
                + "<startEvent id=\"start\"/><exclusiveGateway id=\"test\"/><endEvent id=\"end\"/>"
                + "<serviceTask id=\"quote\" camunda:expression=\"${quote.call('quote', id, 1, symbol)}\"/>"
                + "<serviceTask id=\"offer\" camunda:expression=\"${client.answer(exchange, id, 1)}\"/>" + flows
                + "</process></definitions>";
    }

    private void prepare() throws IOException {
        copy(EXAMPLES.resolve("quickstart"));
        copy(EXAMPLES.resolve("black-box"));
        types.putAll(ServerTypes.load(getClass().getClassLoader()));
        for (ServerType type : List.of(
                new DeclaredType.Runner("crane", "orchestra"),
                new DeclaredType.Host("keeper", "lean"),
                new DeclaredType.Book("listing", "juddi"))) {
            types.put(type.name(), type);
        }
        String quote = Files.readString(folder.resolve("wsdl/quote.wsdl"));
        String twoPorts = quote.replace(
                "</service>",
                "<port name=\"OtherPort\" binding=\"q:QuoteSoap\"><soap:address location=\"http://127.0.0.1/other\"/></port></service>");
        write("wsdl/second.wsdl", twoPorts);
        write("wsdl/later.wsdl", Files.readString(EXAMPLES.resolve("callback/wsdl/quote.wsdl")));
        for (String file : List.of("bpel/purchase.bpel", "wsdl/purchase.wsdl", "wsdl/quote.wsdl")) {
            Files.createDirectories(folder.resolve("async").resolve(file).getParent());
            write("async/" + file, Files.readString(EXAMPLES.resolve("async").resolve(file)));
        }
        write("wsdl/third.wsdl", twoPorts.replace("urn:soabench:quote/quote", "urn:soabench:quote/other"));
        write(
                "wsdl/extra.wsdl",
                "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" targetNamespace=\"urn:extra\"/>");
        write(
                "wsdl/more.wsdl",
                "<definitions xmlns=\"http://schemas.xmlsoap.org/wsdl/\" targetNamespace=\"urn:more\"/>");
        String weather = Files.readString(folder.resolve("wsdl/weather.wsdl"));
        write("wsdl/climate.wsdl", weather.replaceAll("soapAction=\"[^\"]*\"", "soapAction=\"urn:climate\""));
        String bpel = Files.readString(folder.resolve("bpel/sequential.bpel"));
        write("bpel/copy.bpel", bpel + "\n<!-- a copy -->\n");
        Files.createDirectories(folder.resolve("bpmn"));
        String bpmn = Files.readString(EXAMPLES.resolve("fork/bpmn/sequential.bpmn"));
        write("bpmn/one.bpmn", bpmn);
        write("bpmn/two.bpmn", bpmn + "<!-- a copy -->\n");
        write("bpmn/copy.bpmn", bpmn + "<!-- another copy -->\n");
        Files.createDirectories(folder.resolve("camel"));
        String routes =
                """
                - from:
                    uri: client:offer
                    steps:
                      - loop:
                          constant: 5
                          steps:
                            - to: "partner:quote/quote?id=${variable.id}&step=1&symbol=${variable.symbol}"
                      - to: "client:answer?id=${variable.id}&price=${body[price]}"
                """;
        write("camel/one.yaml", routes);
        write("camel/two.yaml", routes + "# a copy\n");
        write("bpmn/loop.bpmn", looped());
        String pool = looped().replaceFirst("(?s).*(<process .*</process>).*", "$1");
        write("bpmn/pools.bpmn", looped().replace(pool, pool + pool.replace("\"Looped\"", "\"Other\"")));
        String offers = Files.readString(folder.resolve("wsdl/sequential.wsdl"));
        String binding = offers.replaceFirst("(?s).*(<binding .*</binding>).*", "$1");
        String sold = offers.replace(
                        binding,
                        binding + binding.replace("SequentialSoap", "OtherSoap").replace("/offer\"/>", "/other\"/>"))
                .replace(
                        "</service>",
                        "<port name=\"OtherPort\" binding=\"p:OtherSoap\"><soap:address"
                                + " location=\"http://127.0.0.1/other\"/></port></service>");
        write("wsdl/sold.wsdl", sold);
        write("wsdl/resold.wsdl", sold.replace("/offer\"/>", "/again\"/>"));
        String order = Files.readString(folder.resolve("data/sequential-order.xml"));
        write("data/second-order.xml", order.replace("SOA", "ABC"));
        write("data/third-order.xml", order.replace("SOA", "DEF"));
        write("data/filled.xml", order.replace("SOA", "${symbol}"));
        StringBuilder rows = new StringBuilder("kind,symbol,price\n");
        for (int i = 1; i <= 20; i++) {
            rows.append(i % 3 == 0 ? "b," : "a,")
                    .append("S".repeat(5 * i))
                    .append(',')
                    .append(i % 2)
                    .append('\n');
        }
        write("data/rows.csv", rows.toString());
        write("data/sizes.csv", "symbol\nS\nMIDDLE-LONG\nVERY-LONG-INDEED-" + "X".repeat(60) + "\n");
        write("data/other.csv", "kind,symbol,price\na,T,1\nb,U,2\n");
        String offer =
                Files.readString(folder.resolve("data/sequential-offer.xml")).replace("${sum(quotes#1..5)}", "0");
        write("data/sequential-offer.xml", offer);
        write("data/second-offer.xml", offer.replace("<p:price>0", "<p:price>1"));
        String quoted = "<q:quote xmlns:q=\"urn:soabench:quote\"><q:price>7</q:price><q:currency>EUR</q:currency>"
                + "<q:firm>true</q:firm></q:quote>";
        write("data/quote.xml", quoted);
        write("data/other-quote.xml", quoted.replace("7", "8"));
        write("data/times.txt", "5\n6\n7\n");
        write("data/words.txt", "8\n9\n");
        write("data/published.csv", "process,workload,avg_s\nSequential,office,1\n");
        write("data/published2.csv", "process,workload,avg_s\nSequential,office,2\n");
        write("hosts.testbed", "host here host there");
        write("few.testbed", "host there host here");
        write("more.testbed", "host elsewhere");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void copy(Path from) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = folder.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private Outcome outcome(String text, Depth depth) throws IOException {
        Outcome known = outcomes.get(depth + text);
        if (known != null) {
            return known;
        }
        Path file = Files.writeString(folder.resolve("model.testbed"), text);
        TestbedReader.Result read = reader.read(file);
        Map<String, String> observed = new TreeMap<>();
        note(read.issues(), observed);
        if (read.valid()) {
            compile(read, depth, observed);
            observed.put("sheet", String.join("\n", sheets(read.whole())));
        }
        Outcome outcome = new Outcome(
                ((XtextResource) read.testbed().eResource()).getParseResult().getRootNode(), observed);
        outcomes.put(depth + text, outcome);
        return outcome;
    }

    /** What the goal {@code engines} says of the types that a model declares. */
    private static List<String> sheets(WholeTestbed testbed) {
        List<String> lines = new ArrayList<>();
        testbed.all(io.soabench.model.testbed.ServerType.class)
                .forEach(type -> lines.addAll(new ServerTypeSheet(type, Optional.empty()).lines()));
        testbed.all(MetricType.class).forEach(type -> lines.add(TypeLines.of(type)));
        testbed.all(EventType.class).forEach(type -> lines.addAll(TypeLines.of(type)));
        return lines;
    }

    private void note(List<Issue> issues, Map<String, String> observed) {
        issues.stream()
                .filter(issue -> issue.severity() != Issue.Severity.INFO)
                .forEach(issue -> observed.merge(
                        "issue/" + (issue.severity() == Issue.Severity.ERROR ? "error/" : "warning/")
                                + issue.code().id(),
                        issue.text(folder),
                        (a, b) -> a + "\n" + b));
    }

    private void compile(TestbedReader.Result read, Depth depth, Map<String, String> observed) throws IOException {
        Path compiled = folder.resolve("compiled");
        TestbedCompiler.Checked checked = new TestbedCompiler(TestbedReader.places())
                .check(TestbedCompiler.Input.of(read.testbed(), read.files()), types);
        note(checked.issues(), observed);
        boolean sound = checked.issues().stream().noneMatch(issue -> issue.severity() == Issue.Severity.ERROR);
        if (!sound || depth == Depth.CHECKED) {
            return;
        }
        if (depth == Depth.PLANNED) {
            flatten(
                    "plan",
                    new ObjectMapper().valueToTree(checked.plan(Files.createTempDirectory(folder, "packages"))),
                    observed);
            return;
        }
        checked.write(compiled);
        for (Exploration exploration : read.whole().explorations()) {
            explore(read, exploration, observed);
        }
        try (Stream<Path> files = Files.walk(compiled)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = compiled.relativize(file).toString();
                if (name.equals("plan.json")) {
                    flatten("plan", new ObjectMapper().readTree(file.toFile()), observed);
                } else {
                    observed.put("file/" + name, Integer.toString(java.util.Arrays.hashCode(Files.readAllBytes(file))));
                }
            }
        }
    }

    /** What an exploration asks for, and what its first trial is. */
    private void explore(TestbedReader.Result read, Exploration exploration, Map<String, String> observed) {
        CompiledTrials trials = new CompiledTrials(
                new TestbedCompiler(TestbedReader.places()),
                TestbedCompiler.Input.of(read.testbed(), read.files()),
                types,
                exploration,
                folder.resolve("trial"));
        String at = "explore/" + exploration.getName();
        for (Plan trial : trials.plans()) {
            observed.put(
                    at + "/settings",
                    exploration.getVariation() == null
                            ? ExplorationSettings.of(exploration, Optional.empty(), 0, trial)
                                    .toString()
                            : ConfigurationSettings.of(exploration, read.whole(), Optional.empty(), 0, trial)
                                    .toString());
            flatten(at, new ObjectMapper().valueToTree(trial.cases()), observed);
            flatten(at, new ObjectMapper().valueToTree(trial.workloads()), observed);
            flatten(at + "/servers", new ObjectMapper().valueToTree(trial.servers()), observed);
            flatten(at + "/metrics", new ObjectMapper().valueToTree(trial.metrics()), observed);
        }
    }

    private static void flatten(String at, JsonNode node, Map<String, String> observed) {
        if (node.isObject()) {
            node.properties().forEach(field -> flatten(at + "/" + field.getKey(), field.getValue(), observed));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                flatten(at + "/" + i, node.get(i), observed);
            }
        } else {
            observed.put(at, node.asText());
        }
    }
}
