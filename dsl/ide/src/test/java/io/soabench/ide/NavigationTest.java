package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DocumentHighlightParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.PrepareRenameParams;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where names are declared and used, and how they are changed. */
class NavigationTest {

    private static final Path FILE = ServerFixture.QUICKSTART;

    private static final String LIBRARY = "host here\nservice type Quote from \"quote.wsdl\"\nservice quotes : Quote\n";

    private static final String MODEL =
            """
            testbed a
            seed 1
            import "library.testbed"
            server mocks : axis2 on here { serves quotes }
            """;

    @TempDir
    private Path folder;

    private ServerFixture editor = new ServerFixture();

    @AfterEach
    void end() {
        editor.close();
    }

    private String definition(Path file, String text) throws IOException {
        Position cursor = editor.open(file, text);
        List<? extends Location> found = ServerFixture.get(
                        editor.texts().definition(new DefinitionParams(ServerFixture.id(file), cursor)))
                .getLeft();
        assertThat(found).hasSizeLessThan(2);
        if (found.isEmpty()) {
            return "";
        }
        Path target = Path.of(URI.create(found.get(0).getUri()));
        String line = Files.readString(target)
                .lines()
                .toList()
                .get(found.get(0).getRange().getStart().getLine());
        return target.getFileName() + ": " + line.strip();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "serves quotes;serves quo|tes;quickstart.testbed: service quotes : Quote {",
                "quotes : Quote;quotes : Quo|te;quickstart.testbed: service type Quote from \"wsdl/quote.wsdl\"",
                "on here { heap;on he|re { heap;quickstart.testbed: host here",
                "wsdl/quote.wsdl;wsdl/quo|te.wsdl;quote.wsdl: <?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "partner quote ->;partner quo|te ->;sequential.bpel: <partnerLink name=\"quote\"",
                "q:request/q:id;q:request/q:i|d;quote.wsdl: <xsd:element name=\"id\" type=\"xsd:string\"/>",
                ": axis2;: axi|s2;types.testbed: server type axis2",
            })
    void shouldFindDefinitions(String before, String after, String expected) throws IOException {
        assertThat(definition(FILE, ServerFixture.quickstart(before, after))).startsWith(expected);
    }

    @Test
    void shouldFindTheProcessOfAFileWithSeveral() throws IOException {
        Files.writeString(
                folder.resolve("pools.bpmn"),
                """
                <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
                  <process id="Buyer" isExecutable="true"><startEvent id="b"/></process>
                  <process id="Seller" isExecutable="true"><startEvent id="s"/></process>
                </definitions>
                """);
        String text = "process A {\n    contract wsdl \"a.wsdl\"\n    bpmn \"pools.bpmn\" process \"Sel|ler\"\n}\n";

        assertThat(definition(folder.resolve("a.testbed"), text)).startsWith("pools.bpmn: <process id=\"Seller\"");
    }

    @Test
    void shouldFindOperations() throws IOException {
        String text = ServerFixture.quickstart(
                "    uiid to \"p:order/p:id\"\n    check \"data/sequential-order.xml\"",
                "    operation \"qu|ote\"\n    check \"data/sequential-order.xml\"");
        String operation = Files.readString(ServerFixture.EXAMPLES.resolve("quickstart/wsdl/sequential.wsdl"))
                .replaceFirst("(?s).*?<operation name=\"([^\"]+)\".*", "$1");

        assertThat(definition(FILE, text.replace("qu|ote", operation.charAt(0) + "|" + operation.substring(1))))
                .contains("<operation name=\"" + operation + "\"");
    }

    private List<? extends Location> references(Path file, Position cursor, boolean declaration) {
        return ServerFixture.get(editor.texts()
                .references(new ReferenceParams(ServerFixture.id(file), cursor, new ReferenceContext(declaration))));
    }

    @Test
    void shouldFindUses() {
        Position cursor = editor.open(FILE, ServerFixture.quickstart("service quotes", "service quo|tes"));

        assertThat(references(FILE, cursor, false)).hasSize(3);
        assertThat(references(FILE, cursor, true)).hasSize(4);
        assertThat(ServerFixture.get(
                        editor.texts().documentHighlight(new DocumentHighlightParams(ServerFixture.id(FILE), cursor))))
                .hasSize(4);
    }

    /** Two models that are written to a workspace. */
    private Path[] workspace() throws IOException {
        Files.copy(ServerFixture.EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"), folder.resolve("quote.wsdl"));
        return new Path[] {
            Files.writeString(folder.resolve("library.testbed"), LIBRARY),
            Files.writeString(folder.resolve("a.testbed"), MODEL)
        };
    }

    @Test
    void shouldRenameInAllModelsOfTheWorkspace() throws IOException {
        Path[] files = workspace();
        editor.close();
        editor = new ServerFixture(folder);
        Position cursor = editor.open(files[0], LIBRARY.replace("service quotes", "service quo|tes"));

        Map<String, List<TextEdit>> changes = ServerFixture.get(
                        editor.texts().rename(new RenameParams(ServerFixture.id(files[0]), cursor, "prices")))
                .getChanges();

        assertThat(ServerFixture.apply(LIBRARY, changes.get(ServerFixture.uri(files[0]))))
                .isEqualTo(LIBRARY.replace("service quotes", "service prices"));
        assertThat(ServerFixture.apply(MODEL, changes.get(ServerFixture.uri(files[1]))))
                .isEqualTo(MODEL.replace("serves quotes", "serves prices"));
    }

    @Test
    void shouldRenameInOpenModelsWhereThereIsNoWorkspace() throws IOException {
        Path[] files = workspace();
        editor.open(files[1], MODEL);
        Position cursor = editor.open(files[0], LIBRARY.replace("service quotes", "service quo|tes"));

        Map<String, List<TextEdit>> changes = ServerFixture.get(
                        editor.texts().rename(new RenameParams(ServerFixture.id(files[0]), cursor, "prices")))
                .getChanges();

        assertThat(changes.keySet())
                .containsExactlyInAnyOrder(ServerFixture.uri(files[0]), ServerFixture.uri(files[1]));
    }

    @Test
    void shouldRenameInTheAnswersOfModelsThatImport() throws IOException {
        Path[] files = workspace();
        Files.writeString(
                files[1],
                MODEL + "process P { bpel \"p.bpel\" partner q -> quotes check \"in.xml\" answers \"out.xml\" }\n");
        Path answer = Files.writeString(folder.resolve("out.xml"), "<a>${quotes#1}</a>");
        editor.close();
        editor = new ServerFixture(folder);
        Position cursor = editor.open(files[0], LIBRARY.replace("service quotes", "service quo|tes"));

        Map<String, List<TextEdit>> changes = ServerFixture.get(
                        editor.texts().rename(new RenameParams(ServerFixture.id(files[0]), cursor, "prices")))
                .getChanges();

        assertThat(changes.get(ServerFixture.uri(files[1]))).hasSize(2);
        assertThat(ServerFixture.apply(Files.readString(answer), changes.get(ServerFixture.uri(answer))))
                .isEqualTo("<a>${prices#1}</a>");
    }

    @Test
    void shouldRenameFromWhereANameIsUsed() throws IOException {
        Path[] files = workspace();
        Position cursor = editor.open(files[1], MODEL.replace("serves quotes", "serves quo|tes"));

        Map<String, List<TextEdit>> changes = ServerFixture.get(
                        editor.texts().rename(new RenameParams(ServerFixture.id(files[1]), cursor, "prices")))
                .getChanges();

        assertThat(changes.keySet())
                .containsExactlyInAnyOrder(ServerFixture.uri(files[0]), ServerFixture.uri(files[1]));
    }

    /** Cases, classes, mixes, objectives and events name processes. */
    @ParameterizedTest
    @CsvSource({"mixed/mixed.testbed, Order, 4", "mixed/mixed.testbed, Browse, 4", "replace/replace.testbed, Offer, 5"})
    void shouldRenameAProcessWhereverItIsNamed(String example, String process, int places) {
        Path file = ServerFixture.EXAMPLES.resolve(example);
        String text = ServerFixture.text(file);
        Position cursor = editor.open(file, text.replace("process " + process + " {", "process |" + process + " {"));

        Map<String, List<TextEdit>> changes = ServerFixture.get(
                        editor.texts().rename(new RenameParams(ServerFixture.id(file), cursor, "Renamed")))
                .getChanges();

        assertThat(changes).containsOnlyKeys(ServerFixture.uri(file));
        assertThat(changes.get(ServerFixture.uri(file))).hasSize(places);
        String code = "(?m)//.*$";
        assertThat(ServerFixture.apply(text, changes.get(ServerFixture.uri(file)))
                        .replaceAll(code, ""))
                .isEqualTo(text.replaceAll(code, "").replaceAll("\\b" + process + "\\b", "Renamed"));
    }

    @Test
    void shouldRenameServicesInTheAnswersOfChecks() {
        Position cursor = editor.open(FILE, ServerFixture.quickstart("service quotes", "service quo|tes"));
        Path answer = FILE.resolveSibling("data/sequential-offer.xml");
        String before = ServerFixture.text(answer);
        assertThat(before).contains("quotes#1");

        Map<String, List<TextEdit>> changes = ServerFixture.get(
                        editor.texts().rename(new RenameParams(ServerFixture.id(FILE), cursor, "prices")))
                .getChanges();

        assertThat(ServerFixture.apply(before, changes.get(ServerFixture.uri(answer))))
                .contains("${sum(prices#1..5)}")
                .doesNotContain("quotes#");
    }

    @ParameterizedTest
    @CsvSource({"on, cannot be a name", "1a, cannot be a name", "FlowNoDep, already"})
    void shouldRefuseNames(String name, String reason) {
        Position cursor = editor.open(FILE, ServerFixture.quickstart("process Sequential", "process Seq|uential"));

        assertThatThrownBy(() -> editor.texts()
                        .rename(new RenameParams(ServerFixture.id(FILE), cursor, name))
                        .get(ServerFixture.PATIENCE_S, TimeUnit.SECONDS))
                .hasMessageContaining(reason);
    }

    @Test
    void shouldRenameNamesOnly() {
        Position name = editor.open(FILE, ServerFixture.quickstart("service quotes", "service quo|tes"));
        assertThat(ServerFixture.get(
                                editor.texts().prepareRename(new PrepareRenameParams(ServerFixture.id(FILE), name)))
                        .getFirst()
                        .getStart())
                .isEqualTo(ServerFixture.position(FILE, "quotes : Quote"));

        Position keyword = editor.open(FILE, ServerFixture.quickstart("service quotes", "ser|vice quotes"));
        assertThat(ServerFixture.get(
                        editor.texts().prepareRename(new PrepareRenameParams(ServerFixture.id(FILE), keyword))))
                .isNull();

        Position ofPlugIn = editor.open(FILE, ServerFixture.quickstart(": axis2", ": axi|s2"));
        assertThat(ServerFixture.get(
                        editor.texts().prepareRename(new PrepareRenameParams(ServerFixture.id(FILE), ofPlugIn))))
                .isNull();
    }
}
