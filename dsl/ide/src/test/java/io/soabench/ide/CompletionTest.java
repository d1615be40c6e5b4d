package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eclipse.lsp4j.CompletionItem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
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
                "repeat 2;|;repeat,case,expect,parallel,aa",
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
        assertThat(at("// a short run", "// a sh| run")).isEmpty();
    }

    @Test
    void shouldWorkInAnEmptyFile() {
        assertThat(EDITOR.labels(ServerFixture.EXAMPLES.resolve("empty.testbed"), "|"))
                .contains("testbed", "service", "host");
    }
}
