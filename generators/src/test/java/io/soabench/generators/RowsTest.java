package io.soabench.generators;

import static io.soabench.generators.ModelFixture.MAKE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.soabench.model.issue.Issue;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.DataChunk;
import io.soabench.model.testbed.InstancePool;
import io.soabench.model.testbed.RowAnswer;
import io.soabench.model.testbed.RowClasses;
import io.soabench.model.testbed.RowOrder;
import io.soabench.model.testbed.Rows;
import io.soabench.model.testbed.SizeBand;
import io.soabench.model.testbed.Unit;
import io.soabench.plan.CheckPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RowFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The records of a user that are filled into requests. */
class RowsTest {

    private static final String TEMPLATE = "<p:order xmlns:p=\"urn:soabench:sequential\"><p:id/>"
            + "<p:symbol kind=\"${kind}\">${symbol}</p:symbol></p:order>";

    @TempDir
    Path temp;

    private ModelFixture model;
    private final Rows rows = MAKE.createRows();
    private final DataChunk chunk = MAKE.createDataChunk();
    private final InstancePool pool = MAKE.createInstancePool();

    @BeforeEach
    void makeModel() throws IOException {
        model = new ModelFixture(temp.resolve("model"));
        model.testbed.getElements().remove(model.flow);
        model.testbed.getElements().remove(model.web);
        model.sequential.setUiidPath("p:order/p:id");
        pool.setName("Orders");
        pool.getChunks().add(chunk);
        model.testbed.getElements().add(pool);
        model.office.getClasses().get(0).setPool(pool);
        chunk.setFile("order.xml");
        chunk.setRows(rows);
        rows.setFile("orders.csv");
        symbolIs(
                "<xsd:complexType><xsd:simpleContent><xsd:extension base=\"xsd:string\">"
                        + "<xsd:attribute name=\"kind\" type=\"xsd:string\"/></xsd:extension></xsd:simpleContent></xsd:complexType>");
        file("order.xml", TEMPLATE);
    }

    private void file(String name, String content) throws IOException {
        Files.writeString(model.folder.resolve(name), content);
    }

    private Plan compile() {
        return new TestbedCompiler()
                .compile(model.testbed, Set.of(), ModelFixture.types(), temp.resolve("compiled"), OptionalLong.empty());
    }

    private List<Issue> refused() {
        return catchThrowableOfType(CompilationRefused.class, this::compile).issues();
    }

    private RowFile written(String chunkName) throws IOException {
        return RowFile.open(temp.resolve("compiled/requests/Sequential/" + chunkName + ".rows"));
    }

