package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.CompletionItem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is proposed at a cursor, which is marked by a bar. */
class CompletionTest {

    private static final Path FILE = ServerFixture.QUICKSTART;
    private static final ServerFixture EDITOR = new ServerFixture();

    @AfterAll
    static void end() {
        EDITOR.close();
    }

    private static List<String> at(String before, String after) {
        return EDITOR.labels(FILE, ServerFixture.quickstart(before, after));
    }

    /** What is proposed in a text of an example, in place of what stands there. */
    private static List<String> in(String example, String before, String after) {
        Path file = ServerFixture.EXAMPLES.resolve(example);
        String text = ServerFixture.text(file);
        assertThat(text).contains(before);
        return EDITOR.labels(file, text.replace(before, after));
    }

    /** Each place where a document or a file has what can be proposed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "callback/callback.testbed;port \"QuotePort\";port \"|\";QuotePort",
                "callback/callback.testbed;callback \"quoted\";callback \"|\";quoted",
                "callback/callback.testbed;copies \"q:request/q:id\";copies \"|\";q:request/q:id",
                "callback/callback.testbed;to \"q:quoted/q:id\";to \"|\";q:quoted/q:id",
                "callback/callback.testbed;answers \"q:quoted/q:price\";answers \"|\";q:quoted/q:price",
                "callback/callback.testbed;{ \"data/order.xml\" };{ \"|\" };data/order.xml",
                "callback/callback.testbed;sends Orders;sends |;Orders",
                "async/async.testbed;callback \"offered\" copies;callback \"|\" copies;offered",
                "async/async.testbed;uiid to \"p:offered/p:id\";uiid to \"|\";p:offered/p:id",
                "data/data.testbed;filled from \"data/orders.csv\";filled from \"|\";data/orders.csv",
                "data/data.testbed;answer \"o:confirmation/o:total\";answer \"|\";o:confirmation/o:total",
                "data/data.testbed;is column \"total\";is column \"|\";total",
                "data/data.testbed;classes small up to 1 KiB, large;classes by \"|\";article",
                "www2010/www2010.testbed;from \"data/jbpm.csv\";from \"|\";data/jbpm.csv",
                "shapes/shapes.testbed;replay \"data/arrivals.csv\";replay \"|\";data/arrivals.csv",
                "www2010/www2010.testbed;seed 2010;seed 2010 import \"|\";hour.testbed",
                "async-boundaries/async-boundaries.testbed;runs exclusive;runs |;parallel",
                "engines/kept.testbed;operaton  on here { history none  profile tuned  database db;operaton  on here { database |;db",
                "engines/kept.testbed;operaton  on here { history none  profile tuned  database db;operaton  on here { database m|;memory",
                "black-box/black-box.testbed;wsdl \"wsdl/weather.wsdl\";wsdl \"|\";wsdl/weather.wsdl",
            })
    void shouldProposeWhatDocumentsAndFilesHave(String example, String before, String after, String expected) {
        assertThat(in(example, before, after)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "serves quotes;serves |;quotes",
                ": axis2;: |;reference,axis2,ode,lean",
                "on engine for;on |;engine,mocks",
                "(Sequential, FlowNoDep);(Sequential, |);FlowNoDep,quotes",
                "workload in (office, web);workload in (|;office,web",
                "partner quote ->;partner | ->;quote",
                "-> quotes;-> |;quotes",
                "from here;from |;here",
                "metric cpu;metric |;cpu,memory,response-time",
                "heap 256 MiB;|;heap,workers,policy,port,serves",
                "heap 256 MiB;heap |;512 MiB",
                "heap 256 MiB;policy |;affine,pipeline",
                "heap 256 MiB;heap 256 |;KiB,MiB,GiB",
                "heap 256 MiB;he|;heap",
                "normal(200 ms, sd 50 ms);|;normal,exponential,lognormal,empirical",
                "normal(200 ms, sd 50 ms);normal(200 ms, |);sd,variance",
                "rate 30 /s;rate 30 |;/s,/min",
                "median response-time;|;average,median,p99,failures",
                "report html;report |;html,pdf,csv,junit",
                "repeat 2;|;repeat,case,expect,parallel,aa,baseline,record",
                "repeat 2;baseline |;engine",
                "repeat 2;record |;jfr,async-profiler",
                "arrivals exponential;arrivals |;exponential,constant,normal,empirical",
                "of engine    { average;of |    { average;processes,servers,engine,mocks",
                "report html, pdf, csv;at 1 s in |;Quick",
                "report html, pdf, csv;at 1 s in Quick: |;quotes,event,new,deploy,replace",
                "report html, pdf, csv;at 1 s in Quick: event |;pause",
                "report html, pdf, csv;at 1 s in Quick: event pause of engine { | };time",
                "report html, pdf, csv;at 1 s in Quick: event pause of engine { time | };5 s",
                "report html, pdf, csv;explore A { load |;clients,rate",
                "report html, pdf, csv;explore A { vary |;engine,mocks",
                "report html, pdf, csv;explore A { vary engine for |;lowest,highest",
                "report html, pdf, csv;explore A { vary engine for lowest p95 response-time { | };workers,policy,heap",
                "report html, pdf, csv;explore A { vary engine for lowest p95 response-time { policy in (| };affine,pipeline",
                "report html, pdf, csv;explore A { vary engine for lowest p95 response-time { policy in (affine, | };pipeline,task",
                "report html, pdf, csv;default |;profile",
                "clients 10;clients 10 mix { 50 % |;Sequential,FlowNoDep",
                "clients 10;clients 10 connections |;kept,new,at",
                "reliability 99.5 %;reliability 99.5 % failing by |;fault,http,close,silence,malformed",
                "report html, pdf, csv;network { latency here -> |;here",
                "service quotes : Quote;service quotes : |;Quote",
                "uiid to \"p:order/p:id\";|;partner,operation,uiid,check,callback,wsdl",
            })
    void shouldProposeWhatMayStandThere(String before, String after, String expected) {
        assertThat(at(before, after)).contains(expected.split(",", -1));
    }

    @Test
    void shouldNotProposeWhatIsThereAlready() {
        assertThat(at("measure 5 s", "|")).contains("measure", "drain").doesNotContain("repeat", "warm");
        assertThat(at("on engine for", "on | for")).doesNotContain("here", "office", "quotes");
    }

    @Test
    void shouldProposeFiles() {
        assertThat(at("\"bpel/sequential.bpel\"", "\"|\""))
                .containsExactly("bpel/flow-no-dep.bpel", "bpel/sequential.bpel");
        assertThat(at("bpel \"bpel/sequential.bpel\"", "bpel |")).contains("\"bpel/sequential.bpel\"");
        assertThat(at("\"wsdl/quote.wsdl\"", "\"wsdl/q|")).containsExactly("wsdl/quote.wsdl");
        assertThat(at("answers \"data/sequential-offer.xml\"", "answers \"|\"")).contains("data/sequential-offer.xml");
    }

    @Test
    void shouldProposeTheProcessesOfAFileWithTheirNames(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("pools.bpmn"),
                """
                <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
                  <collaboration id="c"><participant id="b" name="Our buyers" processRef="Buyer"/></collaboration>
                  <process id="Buyer" isExecutable="true"><startEvent id="a"/></process>
                  <process id="Seller" name="Sells" isExecutable="true"><startEvent id="s"/></process>
                  <process id="Drawn"/>
                </definitions>
                """);
        Path file = folder.resolve("a.testbed");
        String head = "process A {\n    contract wsdl \"a.wsdl\"\n    bpmn \"pools.bpmn\" ";

        assertThat(EDITOR.complete(file, head + "process \"|\"\n}\n"))
                .extracting(CompletionItem::getLabel, CompletionItem::getDetail)
                .containsExactly(tuple("Buyer", "Our buyers"), tuple("Seller", "Sells"));
        assertThat(EDITOR.labels(file, head + "process |\n}\n")).contains("\"Buyer\"", "\"Seller\"");
        assertThat(EDITOR.labels(file, head + "|\n}\n")).contains("process", "as", "partner");
    }

    @Test
    void shouldProposePathsIntoMessages() {
        assertThat(at("uiid from \"q:request/q:id\"", "uiid from \"|\""))
                .contains("q:request", "q:request/q:id", "q:request/q:symbol")
                .doesNotContain("q:quote/q:price");
        assertThat(at("answers \"q:quote/q:price\"", "answers \"|\"")).contains("q:quote/q:price");
        assertThat(at("uiid to \"p:order/p:id\"", "uiid to \"p:order/|\"")).contains("p:order/p:id");
    }

    @Test
    void shouldProposeOperations() {
        assertThat(at("    uiid to \"p:order/p:id\"\n", "    operation \"|\"\n"))
                .isNotEmpty()
                .allMatch(each -> !each.isBlank());
    }

    @Test
    void shouldSayWhatAParameterMeans() {
        CompletionItem heap = EDITOR.complete(FILE, ServerFixture.quickstart("heap 256 MiB", "|")).stream()
                .filter(item -> item.getLabel().equals("heap"))
                .findFirst()
                .orElseThrow();

        assertThat(heap.getDetail()).isEqualTo("size from 64 MiB");
        assertThat(heap.getDocumentation().getRight().getValue()).contains("Java heap", "`512 MiB`");
    }

    @Test
    void shouldReplaceTheWordThatIsBegun() {
        String text = ServerFixture.quickstart("heap 256 MiB", "he|");
        CompletionItem heap = EDITOR.complete(FILE, text).get(0);

        assertThat(ServerFixture.apply(
                        text.replace("|", ""), List.of(heap.getTextEdit().getLeft())))
                .isEqualTo(ServerFixture.quickstart("heap 256 MiB", "heap"));
    }

    @Test
    void shouldProposeNothingInComments() {
        assertThat(at("// Apache Axis2", "// Ap| Axis2")).isEmpty();
    }

    @Test
    void shouldWorkInAnEmptyFile() {
        assertThat(EDITOR.labels(ServerFixture.EXAMPLES.resolve("empty.testbed"), "|"))
                .contains("testbed", "service", "host");
    }
}
