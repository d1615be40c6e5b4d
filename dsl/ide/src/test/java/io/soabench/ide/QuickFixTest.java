package io.soabench.ide;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways out of issues. The bar marks the line in question. */
class QuickFixTest {

    private static final Path FILE = ServerFixture.QUICKSTART;
    private static final ServerFixture EDITOR = new ServerFixture();

    @AfterAll
    static void end() {
        EDITOR.close();
    }

    /** What is written, with the cursor; the title of the fix; what stands there then. All stand in place of the first text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "serves quotes;|serves qoutes;change to \"quotes\";serves quotes",
                ": reference;|: referenze;change to \"reference\";: reference",
                "heap 256;|haep 256;change to \"heap\";heap 256",
                "(office, web);|(offce, web);change to \"office\";(office, web)",
                "workload office;workloda office|;change to \"workload\";workload office",
                "rate 30 /s;|rate 30;change to \"30 /s\";rate 30 /s",
                "median 20 ms;|median 20;change to \"20 ms\";median 20 ms",
                "measure 5 s;|measure 5;change to \"5 s\";measure 5 s",
                "bpel/sequential.bpel;|bpel/sequentail.bpel;change to \"bpel/sequential.bpel\";bpel/sequential.bpel",
                "from \"q:request/q:id\";|from \"q:request/q:ident\";change to \"q:request/q:id\";from \"q:request/q:id\"",
                "partner quote;|partner qoute;change to \"quote\";partner quote",
                "heap 256 MiB;|heap 256 MiB heap 1 GiB;remove this value;heap 256 MiB",
                "heap 256 MiB;|policy fast;change to \"pipeline\";policy pipeline",
                "p95, p99;|p95, p95, p99;remove this statistic;p95, p99",
                "{ min, average;|{ min, avrage;change to \"average\";{ min, average",
                "(office, web);|(web .. office);exchange both ends;(office .. web)",
            })
    void shouldOfferTheObviousCure(String original, String broken, String title, String mended) {
        String text = ServerFixture.quickstart(original, broken);
        Map<String, String> fixes = EDITOR.fixes(FILE, text);
        assertThat(fixes).as(() -> "with " + EDITOR.diagnosticsWith(FILE, "[")).containsKey(title);
        assertThat(fixes.get(title)).isEqualTo(ServerFixture.quickstart(original, mended));
    }

    @Test
    void shouldBindAPartnerLinkToAServiceThatOffersIt() {
        String bound = "partner quote -> quotes\n    uiid to \"p:order/p:id\"\n    check \"data/sequential-order.xml\"";
        String text = ServerFixture.quickstart(bound, bound.replace("partner quote -> quotes\n    ", ""))
                .replace("process Sequential", "|process Sequential");

        Map<String, String> fixes = EDITOR.fixes(FILE, text);

        assertThat(fixes.get("bind \"quote\" to \"quotes\"")).contains("partner quote -> quotes\n}");
    }

    @Test
    void shouldMakeAServiceFromTheWsdl() {
        Map<String, String> fixes = EDITOR.fixes(
                FILE,
                """
                testbed sample
                seed 1
                host here
                server mocks : axis2 on here
                |process Sequential {
                    bpel "bpel/sequential.bpel"
                    uiid to "p:order/p:id"
                }
                """);

        assertThat(fixes.get("create service \"quote\" from the WSDL and bind \"quote\" to it"))
                .isEqualTo(
                        """
                        testbed sample
                        seed 1
                        host here
                        server mocks : axis2 on here { serves quote }
                        service type Quote2 from "wsdl/quote.wsdl"
                        service quote : Quote2
                        process Sequential {
                            bpel "bpel/sequential.bpel"
                            uiid to "p:order/p:id"
                            partner quote -> quote
                        }
                        """
                                .replace("Quote2", "Quote"));
    }

    @Test
    void shouldAddASeed() {
        assertThat(EDITOR.fixes(FILE, "|" + ServerFixture.quickstart("\nseed 42\n", "\n"))
                        .get("add a seed"))
                .isEqualTo(ServerFixture.text(FILE));
    }

    @Test
    void shouldRemoveWhatIsNotUsed() {
        String text = ServerFixture.text(FILE) + "workload spare closed { clients 1 }\n";

        assertThat(EDITOR.fixes(FILE, text.replace("workload spare", "|workload spare"))
                        .values())
                .contains(ServerFixture.text(FILE));
    }

    @Test
    void shouldNotOfferWhatDoesNotHelp() {
        assertThat(EDITOR.fixes(FILE, ServerFixture.quickstart("rate 30 /s", "|rate 30"))
                        .keySet())
                .contains("change to \"30 /s\"")
                .doesNotContain("change to \"30 ms\"", "remove the unit");
    }
}