    private List<String[]> trace() throws IOException {
        return Files.readAllLines(temp.resolve("compiled/repetitions/1/workloads/office/here.trace")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", -1))
                .toList();
    }

    private void answer(String path, String column) {
        RowAnswer answer = MAKE.createRowAnswer();
        answer.setPath(path);
        answer.setColumn(column);
        rows.getAnswers().add(answer);
    }

    private static SizeBand band(String name, String most) {
        SizeBand band = MAKE.createSizeBand();
        band.setName(name);
        if (most != null) {
            var size = MAKE.createQuantity();
            size.setValue(new BigDecimal(most));
            size.setUnit(Unit.BYTE);
            band.setMost(size);
        }
        return band;
    }

    private static String many(int count) {
        StringBuilder csv = new StringBuilder("kind,symbol\n");
        for (int i = 1; i <= count; i++) {
            csv.append("k,S").append(i).append('\n');
        }
        return csv.toString();
    }

    @Test
    void shouldWriteRowsAsTheyStandInXmlWithTheirLines() throws IOException {
        file("orders.csv", "\uFEFFkind;symbol;price\n\"a;b\";\"x\n\"\"y\"\" & <z>\";1\n\nf'; ünï ;2.50\n");
        answer("p:offer/p:price", "price");

        Plan plan = compile();

        RowFile file = written("order");
        assertThat(file.columns()).containsExactly("kind", "symbol", "price");
        assertThat(file.size()).isEqualTo(2);
        assertThat(List.of(file.line(0), file.line(1))).containsExactly(2L, 5L);
        assertThat(file.written(0, 1)).isEqualTo("x&#10;&quot;y&quot; &amp; &lt;z&gt;");
        assertThat(file.value(0, 1)).isEqualTo("x\n\"y\" & <z>");
        assertThat(file.value(1, 1)).isEqualTo(" ünï ");
        assertThat(file.answers())
                .containsExactly(new RowFile.Answer(
                        2, List.of("{urn:soabench:sequential}offer", "{urn:soabench:sequential}price")));
        assertThat(temp.resolve("compiled/requests/Sequential/order.xml"))
                .content()
                .contains("<p:id>${uiid}</p:id><p:symbol kind=\"${kind}\">${symbol}</p:symbol>");
        assertThat(plan.workloadOf("office").chunks()).containsExactly("order");
        assertThat(plan.cases().get(0).checks())
                .containsExactly(CheckPlan.before(
                        "Sequential",
                        "checks/Sequential/order-request.xml",
                        "requests/Sequential/order.rows",
                        "office.1.10001"));
        assertThat(temp.resolve("compiled/checks/Sequential/order-request.xml"))
                .content()
                .contains("<p:id>${uiid}</p:id><p:symbol kind=\"a;b\">x&#10;&quot;y&quot; &amp; &lt;z&gt;</p:symbol>");
    }

    @Test
    void shouldReadJsonLinesAsTheyAreWritten() throws IOException {
        rows.setFile("orders.jsonl");
        file("orders.jsonl", "{\"kind\": \"a\", \"symbol\": 5.00}\n\n{\"symbol\": null, \"kind\": true}\n");

        compile();

        RowFile file = written("order");
        assertThat(List.of(file.value(0, 0), file.value(0, 1))).containsExactly("a", "5.00");
        assertThat(List.of(file.value(1, 0), file.value(1, 1))).containsExactly("true", "");
        assertThat(List.of(file.line(0), file.line(1))).containsExactly(1L, 3L);
    }

    @Test
    void shouldDealRowsInOrderToTheClientsInTurn() throws IOException {
        file("orders.csv", many(7));
        model.office.getClasses().get(0).setClients(3);

        compile();

        for (String[] request : trace()) {
            int client = Integer.parseInt(request[0]);
            int number = Integer.parseInt(request[1]);
            assertThat(request[4]).isEqualTo(String.valueOf(((number - 1) * 3 + client - 1) % 7));
        }
    }

    @Test
    void shouldSendEachShuffledRowAsOftenAsTheOthers() throws IOException {
        file("orders.csv", many(50));
        rows.setOrder(RowOrder.SHUFFLED);
        model.office.getClasses().get(0).setClients(1);

        compile();

        List<Integer> sent =
                trace().stream().map(request -> Integer.parseInt(request[4])).toList();
        assertThat(sent.size()).isGreaterThanOrEqualTo(50);
        assertThat(sent.subList(0, 50))
                .doesNotHaveDuplicates()
                .isNotEqualTo(sent.stream().sorted().toList());
    }

    @Test
    void shouldDrawRowsAtRandomFromTheSeed() throws IOException {
        file("orders.csv", many(50));
        rows.setOrder(RowOrder.AT_RANDOM);

        compile();
        byte[] first = Files.readAllBytes(temp.resolve("compiled/repetitions/1/workloads/office/here.trace"));
        long different = trace().stream().map(request -> request[4]).distinct().count();
        compile();

        assertThat(temp.resolve("compiled/repetitions/1/workloads/office/here.trace"))
                .hasBinaryContent(first);
        assertThat(different).isBetween(30L, 50L);
    }

    @Test
    void shouldMakeAChunkOfEachClassInTheOrderOfTheFile() throws IOException {
        file("orders.csv", "kind,symbol\nfirm,A\nprivate,B\nfirm,C\n");
        RowClasses classes = MAKE.createRowClasses();
        classes.setColumn("kind");
        rows.setClasses(classes);
        model.office.getClasses().get(0).setClients(1);

        Plan plan = compile();

        assertThat(plan.workloadOf("office").chunks()).containsExactly("order.firm", "order.private");
        assertThat(written("order.firm").value(1, 1)).isEqualTo("C");
        assertThat(trace().subList(0, 4))
                .extracting(request -> request[3] + " " + request[4])
                .containsExactly("0 0", "1 0", "0 1", "0 0");
        assertThat(plan.cases().get(0).checks())
                .extracting(CheckPlan::request)
                .containsExactly(
                        "checks/Sequential/order.firm-request.xml", "checks/Sequential/order.private-request.xml");
    }

    @Test
    void shouldTellClassesBySizeOfTheFilledMessage() throws IOException {
        int literal = TEMPLATE.replace("${kind}", "").replace("${symbol}", "").length();
        file("orders.csv", "kind,symbol\n,1234\n,12345\n,&\n,ü12\n");
        RowClasses classes = MAKE.createRowClasses();
        classes.getBands().add(band("none", "1"));
        classes.getBands().add(band("small", String.valueOf(literal + 4)));
        classes.getBands().add(band("large", null));
        rows.setClasses(classes);

        Plan plan = compile();

        assertThat(plan.workloadOf("office").chunks()).containsExactly("order.small", "order.large");
        // An ampersand is five bytes in XML.
        assertThat(written("order.large").size()).isEqualTo(2);
        assertThat(written("order.small").value(1, 1)).isEqualTo("ü12");
    }

    @Test
    void shouldLeaveTracesWithoutRowsAsTheyWere() throws IOException {
        model.office.getClasses().get(0).setPool(null);
        model.testbed.getElements().remove(pool);

        compile();

        assertThat(trace()).allSatisfy(request -> assertThat(request).hasSize(4));
        assertThat(temp.resolve("compiled/jmeter/office-here.csv")).content().startsWith("uiid,wait_ms,chunk\n");
    }

    @Test
    void shouldExportRowsForStockJMeter() throws IOException {
        file("orders.csv", "kind,symbol\n\"a,b\",<A>\n");

        compile();

        assertThat(Files.readAllLines(temp.resolve("compiled/jmeter/office-here.csv"))
                        .get(0))
                .isEqualTo("uiid,wait_ms,chunk,kind,symbol");
        assertThat(Files.readAllLines(temp.resolve("compiled/jmeter/office-here.csv"))
                        .get(1))
                .endsWith(",0,\"a,b\",&lt;A&gt;");
        assertThat(temp.resolve("compiled/jmeter/Sequential-office-engine.jmx"))
                .content()
                .contains(">uiid,wait_ms,chunk,row.kind,row.symbol<")
                .contains("kind=\"${row.kind}\"&gt;${row.symbol}&lt;");
    }

    @Test
    void shouldNameTheFirstProblemsWithTheirLinesAndCountTheRest() throws IOException {
        StringBuilder csv = new StringBuilder("kind,symbol\na,b\na\na,b,c\n");
        csv.append("x\n".repeat(1_242));
        file("orders.csv", csv.toString());

        List<Issue> issues = refused();

        assertThat(issues)
                .allMatch(issue -> issue.code() == IssueCode.ROWS_INVALID)
                .extracting(issue -> issue.place().line() + " " + issue.message())
                .containsExactly(
                        "3 the row has 1 fields instead of 2; an empty field needs its separator, too (and 1,242 more rows,"
                                + " the next in line 5)",
                        "4 the row has 3 fields instead of 2; put a text that holds the separator between double quotes");
    }

    @Test
    void shouldCountCausesBeyondTheFirstTen() throws IOException {
        StringBuilder csv = new StringBuilder("kind,symbol\n");
        for (int i = 3; i < 15; i++) {
            csv.append("x,".repeat(i - 1))
                    .append("x\n")
                    .append("x,".repeat(i - 1))
                    .append("x\n");
        }
        file("orders.csv", csv.toString());

        List<Issue> issues = refused();

        assertThat(issues).hasSize(11);
        assertThat(issues)
                .extracting(issue -> issue.place().line() + " " + issue.message())
                .contains("1 and 4 more problems like those in other rows of this file")
                .filteredOn(text -> text.startsWith("20 "))
                .singleElement()
                .asString()
                .startsWith("20 the row has 12 fields instead of 2; ")
                .endsWith(" (and 1 more row, the next in line 21)");
    }

    /** In the schema of the process. */
    private void symbolIs(String type) throws IOException {
        Path wsdl = model.folder.resolve("wsdl/sequential.wsdl");
        String text = Files.readString(wsdl);
        String changed = text.replaceFirst(
                "(?s)<xsd:element name=\"symbol\"( type=\"xsd:string\"/>|>.*?</xsd:element>)",
                "<xsd:element name=\"symbol\">" + type + "</xsd:element>");
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(wsdl, changed);
        file("order.xml", TEMPLATE.replace(" kind=\"${kind}\"", ""));
    }

    private static final String BYTE = "<xsd:simpleType><xsd:restriction base=\"xsd:byte\"/></xsd:simpleType>";

    @Test
    void shouldRefuseValuesThatAreNotOfTheTypeOfTheirPlace() throws IOException {
        symbolIs(BYTE);
        file("orders.csv", "symbol\n12\nmany\n 7 \n128\n\"\"\n");

        assertThat(refused()).singleElement().satisfies(issue -> {
            assertThat(issue.code()).isEqualTo(IssueCode.ROWS_TYPE);
            assertThat(issue.place().file()).isEqualTo(model.folder.resolve("orders.csv"));
            assertThat(issue.place().line()).isEqualTo(3);
            assertThat(issue.message())
                    .isEqualTo(
                            "the column \"symbol\" makes order/symbol of process \"Sequential\" \"many\", which is no"
                                    + " xs:byte, a whole number; correct the value (and 2 more rows, the next in line 5)");
        });
    }

    @Test
    void shouldTakeValuesThatAreOfTheTypeOfTheirPlace() throws IOException {
        symbolIs(BYTE);
        file("orders.csv", "symbol\n12\n 7 \n+127\n-0\n");

        compile();

        assertThat(written("order").size()).isEqualTo(4);
    }

    @Test
    void shouldCompareTheWholeTextOfAPlace() throws IOException {
        symbolIs(
                "<xsd:simpleType><xsd:restriction base=\"xsd:string\"><xsd:enumeration value=\"A-1\"/></xsd:restriction>"
                        + "</xsd:simpleType>");
        file(
                "order.xml",
                Files.readString(model.folder.resolve("order.xml")).replace("${symbol}", "${kind}-${symbol}"));
        file("orders.csv", "kind,symbol\nA,1\nA,2\n");

        assertThat(refused()).singleElement().satisfies(issue -> {
            assertThat(issue.place().line()).isEqualTo(3);
            assertThat(issue.place().column())
                    .as("where the first of them starts")
                    .isEqualTo(1);
            assertThat(issue.message())
                    .startsWith("the columns \"kind\", \"symbol\" make order/symbol")
                    .contains("\"A-2\", which is none of \"A-1\"");
        });
    }

    @Test
    void shouldCompareNumbersOfJsonLines() throws IOException {
        symbolIs(BYTE);
        rows.setFile("orders.jsonl");
        file("orders.jsonl", "{\"symbol\": 1}\n{\"symbol\": 1.5}\n");

        assertThat(refused()).singleElement().satisfies(issue -> {
            assertThat(issue.message()).contains("\"1.5\", which is no xs:byte");
            assertThat(issue.place().line()).isEqualTo(2);
            assertThat(issue.place().column()).isEqualTo(12);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "'kind;symbol\n\"a;b\";1\n\"c \"\"d\"\";\ne\";x\n', 4, 4",
        "'\uFEFFkind,symbol\r\na,1\r\nb,x\r\n', 3, 3",
        "'symbol\tkind\n1\ta\nx\tb\n', 3, 1",
        "'kind,symbol\na,1\nb,x', 3, 3"
    })
    void shouldNameThePlaceOfAValue(String csv, int line, int column) throws IOException {
        symbolIs(BYTE);
        file("orders.csv", csv);

        assertThat(refused())
                .filteredOn(issue -> issue.code() == IssueCode.ROWS_TYPE)
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.place().line()).isEqualTo(line);
                    assertThat(issue.place().column()).isEqualTo(column);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"kind": "a", "symbol": {"x": 1}}                    | is an object or a list
            ["kind"]                                             | no JSON object like
            {"kind": "a", "symbol": "b"                          | no JSON object
            {"kind": "a"}                                        | has no "symbol"
            {"kind": "a", "symbol": "b", "more": 1}              | "more", which the first one has not
            {"kind": "a", "symbol": "b"} {}                      | something follows the object
            {"kind": "a", "kind": "b", "symbol": ""}             | Duplicate
            """)
    void shouldRefuseLinesThatAreNoFlatObject(String line, String problem) throws IOException {
        rows.setFile("orders.jsonl");
        file("orders.jsonl", "{\"kind\": \"a\", \"symbol\": \"b\"}\n" + line + "\n");

        assertThat(refused()).singleElement().satisfies(issue -> {
            assertThat(issue.code()).isEqualTo(IssueCode.ROWS_INVALID);
            assertThat(issue.place().line()).isEqualTo(2);
            assertThat(issue.message()).contains(problem);
        });
    }

    @Test
    void shouldRefuseAQuoteThatNeverEnds() throws IOException {
        file("orders.csv", "kind,symbol\na,\"b\nc,d\n");

        assertThat(refused()).isNotEmpty().allMatch(issue -> issue.code() == IssueCode.ROWS_INVALID);
    }

    @Test
    void shouldRefuseOnceWhenTheWorkloadNeedsMoreRows() throws IOException {
        file("orders.csv", many(20));
        rows.setOnce(true);

        assertThat(refused()).singleElement().satisfies(issue -> assertThat(issue.message())
                .contains("has 20 rows; send fewer, add rows"));

        file("orders.csv", many(100_000));
        compile();
        List<String> sent = new ArrayList<>();
        trace().forEach(request -> sent.add(request[4]));
        assertThat(sent).doesNotHaveDuplicates();
    }

    @Test
    void shouldNameThePlaceOfBytesThatAreNoText() throws IOException {
        Files.write(
                model.folder.resolve("orders.csv"),
                "kind,symbol\na,b\na,M\u00fcller\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(refused()).singleElement().satisfies(issue -> {
            assertThat(issue.code()).isEqualTo(IssueCode.NOT_UTF_8);
            assertThat(issue.place().line()).isEqualTo(3);
            assertThat(issue.place().column()).isEqualTo(4);
        });
    }
}
