package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidationTest {

    @TempDir
    private Path folder;

    private ModelFixture model;

    @BeforeEach
    void setUp() {
        model = new ModelFixture(folder);
    }

    @Test
    void shouldReportNothingWhenModelIsCorrect() {
        assertThat(model.issues(ModelFixture.OFFICE)).isEmpty();
    }

    @Test
    void shouldPassOverTheByteOrderMarkAndTakeWindowsLineEnds() {
        assertThat(model.issues("\uFEFF" + ModelFixture.OFFICE.replace("\n", "\r\n")))
                .isEmpty();
    }

    @Test
    void shouldReportAllMistakesAtOnceWhenThereAreMany() {
        assertThat(
                        model.issues(
                                """
                testbed ten
                service type Quote from "wsdl/missing.wsdl"
                service quotes : Quote { instances 0 reliability 120 % }
                process Sequential { bpel "bpel/sequential.bpel" partner other -> quotes }
                host here
                server engine : reference on here { heap 5 s }
                server mocks : axis2 on here { serves quotes }
                server more : axis2 on there { serves quotes }
                workload office closed { clients 10 think time normal(1 s, sd -1 s) }
                metric threads of engine { p999, max }
                suite Quick { repeat 0 case on mocks for process in (Sequential), workload in (office) }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:9: [seed-missing] testbed "ten" has no seed, so 1 is used; add: seed <number>
                        a.testbed:2:25: [file-missing] file "wsdl/missing.wsdl" is not there or cannot be read; names are relative to the model file
                        a.testbed:3:9: [uiid-by-arrival] service "quotes" has no place of the invocation identifier in requests, so behaviour follows the order of arrival; add: uiid from "…", or uiid by arrival
                        a.testbed:3:36: [not-positive] number of instances of service "quotes" is 0, but must be at least 1
                        a.testbed:3:50: [percent-range] reliability is 120 %, but must be from 0 % to 100 %
                        a.testbed:4:9: [partner-unbound] process "Sequential" has a partner link "quote" (sequential.bpel:8) that no service is bound to; add: partner quote -> <service>
                        a.testbed:4:58: [partner-unknown] process "Sequential" has no partner link "other"; "bpel/sequential.bpel" declares: client, quote
                        a.testbed:6:42: [parameter-type] parameter "heap" is 5 s, but must be a size (B, KiB, MiB, GiB, kB, MB, GB)
                        a.testbed:8:24: [host-unknown] there is no host "there"; did you mean "here"?
                        a.testbed:8:39: [service-served-twice] servers "mocks" and "more" both serve "quotes"; keep one, and use deploy { … } in the cases that want the other
                        a.testbed:9:63: [distribution-impossible] sd of normal is -1 s, but must not be below 0
                        a.testbed:10:28: [statistic-unknown] there is no statistic "p999"; known are: min, max, average, median, standard-deviation, p99, confidence, total, count, histogram, chart over time
                        a.testbed:11:22: [not-positive] repeat is 0, but must be at least 1
                        a.testbed:11:32: [server-does-not-run-processes] server "mocks" of type "axis2" does not run processes; choose one of: "engine"
                        """);
    }

    @Test
    void shouldReportSyntaxErrorWhenTokenIsMissing() {
        assertThat(
                        model.issues(
                                """
                testbed a
                host here {
                service quotes Quote
                """))
                .isEqualTo(
                        """
                        a.testbed:3:1: [syntax] the "{" in line 2 is not closed; add "}" before "service"
                        a.testbed:3:16: [service-type-unknown] there is no service type "Quote"; none is declared
                        a.testbed:3:16: [syntax] ":" is missing before "Quote"
                        """);
    }

    @Test
    void shouldReportWrongNumbersWhenTheyAreNotWhole() {
        assertThat(
                        model.issues(
                                """
                seed 1.5
                host here { port 1.5 address "lab" }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:6: [syntax] "1.5" is no whole number, or too large; write one without a point
                        a.testbed:2:18: [syntax] "1.5" is no whole number, or too large; write one without a point
                        """);
    }

    @Test
    void shouldReportServiceTypesWhenDocumentsAreWrong() {
        assertThat(
                        model.issues(
                                """
                service type A from "wsdl/missing.wsdl"
                service type B from "data/small.xml"
                service type C from "wsdl/quote.wsdl" port "Other"
                """))
                .isEqualTo(
                        """
                        a.testbed:1:21: [file-missing] file "wsdl/missing.wsdl" is not there or cannot be read; names are relative to the model file
                        a.testbed:3:44: [wsdl-no-port] WSDL "wsdl/quote.wsdl" has no SOAP port "Other"; it has: QuotePort
                        data/small.xml:1:1: [wsdl-invalid] expected 'definitions' of namespace 'http://schemas.xmlsoap.org/wsdl/' or an XML Schema, found 'order' of namespace 'urn:example:order' (WSDL-ROOT)
                        """);
    }

    @Test
    void shouldReportServicesWhenQualitiesAreImpossible() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service a : Quote { instances 0 response time 5 /s uiid by arrival }
                service b : Quote { reliability 120 % throughput 0 /s uiid by arrival }
                service c : Quote { reliability 5 ms response time -1 ms uiid by arrival }
                service d : Nothing
                """))
                .isEqualTo(
                        """
                        a.testbed:2:31: [not-positive] number of instances of service "a" is 0, but must be at least 1
                        a.testbed:2:47: [unit-mismatch] the time is 5 /s, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:3:33: [percent-range] reliability is 120 %, but must be from 0 % to 100 %
                        a.testbed:3:50: [not-positive] the limit is 0 /s, but must be above 0
                        a.testbed:4:33: [unit-mismatch] reliability is 5 ms, but must be a percentage (%)
                        a.testbed:4:52: [not-positive] the time is -1 ms, but must not be below 0
                        a.testbed:5:13: [service-type-unknown] there is no service type "Nothing"; known are: Quote
                        """);
    }

    @Test
    void shouldReportQualityWhenItCannotBe() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service a : Quote { response time 1 ms + -2 ms per concurrent request capacity 0 uiid by arrival }
                service b : Quote { response time 1 ms + 2 % per concurrent request uiid by arrival }
                service c : Quote { reliability uniform(50 %, 101 %) uiid by arrival }
                service d : Quote { reliability normal(0.9, variance 0.1 s2) uiid by arrival }
                service e : Quote { reliability exponential(mean 9 %) uiid by arrival }
                service f : Quote { reliability 50 % for 0.5 requests, then 99 % for 10 requests uiid by arrival }
                service g : Quote { reliability 120 % for 2 requests, then 5 ms for 3 requests uiid by arrival }
                service h : Quote { reliability 1 failing by close uiid by arrival }
                service i : Quote { reliability 90 % failing by close 50 %, close 20 % uiid by arrival }
                service j : Quote { reliability 90 % failing by http 200, http 503 100 % uiid by arrival }
                service k : Quote { reliability 90 % failing by fault -5 %, silence 5 s uiid by arrival }
                service l : Quote { reliability uniform(0.9, 95 %) failing by server-fault 30 %, malformed uiid by arrival }
                service m : Quote { reliability normal(90 %, sd 0.05) failing by http 503 25 %, http 404 75 % uiid by arrival }
                """))
                .isEqualTo(
                        """
                        a.testbed:2:42: [not-positive] the time per concurrent request is -2 ms, but must not be below 0
                        a.testbed:2:80: [not-positive] the capacity is 0, but must be at least 1
                        a.testbed:3:42: [unit-mismatch] the time per concurrent request is 2 %, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:4:47: [percent-range] upper bound of uniform is 101 %, but must be from 0 % to 100 %
                        a.testbed:5:54: [unit-mismatch] a reliability has no unit for a variance; write: sd <number> %
                        a.testbed:6:33: [distribution-impossible] a reliability cannot be exponential, which has no upper bound; use uniform, normal or empirical
                        a.testbed:7:33: [bursts-reversed] reliability is 50 % and then 99 %, but the first state must be the better one; exchange them
                        a.testbed:7:42: [not-positive] the state is for 0.5 requests on average, but must be for at least 1
                        a.testbed:8:33: [percent-range] reliability is 120 %, but must be from 0 % to 100 %
                        a.testbed:8:60: [unit-mismatch] reliability is 5 ms, but must be a percentage (%)
                        a.testbed:9:46: [failure-never] reliability is 1, so no request fails; give a lower one
                        a.testbed:10:49: [failure-shares] the shares of the failures make 70 %, but must make 100 %
                        a.testbed:10:61: [failure-twice] "close" stands here twice; add up the shares
                        a.testbed:11:49: [failure-shares] the shares of the failures make 100 %, which leaves no share for the others
                        a.testbed:11:54: [failure-status] HTTP status 200 is no failure; use one from 400 to 599
                        a.testbed:12:55: [percent-range] the share of fault is -5 %, but must be from 0 % to 100 %
                        a.testbed:12:69: [unit-mismatch] the share of silence is 5 s, but must be a percentage (%)
                        """);
    }

    @Test
    void shouldReportUiidWhenPathLeadsNowhere() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service a : Quote { uiid from "q:request/q:number" }
                service b : Quote { uiid from "x:request/q:id" }
                service c : Quote { uiid from "q:id" }
                service d : Quote { uiid from "q:request/q:id" step "q:request/q:steps" }
                service e : Quote { uiid from header "no header" }
                process P { bpel "bpel/sequential.bpel" partner quote -> e uiid to "o:order/o:ids" }
                """))
                .isEqualTo(
                        """
                        a.testbed:2:31: [uiid-path] path "q:request/q:number" of service "a" has a step {urn:example:quote}number that {urn:example:quote}request does not contain; it contains: {urn:example:quote}id, {urn:example:quote}step
                        a.testbed:3:31: [uiid-path] path "x:request/q:id" of service "b" has a prefix "x" that the WSDL does not declare; it declares: q, soap, xsd
                        a.testbed:4:31: [uiid-path] path "q:id" of service "c" begins with {urn:example:quote}id, but requests begin with {urn:example:quote}request
                        a.testbed:5:53: [uiid-path] path "q:request/q:steps" of service "d" has a step {urn:example:quote}steps that {urn:example:quote}request does not contain; it contains: {urn:example:quote}id, {urn:example:quote}step
                        a.testbed:6:38: [uiid-header] "no header" cannot be the name of an HTTP header; use letters, digits and hyphens
                        a.testbed:7:68: [uiid-path] path "o:order/o:ids" of process "P" has a step {urn:example:order}ids that {urn:example:order}order does not contain; it contains: {urn:example:order}id
                        """);
    }

    @Test
    void shouldTakeAnAttributeAsTheLastStepOfAUiidPath() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service a : Quote { uiid from "q:request/@trace" }
                service b : Quote { uiid from "q:request/@trail" }
                service c : Quote { uiid from "q:request/q:id/@trace" }
                service d : Quote { uiid from "@trace" }
                service e : Quote { uiid from "q:request/@trace/q:id" }
                """))
                .isEqualTo(
                        """
                        a.testbed:3:31: [uiid-path] path "q:request/@trail" of service "b" has an attribute trail that {urn:example:quote}request does not have; it has the attributes: trace
                        a.testbed:4:31: [uiid-path] path "q:request/q:id/@trace" of service "c" has an attribute trace that {urn:example:quote}id does not have; it has no attributes
                        a.testbed:5:31: [uiid-path] path "@trace" of service "d" has an attribute that is not the last of several steps; write: q:request/@id
                        a.testbed:6:31: [uiid-path] path "q:request/@trace/q:id" of service "e" has an attribute that is not the last of several steps; write: q:request/@id
                        """);
    }

    @Test
    void shouldRefuseAddressesThatLoadClientsCannotCall() throws IOException {
        Files.writeString(folder.resolve("text.pem"), "nothing");
        assertThat(
                        model.issues(
                                """
                process A { black box wsdl "wsdl/quote.wsdl" at "https://127.0.0.1:1/" }
                process B { black box wsdl "wsdl/quote.wsdl" at "http://user:secret@127.0.0.1:1/" }
                process C { black box wsdl "wsdl/quote.wsdl" at "HTTPS://127.0.0.1:1/" }
                process D { black box wsdl "wsdl/quote.wsdl" at "http://[::1]:1/a?tenant=7&x=%20y" }
                process E { black box wsdl "wsdl/quote.wsdl" at "https://127.0.0.1:1/" trust "data/authority.pem" }
                process F { black box wsdl "wsdl/quote.wsdl" at "https://127.0.0.1:1/" trust "text.pem" }
                process G { black box wsdl "wsdl/quote.wsdl" at "http://127.0.0.1:1/" trust "data/authority.pem" }
                process H { black box wsdl "wsdl/quote.wsdl" at "https://127.0.0.1:1/" trust "none.pem" }
                process I { black box wsdl "wsdl/quote.wsdl" at "http://user:sec/ret@127.0.0.1:1/" }
                """))
                .doesNotContain("sec/ret")
                .contains(
                        "[endpoint-invalid] the address of process \"B\" contains a user; leave out the part before the @, and write: header \"Authorization\" from file \"…\" user \"…\"",
                        "[endpoint-invalid] \"HTTPS://127.0.0.1:1/\"")
                .contains(
                        "[endpoint-invalid] trust \"text.pem\" of process \"F\" is no list of certificates in the PEM format;"
                                + " name a file of certificates that begin with BEGIN CERTIFICATE",
                        "[endpoint-invalid] trust \"data/authority.pem\" of process \"G\" is for https, but its address begins with http:;"
                                + " correct the address, or leave trust out",
                        "[file-missing] file \"none.pem\" is not there")
                .doesNotContain("\"A\"", "\"D\"", "\"E\"");
    }

    @Test
    void shouldRefuseHeadersThatCannotBeSentAndSecretsInModels() {
        assertThat(
                        model.issues(
                                """
                process A { black box wsdl "wsdl/quote.wsdl" at "http://127.0.0.1:1/"
                    header "X-Tenant" is "acme"
                    header "X-Api-Key" from environment "SOABENCH_SECRET_KEY"
                    header "X-Token" from file "token" scheme "Bearer"
                    header "Authorization" from file "password" user "anna"
                }
                process B { black box wsdl "wsdl/quote.wsdl" port "Other" at "http://127.0.0.1:1/"
                    header "Authorization" is "Bearer x"
                    header "Content-Type" is "text/plain"
                    header "X-A" from environment "HOME"
                    header "X-B" from file "../b"
                    header "x-c" is "1"
                    header "X-C" is "2"
                }
                """))
                .isEqualTo(
                        """
                        a.testbed:7:51: [wsdl-no-port] WSDL "wsdl/quote.wsdl" of process "B" has no SOAP port "Other"; choose one of: QuotePort
                        a.testbed:8:12: [header-invalid] header "Authorization" of process "B" is a secret in clear; write: from environment "SOABENCH_SECRET_…", or: from file "…"
                        a.testbed:9:12: [header-invalid] header "Content-Type" of process "B" is written by the load client itself; leave it out
                        a.testbed:10:12: [header-invalid] header "X-A" of process "B" names the variable "HOME", which is none for secrets; name one that begins with SOABENCH_SECRET_
                        a.testbed:11:12: [header-invalid] header "X-B" of process "B" names the file "../b", which is no name in the folder of secrets; write letters, digits, '.', '_' and '-' only
                        a.testbed:13:12: [header-invalid] header "X-C" of process "B" stands there twice; leave one of them out
                        """);
    }

    @Test
    void shouldReportFilesThatAreNoAnswerOfOneOperation() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service a : Quote { answers from "data/answer.xml" }
                service b : Quote { answers operation "quote" from "data/answer.xml" answers from "data/missing.xml" }
                service c : Quote { answers operation "buy" from "data/torn.xml" }
                """))
                .isEqualTo(
                        """
                        a.testbed:3:83: [answers-file] service "b" answers from "data/missing.xml", but another file answers operation "quote" already; leave one of them out
                        a.testbed:3:83: [file-missing] file "data/missing.xml" is not there or cannot be read; names are relative to the model file
                        a.testbed:4:39: [answers-file] service "c" answers from "data/torn.xml", but has no operation "buy" that answers; write one of: answers operation "quote" from …
                        a.testbed:4:50: [data-invalid] file "data/torn.xml" is not well-formed XML at 1:52
                        """);
    }

    @Test
    void shouldReportProcessesWhenDocumentsAreWrong() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service quotes : Quote { operation "buy" } service called : Quote { operation "quote" }
                process A { bpel "bpel/missing.bpel" wsdl "wsdl/no.wsdl" }
                process B { bpel "bpel/broken.bpel" partner quote -> quotes }
                process C { bpel "bpel/sequential.bpel" partner quote -> quotes operation "start" }
                process D { black box wsdl "wsdl/missing.wsdl" at "nowhere" }
                process E { black box wsdl "wsdl/quote.wsdl" at "http://127.0.0.1:1/" operation "buy" }
                """))
                .isEqualTo(
                        """
                        a.testbed:2:36: [operation-unknown] service "quotes" has no operation "buy"; choose one of: quote
                        a.testbed:3:18: [file-missing] file "bpel/missing.bpel" is not there or cannot be read; names are relative to the model file
                        a.testbed:3:43: [file-missing] file "wsdl/no.wsdl" is not there or cannot be read; names are relative to the model file
                        a.testbed:5:75: [operation-unknown] process "C" cannot be started by an operation "start"; choose one of: process
                        a.testbed:6:28: [file-missing] file "wsdl/missing.wsdl" is not there or cannot be read; names are relative to the model file
                        a.testbed:6:51: [endpoint-invalid] "nowhere" is no address of process "D"; write a URL like http://host:port/path
                        a.testbed:7:81: [operation-unknown] process "E" cannot be started by an operation "buy"; choose one of: quote
                        bpel/broken.bpel:28:51: [bpel-invalid] variable 'requests' is not declared here; declare it or correct the name (SA00048)
                        """);
    }

    @Test
    void shouldReportPartnersWhenBindingsAreWrong() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service type Other from "wsdl/other.wsdl"
                service quotes : Quote { instances 2 }
                service others : Other
                process A { bpel "bpel/sequential.bpel" }
                process B { bpel "bpel/sequential.bpel" partner quote -> quotes }
                process C { bpel "bpel/sequential.bpel" partner quote -> quotes[3] }
                process D { bpel "bpel/sequential.bpel" partner quote -> others partner quotation -> quotes[1] }
                process E { bpel "bpel/sequential.bpel" partner quote -> quotes[1] partner quote -> quotes[2] }
                process F { bpel "bpel/sequential.bpel" partner quote -> nobody }
                """))
                .isEqualTo(
                        """
                        a.testbed:5:9: [partner-unbound] process "A" has a partner link "quote" (sequential.bpel:8) that no service is bound to; add: partner quote -> <service>
                        a.testbed:6:58: [instance-ambiguous] service "quotes" has 2 instances; choose one of: quotes[1], quotes[2]
                        a.testbed:7:65: [instance-unknown] service "quotes" has no instance 3; choose one of: quotes[1], quotes[2]
                        a.testbed:8:58: [partner-type-mismatch] partner link "quote" of process "D" calls port type {urn:example:quote}Quote, but service "others" offers {urn:example:other}Other; bind it to a service of another type
                        a.testbed:8:73: [partner-unknown] process "D" has no partner link "quotation"; "bpel/sequential.bpel" declares: client, quote
                        a.testbed:9:76: [partner-bound-twice] process "E" binds partner link "quote" more than once; remove one of the bindings
                        a.testbed:10:58: [service-unknown] there is no service "nobody"; known are: others, quotes
                        """);
    }

    @Test
    void shouldReportDataWhenFilesDoNotFit() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                data None { }
                data Orders {
                    "data/small.xml" frequency 0
                    "data/missing.xml"
                    "data/torn.xml"
                    "data/other.xml"
                }
                workload sender closed { sends Orders }
                suite Data { case on engine for process in (Sequential), workload in (sender) }
                suite Empty { case on engine for process in (Sequential), workload in (odd) }
                workload odd closed { sends None }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:6: [pool-empty] data "None" has no files; add: "<file>.xml"
                        a.testbed:13:32: [not-positive] frequency of "data/small.xml" is 0, but must be above 0
                        a.testbed:14:5: [file-missing] file "data/missing.xml" is not there or cannot be read; names are relative to the model file
                        a.testbed:15:5: [data-invalid] file "data/torn.xml" is not well-formed XML at 1:52
                        a.testbed:16:5: [data-root] file "data/other.xml" has the root element {urn:example:order}other, but "Sequential" expects {urn:example:order}order
                        """);
    }

    @Test
    void shouldReportPublishedNumbersThatAreWrong() {
        model.write(
                "data/wrong.csv",
                """
                process,workload,max_s,min_s,avg_s,failure_percent,note
                Sequential,office,0.5,0.1,0.2,3.5,
                Sequential,office,0.5,0.1,0.2,3.5,
                Parallel,rush,1,1,1,0,
                Sequential,rush,fast,1,-1,0,
                Sequential,rush,1,2,3,0
                Sequential,third,1,2,3,0,
                Sequential,fourth,,,,,
                """);
        model.write("data/headless.csv", "Sequential,office,0.5\n");

        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                published "Engine 1" in "A paper" from "data/published.csv"
                published "Engine 2" in "A paper" from "data/missing.csv"
                published "Engine 3" in "A paper" from "data/headless.csv"
                published "Engine 4" in "A paper" from "data/wrong.csv"
                """))
                .isEqualTo(
                        """
                        a.testbed:12:40: [file-missing] file "data/missing.csv" is not there or cannot be read; names are relative to the model file
                        a.testbed:13:40: [published-invalid] file "data/headless.csv" at 1:1: the first line must name the columns: process,workload,max_s,min_s,avg_s,failure_percent,note
                        a.testbed:14:40: [published-invalid] file "data/wrong.csv" at 3:1: Sequential under office is there twice; remove one
                        a.testbed:14:40: [published-invalid] file "data/wrong.csv" at 5:17: "fast" is no number; write e.g. 0.607, or nothing and a note
                        a.testbed:14:40: [published-invalid] file "data/wrong.csv" at 5:24: "-1" is below 0
                        a.testbed:14:40: [published-invalid] file "data/wrong.csv" at 6:1: there are 6 fields, but the first line names 7 columns
                        a.testbed:14:40: [published-invalid] file "data/wrong.csv" at 7:1: minimum, average and maximum are not in this order; correct them
                        a.testbed:14:40: [published-invalid] file "data/wrong.csv" at 8:1: there is neither a number nor a note that says why
                        a.testbed:14:40: [published-unknown] file "data/wrong.csv" at line 4: there is no process "Parallel"; known are "Sequential", "quotes"
                        a.testbed:14:40: [published-unknown] file "data/wrong.csv" at line 4: there is no workload "rush"; known are "office"
                        """);
    }

    @Test
    void shouldReportChecksWhoseFilesDoNotFit() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE.replace(
                                        "partner quote -> quotes }",
                                        """
                partner quote -> quotes
                    check "data/missing.xml" answers "data/torn.xml"
                    check "data/other.xml" answers "data/small.xml"
                    check "data/small.xml" answers "data/answer.xml"
                }""")))
                .isEqualTo(
                        """
                        a.testbed:6:11: [file-missing] file "data/missing.xml" is not there or cannot be read; names are relative to the model file
                        a.testbed:6:38: [data-invalid] file "data/torn.xml" is not well-formed XML at 1:52
                        a.testbed:7:11: [data-root] file "data/other.xml" has the root element {urn:example:order}other, but "Sequential" expects {urn:example:order}order
                        a.testbed:7:36: [data-root] file "data/small.xml" has the root element {urn:example:order}order, but "Sequential" answers {urn:example:order}answer
                        """);
    }

    private static String envelope(String head, String body) {
        return "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\">" + head + "<e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    /** Data and checks take an element of the body, or an envelope with it. */
    @Test
    void shouldLookIntoEnvelopes() {
        String order = "<o:order xmlns:o=\"urn:example:order\"/>";
        model.write("data/enveloped.xml", envelope("<e:Header><x:Security xmlns:x=\"urn:x\"/></e:Header>", order));
        model.write("data/nested.xml", envelope("", "<x:any xmlns:x=\"urn:x\">" + order + "</x:any>"));
        model.write("data/empty.xml", envelope("", " "));
        model.write("data/fault.xml", envelope("", "<e:Fault/>"));
        assertThat(model.issues(ModelFixture.OFFICE
                                .replace(
                                        "partner quote -> quotes }",
                                        """
                                                partner quote -> quotes
                                                check "data/enveloped.xml" answers "data/fault.xml"
                                                check "data/nested.xml" answers "data/enveloped.xml" }""")
                                .replace("clients 2 }", "clients 2 sends All }")
                        + "data All { \"data/enveloped.xml\" \"data/nested.xml\" \"data/empty.xml\" }"))
                .isEqualTo(
                        """
                        a.testbed:7:7: [data-root] file "data/nested.xml" has the element {urn:x}any in its envelope's body, but "Sequential" expects {urn:example:order}order
                        a.testbed:7:33: [data-root] file "data/enveloped.xml" has the element {urn:example:order}order in its envelope's body, but "Sequential" answers {urn:example:order}answer
                        a.testbed:13:33: [data-root] file "data/nested.xml" has the element {urn:x}any in its envelope's body, but "Sequential" expects {urn:example:order}order
                        a.testbed:13:51: [data-root] file "data/empty.xml" has nothing in its envelope's body, but "Sequential" expects {urn:example:order}order
                        """);
    }

    /** In style rpc, a wrapper is in the body, and no schema describes it; in style document, headers are not. */
    @Test
    void shouldExpectWhatTheBindingPutsIntoTheBody() throws IOException {
        String quote = Files.readString(folder.resolve("wsdl/quote.wsdl"));
        model.write(
                "wsdl/rpc.wsdl",
                quote.replace("transport=", "style=\"rpc\" transport=")
                        .replace("use=\"literal\"/>", "use=\"literal\" namespace=\"urn:rpc\"/>"));
        model.write(
                "wsdl/header.wsdl",
                quote.replace(
                                "<part name=\"body\" element=\"q:request\"/>",
                                "<part name=\"head\" element=\"q:response\"/><part name=\"body\" element=\"q:request\"/>")
                        .replace(
                                "<input><soap:body",
                                "<input><soap:header message=\"q:request\" part=\"head\" use=\"literal\"/><soap:body"));
        model.write("data/wrapped.xml", "<r:quote xmlns:r=\"urn:rpc\"><body/></r:quote>");
        model.write("data/answered.xml", "<r:quoteResponse xmlns:r=\"urn:rpc\"><body/></r:quoteResponse>");
        model.write("data/request.xml", "<q:request xmlns:q=\"urn:example:quote\"><q:id>1</q:id></q:request>");
        assertThat(
                        model.issues(
                                """
                process Rpc {
                    black box wsdl "wsdl/rpc.wsdl" at "http://127.0.0.1:9/rpc" uiid to "quote/body/id"
                    check "data/wrapped.xml" answers "data/answered.xml"
                    check "data/request.xml" answers "data/request.xml"
                }
                process Header {
                    black box wsdl "wsdl/header.wsdl" at "http://127.0.0.1:9/header"
                    check "data/request.xml" answers "data/wrapped.xml"
                    check "data/wrapped.xml" answers "data/wrapped.xml"
                }
                """))
                .isEqualTo(
                        """
                        a.testbed:4:11: [data-root] file "data/request.xml" has the root element {urn:example:quote}request, but "Rpc" expects {urn:rpc}quote
                        a.testbed:4:38: [data-root] file "data/request.xml" has the root element {urn:example:quote}request, but "Rpc" answers {urn:rpc}quoteResponse
                        a.testbed:8:38: [data-root] file "data/wrapped.xml" has the root element {urn:rpc}quote, but "Header" answers {urn:example:quote}response
                        a.testbed:9:11: [data-root] file "data/wrapped.xml" has the root element {urn:rpc}quote, but "Header" expects {urn:example:quote}request
                        a.testbed:9:38: [data-root] file "data/wrapped.xml" has the root element {urn:rpc}quote, but "Header" answers {urn:example:quote}response
                        """);
    }

    @Test
    void shouldRefuseChecksOfAProcessThatAnswersNothing() {
        assertThat(
                        model.issues(
                                """
                process Notified {
                    black box wsdl "wsdl/notice.wsdl" at "http://127.0.0.1:9/notice"
                    check "data/notice.xml" answers "data/notice.xml"
                }
                """))
                .contains(
                        "[check-one-way] process \"Notified\" answers nothing, because its operation \"tell\" is one-way; remove its checks");
    }

    @Test
    void shouldReportServersWhenParametersAreWrong() {
        assertThat(
                        model.issues(
                                """
                host here
                server a : unheard on here
                server b : reference on here { heat 1 GiB workers 2000 }
                server c : reference on here { heap 1 MiB heap 512 MiB workers 1.5 }
                server d : reference on here { binding sometimes jvm-options 5 stealing maybe }
                server e : reference on there { grace -1 s share 50 % port ftp 21 }
                server f : reference on here { port http 0 port http 99999 }
                server g : operaton on here { database-settings "jit=off" }
                """))
                .isEqualTo(
                        """
                        a.testbed:2:12: [server-type-unknown] there is no server type "unheard"; known are: axis2, camel, camunda, cibseven, fixed, fixed-mocks, flowable, front, juddi, lean, ode, operaton, orchestra, postgresql, reference
                        a.testbed:3:32: [parameter-unknown] server type "reference" has no parameter "heat"; did you mean "heap"?
                        a.testbed:3:51: [parameter-range] parameter "workers" is 2000, but must be at most 1024
                        a.testbed:4:37: [parameter-range] parameter "heap" is 1 MiB, but must be at least 64 MiB
                        a.testbed:4:43: [parameter-twice] server "c" sets parameter "heap" more than once; remove one
                        a.testbed:4:64: [parameter-type] parameter "workers" is 1.5, but must be a whole number without a unit
                        a.testbed:5:40: [parameter-type] parameter "binding" is "sometimes", but must be one of: default, per-cpu, per-core, interleaved
                        a.testbed:5:62: [parameter-type] parameter "jvm-options" is 5, but must be a text in double quotes
                        a.testbed:5:73: [parameter-type] parameter "stealing" is "maybe", but must be true or false
                        a.testbed:6:25: [host-unknown] there is no host "there"; did you mean "here"?
                        a.testbed:6:39: [parameter-range] parameter "grace" is -1 s, but must be at least 0 s
                        a.testbed:6:50: [parameter-type] parameter "share" is 50 %, but must be a number without unit
                        a.testbed:6:60: [port-unknown] server type "reference" has no port "ftp"; known are: admin, http
                        a.testbed:7:42: [port-range] port of server "f" is 0, but must be from 1 to 65535
                        a.testbed:7:49: [parameter-twice] server "f" sets port "http" more than once; remove one
                        a.testbed:7:54: [port-range] port of server "f" is 99999, but must be from 1 to 65535
                        a.testbed:8:31: [parameter-unknown] server type "operaton" has no parameter "database-settings"; write "settings" at the server that "database" names, of type postgresql
                        """);
    }

    @Test
    void shouldReportPortClashWhenServersRunTogether() {
        assertThat(
                        model.issues(
                                """
                host here
                host also { address "lab" }
                server a : fixed-mocks on here
                server b : fixed-mocks on here
                server c : fixed-mocks on also
                server d : fixed on here
                server e : fixed on here
                server f : fixed-mocks on here { port http 8081 }
                server g : reference on here { port http 9000 port admin 9000 }
                """))
                .isEqualTo(
                        """
                        a.testbed:4:8: [port-clash] servers "a" and "b" on host "here" would both listen on 8080; give one of them another port
                        a.testbed:6:8: [port-clash] servers "a" and "d" on host "here" would both listen on 8080; give one of them another port
                        a.testbed:6:8: [port-clash] servers "b" and "d" on host "here" would both listen on 8080; give one of them another port
                        a.testbed:7:8: [port-clash] servers "a" and "e" on host "here" would both listen on 8080; give one of them another port
                        a.testbed:7:8: [port-clash] servers "b" and "e" on host "here" would both listen on 8080; give one of them another port
                        a.testbed:9:8: [port-clash] server "g" would listen twice on 9000; give one of its ports another number
                        """);
    }

    @Test
    void shouldReportARegistryAsUnusedWhenNoServerNamesIt() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE.replace(
                                                "reference on here", "reference on here { registry \"used\" }")
                                        + """
                server used : juddi on here
                server idle : juddi on here
                """))
                .isEqualTo(
                        """
                        a.testbed:12:8: [unused] server "idle" is not used; use it in a case or remove it
                        """);
    }

    @Test
    void shouldReportADatabaseAsUnusedWhenNoServerNamesIt() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE.replace("reference on here", "reference on here { jvm-options db }")
                                        + """
                server type tables { port sql }
                server db : tables on here
                server idle : tables on here
                """))
                .isEqualTo(
                        """
                        a.testbed:13:8: [unused] server "idle" is not used; use it in a case or remove it
                        """);
    }

    @Test
    void shouldReportServersWhenTheyServeNothingOrTooMuch() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                service more : Quote { uiid by arrival }
                process Other { bpel "bpel/sequential.bpel" partner quote -> more }
                server idle : axis2 on here { port http 8081 }
                server ode : ode on here { serves quotes port http 8082 }
                server again : axis2 on here { serves quotes port http 8083 }
                suite Second { case on engine for process in (Other), workload in (office) }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:9: [service-not-served] no server serves service "more"; let "mocks", "idle", "again" serve it: serves more
                        a.testbed:13:8: [server-serves-nothing] server "idle" serves no service; add: serves <service>, or remove the server
                        a.testbed:14:8: [unused] server "ode" is not used; use it in a case or remove it
                        a.testbed:14:35: [server-does-not-serve] server "ode" of type "ode" cannot serve service "quotes"; let "mocks", "idle", "again" serve it
                        a.testbed:15:39: [service-served-twice] servers "mocks" and "again" both serve "quotes"; keep one, and use deploy { … } in the cases that want the other
                        """);
    }

    @Test
    void shouldReportHostsWhenTheyAreIncomplete() {
        assertThat(
                        model.issues(
                                """
                host a { user "bench" }
                host b { address "" }
                host c { address "lab" port 70000 }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:15: [host-address-missing] host "a" has a user but no address; add: address "…", or remove it if this machine is meant
                        a.testbed:2:18: [host-address-missing] "" is no address of host "b"; write a name or an IP address, or nothing if this machine is meant
                        a.testbed:3:29: [port-range] port of host "c" is 70000, but must be from 1 to 65535
                        """);
    }

    @Test
    void shouldReportLatenciesWhenTheyAreNotOneForTwoHosts() {
        assertThat(
                        model.issues(
                                """
                host a
                host b { address "lab" }
                network {
                    latency a -> b 2 ms
                    latency a <-> b lognormal(median 1 ms, sigma 0.4)
                    latency a -> a 0 ms
                    latency b -> a -1 ms
                    latency c <-> b 5 KiB
                }
                network { latency b -> a 1 ms }
                """))
                .isEqualTo(
                        """
                        a.testbed:5:13: [latency-duplicate] the latency from "a" to "b" is set twice; keep one
                        a.testbed:6:18: [latency-to-itself] a latency is between two hosts, but this is from "a" to itself; name two hosts, which may both be this machine: host a  host another
                        a.testbed:7:13: [latency-duplicate] the latency from "b" to "a" is set twice; keep one
                        a.testbed:7:20: [not-positive] the time is -1 ms, but must not be below 0
                        a.testbed:8:13: [host-unknown] there is no host "c"; known are: a, b
                        a.testbed:8:21: [unit-mismatch] the time is 5 KiB, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:10:19: [latency-duplicate] the latency from "b" to "a" is set twice; keep one
                        """);
    }

    @Test
    void shouldReportHostAsUnusedWhenOnlyTheNetworkLeadsToIt() {
        assertThat(model.issues(ModelFixture.OFFICE + "host far\nnetwork { latency far <-> here 5 ms }\n"))
                .isEqualTo(
                        """
                        a.testbed:11:6: [unused] host "far" is not used; use it in a case or remove it
                        """);
    }

    @Test
    void shouldReportWorkloadsWhenNumbersAreImpossible() {
        assertThat(
                        model.issues(
                                """
                workload a closed { clients 0 think time 5 /s }
                workload b open { arrivals exponential }
                workload c open { rate 0 /s }
                workload d open { rate 5 s }
                workload e open { rate 5 /s arrivals normal(20 ms, sd 2 ms) }
                workload f open { arrivals 0 s }
                workload g closed { class x { clients 1 } class x { clients 2 } }
                workload h closed { sends Nothing }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:29: [not-positive] number of clients is 0, but must be at least 1
                        a.testbed:1:42: [unit-mismatch] the time is 5 /s, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:2:10: [rate-missing] workload "b" has no rate of requests; add: rate <number> /s, or stages, bursts or a replay
                        a.testbed:3:24: [not-positive] rate is 0 /s, but must be above 0
                        a.testbed:4:24: [unit-mismatch] rate is 5 s, but must be a rate (/s, /min, /h)
                        a.testbed:5:24: [rate-twice] workload "e" gives a rate and a full distribution of arrivals; remove the rate, or write arrivals exponential or arrivals constant
                        a.testbed:6:28: [not-positive] the time between arrivals is 0 s, but must be above 0
                        a.testbed:7:49: [name-duplicate] workload "g" has two classes "x"; rename one
                        a.testbed:8:27: [data-unknown] there is no data "Nothing"; none is declared
                        """);
    }

    @Test
    void shouldReportShapesThatSayNoLoad() {
        assertThat(
                        model.issues(
                                """
                workload a open { stages { 0 s at 5 /s, 5 s at 5 s, 5 s ramp from -1 /s to 9 /s } }
                workload b open { stages { 5 s at 0 /s, 5 s ramp to 0 /s } }
                workload c open { rate 5 /s stages { 5 s at 5 /s } }
                workload d open { arrivals exponential(mean 1 s) bursts { x 5 /s for 1 s, y 9 /s for 1 s } }
                workload e open { bursts { busy 20 /s for 1 s } }
                workload f open { bursts { busy 0 /s for 0 s, busy 0 /s for 1 s } }
                workload g open { arrivals constant replay "none.csv" ms }
                workload h open { replay "none.csv" /s speed 0 share 120 % }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:28: [not-positive] length of a stage is 0 s, but must be above 0
                        a.testbed:1:48: [unit-mismatch] rate of a stage is 5 s, but must be a rate (/s, /min, /h)
                        a.testbed:1:67: [not-positive] rate at the start of a ramp is -1 /s, but must not be below 0
                        a.testbed:2:19: [shape-without-arrivals] no request ever arrives, because the rate is 0 all the time; give it a higher one somewhere
                        a.testbed:3:24: [rate-twice] workload "c" sets beside its stages a rate; remove it
                        a.testbed:4:28: [rate-twice] workload "d" sets beside its bursts a full distribution of arrivals; write arrivals exponential or arrivals constant
                        a.testbed:5:19: [bursts-states] bursts need two states or more, like: bursts { calm 20 /s for 5 s, busy 200 /s for 500 ms }; a rate that does not change is written: rate <number> /s
                        a.testbed:6:19: [shape-without-arrivals] no request ever arrives, because the rate is 0 all the time; give it a higher one somewhere
                        a.testbed:6:42: [not-positive] mean length of a state is 0 s, but must be above 0
                        a.testbed:6:47: [bursts-states] there are two states "busy"; rename one
                        a.testbed:7:28: [rate-twice] workload "g" sets beside its replay arrivals, but a recording has the times of requests; remove arrivals
                        a.testbed:7:44: [file-missing] file "none.csv" is not there or cannot be read; names are relative to the model file
                        a.testbed:8:26: [file-missing] file "none.csv" is not there or cannot be read; names are relative to the model file
                        a.testbed:8:37: [unit-mismatch] the times of "none.csv" are in /s, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:8:46: [not-positive] speed is 0, but must be above 0
                        a.testbed:8:54: [percent-range] share of the arrivals is 120 %, but must be above 0 and at most 100 %; for more of them, raise the speed
                        """);
    }

    @Test
    void shouldReportBurstsOfRequestsThatSayNoLoad() {
        assertThat(
                        model.issues(
                                """
                workload a open { bursts { 0 of 0 requests, 0 each 0 ms, 1 /s apart } }
                workload b open { rate 5 /s bursts { 5 requests, 1 each 1 ms, 1 s apart } }
                workload c open { arrivals constant bursts { 5 requests, 1 each 1 ms, 1 s apart } }
                workload d open { bursts { 5 requests, 1 each 1 ms, 1 s apart } }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:28: [not-positive] number of bursts is 0, but must be at least 1
                        a.testbed:1:33: [not-positive] number of requests of a burst is 0, but must be at least 1
                        a.testbed:1:45: [not-positive] number of requests in each interval is 0, but must be at least 1
                        a.testbed:1:52: [not-positive] interval of requests is 0 ms, but must be above 0
                        a.testbed:1:58: [unit-mismatch] time between two bursts is 1 /s, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:2:24: [rate-twice] workload "b" sets beside its bursts a rate; remove it
                        a.testbed:3:28: [rate-twice] workload "c" sets beside its bursts arrivals, but their requests are evenly spaced; remove arrivals
                        """);
    }

    @Test
    void shouldWarnOfBurstsThatLastLongerThanTheMeasurement() {
        String bursts = ModelFixture.OFFICE.replace(
                "closed { clients 2 }", "open { bursts { 4 of 10000 requests, 2 each 3 ms, 5 s apart } }");

        assertThat(model.issues(bursts))
                .isEqualTo(
                        """
                        a.testbed:9:24: [shape-length] the bursts last 75 s, but suite "Quick" measures for 60 s: the rest is never sent; measure longer, or send fewer requests
                        """);
        assertThat(model.issues(bursts.replace("4 of 10000", "3 of 10000"))).isEmpty();
    }

    @Test
    void shouldNameTheLinesOfARecordingThatAreWrong() {
        model.write("real.csv", "at,user\n0,ann\nsoon,bob\n3,eve\n1,joe\n");

        assertThat(model.issues("workload a open { replay \"real.csv\" s }"))
                .isEqualTo(
                        """
                        real.csv:3:1: [replay-invalid] "soon" is no time; write a number first in each line, like 12.5
                        real.csv:5:1: [replay-invalid] the time 1 is before that of the arrival before, 3; sort the file by time
                        """);
    }

    @Test
    void shouldFindConnectionsThatCannotBe() {
        String office =
                ModelFixture.OFFICE.replace("workload in (office)", "workload in (office, few, both) from here, there");

        assertThat(
                        model.issues(
                                office
                                        + """
                host there
                workload few open { rate 5 /s connections at most 1 }
                workload both closed {
                    class a { clients 3 connections new }
                    connections at most 5
                    class b { clients 2 }
                }
                workload none open { connections at most 0 rate 5 /s }
                workload some closed { clients 3 connections at most 2 }
                workload kept closed { connections kept class a { clients 3 } }
                suite More { measure 60 s case on engine for process in (Sequential), workload in (none, some, kept) }
                """))
                .isEqualTo(
                        """
                        a.testbed:12:51: [connections-too-few] the clients of workload "few" run on 2 hosts in suite "Quick", but have 1 connection in all; give each host at least one: connections at most 2
                        a.testbed:14:37: [connections-of-class] class "a" sets connections, but all classes of a workload share theirs; write it beside the classes: connections new class a { … }
                        a.testbed:15:25: [connections-needless] no request ever waits for one of the 5 connections, because workload "both" has 5 clients, which have one request under way each; allow fewer, or leave it out
                        a.testbed:18:42: [not-positive] number of connections is 0, but must be at least 1
                        """);
    }

    @Test
    void shouldFindStagesOfClientsThatCannotBe() {
        String office = ModelFixture.OFFICE.replace(
                "suite Quick { case on engine for process in (Sequential), workload in (office)",
                "suite Quick { measure 20 s case on engine for process in (Sequential), workload in workloads");

        assertThat(
                        model.issues(
                                office
                                        + """
                workload a closed { stages { 20 s at 0 clients } }
                workload b closed { clients 3 stages { 20 s ramp to 4 clients } }
                workload c closed { stages { 0 s at 4 clients, 20 s at 2000000000 clients } }
                workload d closed { stages { 19 s at 4 clients } connections at most 4 }
                workload e closed { stages { 20 s ramp from 4 clients to 0 clients } connections at most 3 }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:28: [shape-without-arrivals] no client is ever there, because their number is 0 all the time; let there be some
                        a.testbed:12:29: [clients-twice] the number of clients is set by the stages and by: clients 3; remove one of them
                        a.testbed:13:30: [not-positive] length of a stage is 0 s, but must be above 0
                        a.testbed:13:56: [too-much] number of clients is 2000000000, which is above the limit; write at most 1000000
                        a.testbed:14:28: [shape-length] the stages last 19 s, but suite "Quick" measures for 20 s: the last number goes on; measure shorter, or add a stage
                        a.testbed:14:70: [connections-needless] no request ever waits for one of the 4 connections, because workload "d" has 4 clients, which have one request under way each; allow fewer, or leave it out
                        """);
    }

    @Test
    void shouldCompareShapesWithWhatSuitesMeasure() {
        model.write("real.csv", "0\n1\n2\n");
        String office = ModelFixture.OFFICE.replace(
                "suite Quick { case on engine for process in (Sequential), workload in (office)",
                "profile long { measure 60 s }"
                        + " suite Quick { measure 20 s case on engine for process in (Sequential), workload in workloads");

        assertThat(
                        model.issues(
                                office
                                        + """
                workload a open { stages { 10 s at 5 /s, 9 s ramp to 9 /s } }
                workload b open { stages { 10 s at 5 /s, 11 s ramp to 9 /s } }
                workload c open { stages { 10 s at 5 /s, 10 s ramp to 9 /s } }
                workload d open { replay "real.csv" s }
                workload e open { replay "real.csv" min }
                workload f open { replay "real.csv" s repeat }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:19: [shape-length] the stages last 19 s, but suite "Quick" measures for 20 s: the last rate goes on; measure shorter, or add a stage
                        a.testbed:12:19: [shape-length] the stages last 21 s, but suite "Quick" measures for 20 s: the rest is never sent; measure longer, or shorten them
                        a.testbed:14:26: [replay-too-short] the recording lasts 3 s, but suite "Quick" measures for 20 s; measure shorter, lower its speed, or add the word: repeat
                        a.testbed:14:26: [replay-too-short] the recording lasts 3 s, but suite "Quick" measures for 60 s under profile "long"; measure shorter, lower its speed, or add the word: repeat
                        """);
    }

    @Test
    void shouldWarnThatBurstsAreNotSteady() {
        String bursts = ModelFixture.OFFICE.replace(
                "closed { clients 2 }", "open { bursts { calm 5 /s for 1 s, busy 50 /s for 1 s } }");

        assertThat(model.issues(bursts)).isEmpty();
        assertThat(model.issues(bursts.replace("suite Quick {", "suite Quick { warm up until steady at most 30 s")))
                .isEqualTo(
                        """
                        a.testbed:9:24: [warm-up-never-steady] suite "Quick" warms up until response times are steady, which they seldom are under bursts; give the warm-up a length: warm up 30 s
                        """);
    }

    @Test
    void shouldReportDistributionsWhenParametersAreImpossible() {
        assertThat(
                        model.issues(
                                """
                workload a closed { think time uniform(5 ms, 1 ms) }
                workload b closed { think time normal(1 s, variance 1 s) }
                workload c closed { think time lognormal(median 8 ms, sigma 0) }
                workload d closed { think time exponential(rate 5 s) }
                workload e closed { think time gamma(shape 0, scale 1 ms) }
                workload f closed { think time weibull(shape 1, scale 1) }
                workload g closed { think time pareto(min 0 ms, shape 2) }
                workload h closed { think time empirical("data/missing.txt", ms) }
                workload i closed { think time empirical("data/words.txt", ms) }
                workload j closed { think time empirical("data/times.txt") }
                workload k closed { think time normal(1 s, sd -1 ms) }
                workload l closed { think time uniform(-1 ms, 1 ms) }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:32: [distribution-impossible] uniform(5 ms, 1 ms) has its bounds in the wrong order; swap them
                        a.testbed:2:53: [unit-mismatch] variance of normal is 1 s, but must be a squared time (s2, ms2)
                        a.testbed:3:61: [distribution-impossible] sigma of lognormal is 0, but must be above 0
                        a.testbed:4:49: [unit-mismatch] rate of exponential is 5 s, but must be a rate (/s, /min, /h)
                        a.testbed:5:44: [distribution-impossible] shape of gamma is 0, but must be above 0
                        a.testbed:6:55: [unit-mismatch] scale of weibull is 1, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:7:43: [distribution-impossible] min of pareto is 0 ms, but must be above 0
                        a.testbed:8:42: [file-missing] file "data/missing.txt" is not there or cannot be read; names are relative to the model file
                        a.testbed:9:42: [distribution-file] file "data/words.txt" has "fast" in line 2, which is no number
                        a.testbed:10:42: [unit-mismatch] numbers of "data/times.txt" must be a time (ns, us, ms, s, min, h); write: empirical("data/times.txt", <unit>)
                        a.testbed:11:47: [distribution-impossible] sd of normal is -1 ms, but must not be below 0
                        a.testbed:12:40: [distribution-impossible] lower bound of uniform is -1 ms, but must not be below 0
                        """);
    }

    /** A limit that is drawn as zero lets nothing through. */
    @Test
    void shouldReportLimitsOfThroughputWhenTheyWouldStopTheService() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service a : Quote { throughput normal(20 /s, sd 10 /s)  uiid from "q:request/q:id" }
                service b : Quote { throughput normal(200 /s, sd 10 /s)  uiid from "q:request/q:id" }
                server mocks : axis2 on here { serves a, b }
                host here
                """))
                .contains(
                        """
                        a.testbed:2:32: [distribution-impossible] normal(20 /s, sd 10 /s) is no limit of throughput: 2.3 % of its draws are not above 0, and each would stop the service for good; use a distribution that stays above 0
                        """)
                .doesNotContain("a.testbed:3:");
    }

    @Test
    void shouldRefuseTwinsOfWhatIsNotMeasured() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                server spare : reference on here
                suite Chance { aa on engine, spare, engine case on engine for process in (Sequential), workload in (office) }
                """))
                .contains(
                        """
                        a.testbed:12:30: [twin-not-tested] no case of suite "Chance" is on "spare", so that there is nothing to measure once more; name a server of one of its cases
                        a.testbed:12:37: [twin-not-tested] "aa" names "engine" twice; name it once
                        """);
    }

    @Test
    void shouldRefuseBaselinesThatAreNotMeasuredWithEachProcessOfTheirSuite() {
        assertThat(model.issues(
                                ModelFixture.OFFICE
                                        + """
                server spare : reference on here
                workload web open { rate 5 /s }
                suite Nowhere { baseline spare case on engine for process in (Sequential), workload in (office) }
                suite Partly { baseline spare case on engine for process in (Sequential), workload in (office, web) case on spare for process in (Sequential), workload in (office) }
                suite Alone { baseline engine aa on engine case on engine for process in (Sequential), workload in (office) }
                suite Good { baseline spare aa on spare case on spare, engine for process in (Sequential), workload in (office) }
                """)
                        .lines()
                        .filter(line -> line.contains("baseline-not-tested")))
                .containsExactly(
                        "a.testbed:13:26: [baseline-not-tested] suite \"Nowhere\" does not measure Sequential under office on \"spare\", so that there is nothing to compare with; name a server on which each process is measured",
                        "a.testbed:14:25: [baseline-not-tested] suite \"Partly\" does not measure Sequential under web on \"spare\", so that there is nothing to compare with; name a server on which each process is measured",
                        "a.testbed:15:24: [baseline-not-tested] \"engine\" is the only engine of suite \"Alone\"; measure another one, which is compared with it, or leave out baseline");
    }

    @Test
    void shouldRefuseRecordersOfWhatTheyDoNotReach() {
        assertThat(model.issues(
                                ModelFixture.OFFICE
                                        + """
                host far { address "10.0.0.1" user "bench" }
                server remote : reference on far
                process Legacy { black box wsdl "wsdl/quote.wsdl" at "http://10.0.0.9/legacy" }
                suite Outside { record jfr case for process in (Legacy), workload in (office) }
                suite Far { repeat 1 record async-profiler case on engine, remote for process in (Sequential), workload in (office) }
                suite Everywhere { record jfr case on engine, remote for process in (Sequential), workload in (office) }
                suite Here { record async-profiler case on engine for process in (Sequential), workload in (office) from far }
                """)
                        .lines()
                        .filter(line -> line.contains("record-impossible")))
                .containsExactly(
                        "a.testbed:14:24: [record-impossible] suite \"Outside\" has no case on a server, so that there is nothing to record; leave out record, or name an engine with \"on\"",
                        "a.testbed:15:29: [record-impossible] async-profiler records servers on this machine only, and \"remote\" is on another one; write: record jfr");
    }

    @Test
    void shouldWarnWhenNoTwoCasesCouldRunAtTheSameTime() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                host far { address "10.0.0.1" user "bench" }
                server remote : reference on far
                suite Lonely { parallel case for engine in (engine, remote), process in (Sequential), workload in (office) }
                """))
                .contains(
                        """
                        a.testbed:13:16: [parallel-pointless] every two cases of suite "Lonely" have a machine in common, so none of them can run at the same time; leave out parallel, or give the cases different hosts
                        """);
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                host far { address "10.0.0.1" user "bench" }
                server remote : reference on far
                server partners : axis2 on far { serves quotes }
                suite Apart {
                    parallel
                    case on engine for process in (Sequential), workload in (office)
                    case on remote for process in (Sequential), workload in (office) from far deploy { quotes on partners }
                }
                """))
                .doesNotContain("parallel-pointless");
    }

    @Test
    void shouldReportSuitesWhenTimesAreImpossible() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                suite Bad { repeat 0 warm up -1 s measure 0 s time-out 5 % drain 1 KiB case on engine for process in (Sequential), workload in (office) }
                suite Empty { }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:20: [not-positive] repeat is 0, but must be at least 1
                        a.testbed:11:30: [not-positive] warm up is -1 s, but must not be below 0
                        a.testbed:11:43: [not-positive] measure is 0 s, but must be above 0
                        a.testbed:11:56: [unit-mismatch] time-out is 5 %, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:11:66: [unit-mismatch] drain is 1 KiB, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:12:7: [suite-empty] suite "Empty" has no cases; add: case on <engine> for process in (…), workload in (…)
                        """);
    }

    @Test
    void shouldRefuseTimesThatCannotBeMeasured() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                profile none { warm up 1 ns measure 1 ns time-out 10 us drain 0.5 ms }
                profile hasty { measure 999 ms }
                profile short { warm up 1 ms measure 1 s time-out 1 ms drain 0 s }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:24: [too-short] warm up is 1 ns, but a time below 1 ms is rounded to zero; write 0 s, or at least 1 ms
                        a.testbed:11:37: [too-short] measure is 1 ns, but a measurement below 1 s may have no metrics of servers; write at least 1 s
                        a.testbed:11:51: [too-short] time-out is 10 us, but a time below 1 ms is rounded to zero; write at least 1 ms
                        a.testbed:11:63: [too-short] drain is 0.5 ms, but a time below 1 ms is rounded to zero; write 0 s, or at least 1 ms
                        a.testbed:12:25: [too-short] measure is 999 ms, but a measurement below 1 s may have no metrics of servers; write at least 1 s
                        """);
    }

    @Test
    void shouldAcceptProfilesThatSayWhatSuitesLeaveOut() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                profile paper { repeat 5 warm up 60 s measure 600 s time-out 30 s drain 1 s }
                default profile short { repeat 2 warm up 0 s }
                profile warm { warm up until steady at most 5 min }
                profile brisk { warm up until steady at most 5 s }
                profile patient { measure 8 s until 30 answers at most 60 s }
                profile exact { precision 5 % }
                profile exacter { precision 0.5 % at most 6 }
                host profile { address "lab" }
                host default { address "lab" }
                suite Far { case on engine for process in (Sequential), workload in (office) from profile, default }
                """))
                .isEmpty();
    }

    @Test
    void shouldReportProfilesWhenTheyAreEmptyAlikeOrImpossible() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                profile bad { repeat 0 warm up -1 s measure 0 s time-out 5 % drain 1 KiB }
                profile empty { }
                profile Bad { repeat 1 }
                default profile one { repeat 1 }
                default profile two { repeat 2 }
                profile cold { warm up until steady at most 0 s }
                profile cool { warm up until steady at most 4.9 s }
                profile hasty { measure 8 s until 0 answers at most 8 s }
                profile odd { measure 8 s until 30 answers at most 5 % }
                profile both { repeat 5 precision 5 % }
                profile few { precision 5 % at most 5 }
                profile none { precision 0 % at most 0 }
                profile much { precision 101 % }
                profile time { precision 5 s }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:22: [not-positive] repeat is 0, but must be at least 1
                        a.testbed:11:32: [not-positive] warm up is -1 s, but must not be below 0
                        a.testbed:11:45: [not-positive] measure is 0 s, but must be above 0
                        a.testbed:11:58: [unit-mismatch] time-out is 5 %, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:11:68: [unit-mismatch] drain is 1 KiB, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:12:9: [profile-empty] profile "empty" is empty; add: repeat <number>, warm up <time> or measure <time>
                        a.testbed:13:9: [name-duplicate] profile "Bad" has the name of profile "bad"; rename one
                        a.testbed:15:1: [profile-default-twice] profiles "one" and "two" are both the default; keep one of the words "default"
                        a.testbed:16:45: [not-positive] warm up is 0 s, but must be above 0
                        a.testbed:17:45: [warm-up-never-steady] response times count as steady after 5 s at the earliest, so at most 4.9 s is too short; allow more, or write: warm up 4.9 s
                        a.testbed:18:35: [not-positive] measure until is 0, but must be at least 1
                        a.testbed:18:53: [measure-never-longer] a measurement of 8 s that may take at most 8 s cannot wait for answers; allow more, or write: measure 8 s
                        a.testbed:19:52: [unit-mismatch] measure at most is 5 %, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:20:35: [repeat-twice] "repeat" gives the number of repetitions, "precision" lets it be chosen; keep one of both
                        a.testbed:21:37: [precision-too-few] at most 5 repetitions leave no choice, because the first 5 are the pilots that determine the number of the others; allow more, or write: repeat 5
                        a.testbed:22:26: [percent-range] precision is 0 %, but must be above 0 % and at most 100 %
                        a.testbed:22:38: [not-positive] precision at most is 0, but must be at least 1
                        a.testbed:23:26: [percent-range] precision is 101 %, but must be above 0 % and at most 100 %
                        a.testbed:24:26: [unit-mismatch] precision is 5 s, but must be a percentage (%)
                        """);
    }

    @Test
    void shouldHoldEventsAgainstTheProfileThatHoldsAndWarnOfTheOthers() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                profile brief { measure 6 s }
                profile long { measure 600 s }
                at 50 s in Quick: quotes becomes unavailable
                """))
                .isEqualTo(
                        """
                        a.testbed:13:4: [event-too-late] the event happens at 50 s, but suite "Quick" measures for 6 s under profile "brief"; choose an earlier time or measure longer
                        """);
        assertThat(model.read(model.folder().resolve("a.testbed")).valid()).isTrue();
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                default profile brief { measure 6 s }
                at 50 s in Quick: quotes becomes unavailable
                """))
                .isEqualTo(
                        """
                        a.testbed:12:4: [event-too-late] the event happens at 50 s, but suite "Quick" measures for 6 s under profile "brief"; choose an earlier time or measure longer
                        """);
        assertThat(model.read(model.folder().resolve("a.testbed")).valid()).isFalse();
    }

    @Test
    void shouldFindTheFileThatAnEngineRuns() {
        String unread = ".*file-missing.*\\R|.*seed-missing.*\\R|.*uiid-.*\\R";
        assertThat(model.issues(
                                """
                testbed variants seed 1
                service type Quote from "wsdl/quote.wsdl"
                service quotes : Quote { uiid by arrival }
                process Sequential {
                    bpel "bpel/sequential.bpel"
                    bpmn "one.bpmn"
                    bpmn "two.bpmn"
                    bpmn "three.bpmn" as later
                    bpmn "four.bpmn" as later
                    partner quote -> quotes
                    uiid to "p:order/p:id"
                }
                host here
                server ops : operaton on here
                server late : operaton on here { runs later }
                server sooner : operaton on here { runs sooner }
                server ours : reference on here { runs later }
                server mocks : axis2 on here { serves quotes runs later }
                workload office closed { clients 1 think time 1 s }
                suite Quick {
                    repeat 1 warm up 1 s measure 1 s time-out 1 s
                    case on ops, late, sooner, ours for process in (Sequential), workload in (office) from here
                }
                """)
                        .replaceAll(unread, ""))
                .isEqualTo(
                        """
                        a.testbed:7:10: [realisation-twice] process "Sequential" has two files in bpmn; remove one, or name it as a variant by: bpmn "two.bpmn" as <name>
                        a.testbed:9:10: [realisation-twice] process "Sequential" has two files in bpmn of the variant "later"; remove one, or give it another name
                        a.testbed:18:51: [server-does-not-run-processes] server "mocks" of type "axis2" does not run processes; remove: runs later
                        a.testbed:22:5: [realisation-missing] engine "ours" runs bpel and names the variant "later", and BPEL files have no variants; make a process of each file, and remove: runs later
                        a.testbed:22:5: [realisation-missing] engine "sooner" runs bpmn of the variant "sooner", and process "Sequential" has no such file; add to the process: bpmn "<file>" as sooner
                        """);
    }

    @Test
    void shouldFindTheProcessOfAFileWithSeveral() {
        model.write("routes.yaml", "- from:\n    uri: client:offer\n    steps:\n      - to: client:answer\n");
        assertThat(model.issues(
                                ModelFixture.OFFICE
                                        + """
                process Several { bpel "bpel/sequential.bpel" bpmn "bpmn/pools.bpmn" partner quote -> quotes }
                process Wrong { bpel "bpel/sequential.bpel" bpmn "bpmn/pools.bpmn" process "Byer" partner quote -> quotes }
                process Drawn { bpel "bpel/sequential.bpel" bpmn "bpmn/pools.bpmn" process "Bank" partner quote -> quotes }
                process Routes { bpel "bpel/sequential.bpel" camel "routes.yaml" process "Buyer" partner quote -> quotes }
                process Right {
                    bpel "bpel/sequential.bpel"
                    bpmn "bpmn/pools.bpmn" process "Buyer"
                    bpmn "bpmn/pools.bpmn" process "Seller" as selling
                    bpmn "bpmn/pools.bpmn" process "Buyer" as selling
                    partner quote -> quotes
                }
                """)
                        .lines()
                        .filter(line -> !line.contains("[unused]")))
                .containsExactly(
                        "a.testbed:11:52: [bpmn-no-process] the file has 2 executable processes: \"Buyer\", \"Seller\"; name one of them after the file by: process \"Buyer\"",
                        "a.testbed:12:76: [bpmn-no-process] the file has no process \"Byer\"; name one of its processes: \"Buyer\", \"Seller\", \"Bank\"",
                        "a.testbed:13:76: [bpmn-no-process] process \"Bank\" has no isExecutable=\"true\", so that engines leave it out; set it there, or name another process: \"Buyer\", \"Seller\"",
                        "a.testbed:14:74: [bpmn-no-process] routes of Camel are no processes with ids; remove: process \"Buyer\"",
                        "a.testbed:19:10: [realisation-twice] process \"Right\" has two files in bpmn of the variant \"selling\"; remove one, or give it another name");
    }

    @Test
    void shouldReportCasesWhenTheyCannotBeRun() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                process Legacy { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:1/legacy" }
                workload later closed { clients 1 }
                suite Bad {
                    case a on engine
                    case b for process in (Sequential), workload in (office)
                    case c on mocks for process in (Sequential), workload in (office)
                    case d on engine for process in (Legacy), workload in (later .. office)
                    case e on engine for process in (Sequential), workload in (office) from nowhere
                    case f on engine for process in (Sequential), workload in (office) deploy { quotes on engine quotes on mocks }
                    case g for process in processes, workload in workloads
                }
                """))
                .isEqualTo(
                        """
                        a.testbed:14:5: [case-without-process] the case has no process; add: process in (…)
                        a.testbed:14:5: [case-without-workload] the case has no workload; add: workload in (…)
                        a.testbed:15:5: [case-without-engine] the case names no engine for "Sequential"; add: on <engine>, or engine in (…)
                        a.testbed:16:15: [server-does-not-run-processes] server "mocks" of type "axis2" does not run processes; choose one of: "engine"
                        a.testbed:17:38: [deploy-impossible] black-box process "Legacy" is not deployed on an engine; give it a separate case without an engine
                        a.testbed:17:60: [range-reversed] workload "office" comes before "later"; swap them
                        a.testbed:18:77: [host-unknown] there is no host "nowhere"; known are: here
                        a.testbed:19:91: [deploy-impossible] server "engine" of type "reference" cannot serve services; choose "mocks"
                        a.testbed:19:98: [deploy-impossible] service "quotes" is placed twice; remove one
                        """);
    }

    private static final String SECOND = "process Other { bpel \"bpel/sequential.bpel\" partner quote -> quotes }\n";

    @Test
    void shouldReportNothingWhenAWorkloadNamesItsProcesses() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE + SECOND
                                        + """
                workload shop closed {
                    class browsers of Other { clients 2 }
                    class buyers { mix { 0.5 % Other, 99.5 % Sequential } think time 1 s }
                }
                workload web open { rate 1 /s mix { 33.3 % Other, 33.3 % Sequential, 33.4 % Other } }
                suite Together {
                    case on engine for workload in (shop, web)
                    expect p99 response-time of Other < 1 s
                }
                """))
                .isEmpty();
    }

    @Test
    void shouldReportWorkloadsWhoseProcessesAreUnclear() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE + SECOND
                                        + """
                process Far  { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:1/far" }
                process Near { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:2/near" }
                workload w1 closed { class a of Other { clients 1 } class b { clients 1 } }
                workload w2 closed { class a of Other { mix { 100 % Sequential } } }
                workload w3 open { rate 1 /s mix { 70 % Other, 20 % Sequential } }
                workload w4 open { rate 1 /s mix { 100 % Other, 0 % Sequential } sends Orders }
                workload w5 closed { mix { 50 % Other, 50 % quotes } }
                workload w6 closed { mix { 50 % Other, 50 % Far } }
                workload w7 closed { mix { 50 % Near, 50 % Far } }
                workload w8 closed { mix { 50 % Near, 50 % Nobody } }
                workload ok closed { mix { 50 % Other, 50 % Sequential } }
                data Orders { "data/small.xml" }
                suite Mixed {
                    case a on engine for workload in (w1, w2, w3, w4, w5, w6)
                    case b for workload in (w7, w8)
                    case c on engine for process in (Other), workload in (ok)
                    case d for workload in (ok)
                    case e on engine for workload in (w7)
                    case f on engine for workload in (ok, office)
                }
                """))
                .isEqualTo(
                        """
                        a.testbed:14:59: [class-without-process] class "b" calls no process, but another class of workload "w1" does; add: class b of <process>, or a mix
                        a.testbed:15:33: [class-process-twice] the processes and data are set by the mix and by: of Other; remove one of them
                        a.testbed:16:36: [mix-shares] the shares of the mix add up to 90 %, but must add up to 100 %
                        a.testbed:17:49: [not-positive] a share of the mix is 0 %, but must be above 0; leave out processes that are not called
                        a.testbed:17:72: [class-process-twice] the processes and data are set by the mix and by: sends Orders; remove one of them
                        a.testbed:18:10: [mix-member] workload "w5" names the service "quotes", but only processes can be loaded together; call a service in a separate case: process in (quotes)
                        a.testbed:19:10: [mix-member] workload "w6" names black boxes beside processes that run on an engine, which are not one system under test; write a workload for each of the two
                        a.testbed:20:10: [mix-member] workload "w7" names black boxes at 127.0.0.1:2 and 127.0.0.1:1, which are not one system under test; write a workload for each address
                        a.testbed:21:44: [process-unknown] there is no process "Nobody"; known are: Far, Near, Other, Sequential, quotes
                        a.testbed:27:5: [case-process-twice] the case names processes, but workload "ok" does, too; remove process in, or give the workload a separate case
                        a.testbed:28:5: [case-without-engine] the case names no engine for "Other", "Sequential"; add: on <engine>, or engine in (…)
                        a.testbed:29:5: [deploy-impossible] workload "w7" calls black boxes, which are not deployed on an engine; give it a separate case without an engine
                        a.testbed:30:5: [case-without-process] the case has no process for "office" and its workload names none; give it a separate case with process in (…)
                        """);
    }

    @Test
    void shouldNeverShowTheUserOfAnAddress() {
        assertThat(
                        model.issues(
                                """
                process A { black box wsdl "wsdl/quote.wsdl" at "http://user:secret@127.0.0.1:1/" }
                process B { black box wsdl "wsdl/quote.wsdl" at "http://user:secret@127.0.0.1:2/" }
                workload w closed { mix { 50 % A, 50 % B } }
                """))
                .contains("workload \"w\" names black boxes at 127.0.0.1:1 and 127.0.0.1:2, which are not one system")
                .doesNotContain("secret");
    }

    @Test
    void shouldReportClientsNowhereWhenThereIsNoHost() {
        assertThat(
                        model.issues(
                                """
                process Legacy { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:1/legacy" }
                workload office closed { clients 1 }
                suite Quick { case for process in (Legacy), workload in (office) }
                """))
                .isEqualTo(
                        """
                        a.testbed:3:15: [clients-nowhere] there is no host on which the clients could run; add: host here
                        """);
    }

    @Test
    void shouldReportServiceWhenNoServerServesIt() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service quotes : Quote
                process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes }
                host here
                server engine : reference on here
                workload office closed { clients 1 }
                suite Quick { case on engine for process in processes, workload in workloads }
                """))
                .isEqualTo(
                        """
                        a.testbed:2:9: [service-not-served] no server serves service "quotes"; let a server of a type that serves services serve it: serves quotes
                        """);
    }

    /** That nobody serves the one that was meant only follows. */
    @Test
    void shouldReportOnlyTheNameWhenAServerServesAServiceThatIsMisspelt() {
        assertThat(
                        model.issues(
                                """
                service type Quote from "wsdl/quote.wsdl"
                service quotes : Quote
                process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes }
                host here
                server engine : reference on here
                server mocks : axis2 on here { serves quots }
                workload office closed { clients 1 }
                suite Quick { case on engine for process in processes, workload in workloads }
                """))
                .isEqualTo(
                        """
                        a.testbed:6:39: [service-unknown] there is no service "quots"; did you mean "quotes"?
                        """);
    }

    @Test
    void shouldReportMetricsWhenStatisticsAreWrong() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                metric response-time of processes { mean, p0, p100, p99.9999, mode, max, max, confidence, max 95 %, confidence 100 % }
                metric threads of processes { max }
                metric response-time of engine, here { max }
                metric weather of engine { max }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:37: [statistic-unknown] there is no statistic "mean"; known are: min, max, average, median, standard-deviation, p99, confidence, total, count, histogram, chart over time
                        a.testbed:11:43: [statistic-unknown] there is no statistic "p0"; known are: min, max, average, median, standard-deviation, p99, confidence, total, count, histogram, chart over time
                        a.testbed:11:47: [statistic-unknown] there is no statistic "p100"; known are: min, max, average, median, standard-deviation, p99, confidence, total, count, histogram, chart over time
                        a.testbed:11:53: [statistic-unknown] there is no statistic "p99.9999"; known are: min, max, average, median, standard-deviation, p99, confidence, total, count, histogram, chart over time
                        a.testbed:11:63: [statistic-unknown] there is no statistic "mode"; known are: min, max, average, median, standard-deviation, p99, confidence, total, count, histogram, chart over time
                        a.testbed:11:74: [statistic-twice] statistic "max" is listed twice; remove one
                        a.testbed:11:79: [statistic-level] confidence needs a level; write: confidence 95 %
                        a.testbed:11:95: [statistic-level] statistic "max" has no level; remove 95 %
                        a.testbed:11:112: [percent-range] level of confidence is 100 %, but must be above 0 % and below 100 %
                        a.testbed:12:19: [metric-target-mismatch] metric "threads" cannot be taken of processes; it is one of servers, engines
                        a.testbed:13:25: [metric-target-mismatch] metric "response-time" cannot be taken of "engine"; it is one of processes, services
                        a.testbed:13:33: [metric-target-mismatch] metric "response-time" cannot be taken of "here"; it is one of processes, services
                        a.testbed:14:8: [metric-type-unknown] there is no metric type "weather"; known are: cache-misses, context-switches, cpu, cpu-time, cycles, disk-size, disk-written, failures, gc, gc-pause, in-service, instance-duration, instances-per-second, instructions, memory, migrations, response-time, threads, threads-created, throughput, traffic
                        """);
    }

    @Test
    void shouldReportTotalsOfWhatIsNotCounted() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                metric threads of engine { max, total, chart over time }
                metric traffic of engine { total, average }
                metric memory of engine { max, total }
                suite Wishes {
                    case on engine for process in (Sequential), workload in (office)
                    expect traffic of engine < 5 MiB, total threads of engine < 50, total memory of engine < 1 GiB
                    expect max traffic of engine < 5 MiB, total traffic of engine < 5 s
                }
                metric type a of servers counter unit bytes total from traffic
                metric type b of servers unit bytes total from memory
                metric type c of servers unit bytes total from nothing
                """))
                .isEqualTo(
                        """
                        a.testbed:13:32: [statistic-total] metric "memory" has no total, because it does not count; use average or max
                        a.testbed:16:69: [statistic-total] metric "memory" has no total, because it does not count; use average or max
                        a.testbed:17:12: [statistic-of-counter] metric "traffic" counts, so a bound is on its total; write: total traffic
                        a.testbed:17:69: [unit-mismatch] bound of "traffic" is 5 s, but must be a size (B, KiB, MiB, GiB, kB, MB, GB)
                        a.testbed:19:56: [metric-total] metric type "a" is a counter and has its own total; remove: total from traffic
                        a.testbed:20:48: [metric-total] metric type "memory" is no counter, so it gives no total; write counter in its declaration
                        a.testbed:21:48: [metric-type-unknown] there is no metric type "nothing"; known are: a, b, c, cache-misses, context-switches, cpu, cpu-time, cycles, disk-size, disk-written, failures, gc, gc-pause, in-service, instance-duration, instances-per-second, instructions, memory, migrations, response-time, threads, threads-created, throughput, traffic
                        """);
    }

    @Test
    void shouldReportObjectivesWhenTheyCannotBeCompared() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                suite Wishes {
                    case on engine for process in (Sequential), workload in (office)
                    expect p99 response-time < 200, failures < 5 ms, histogram response-time < 1 s
                    expect failures < 0.01, weather > 1, threads of Sequential < 5
                    expect count response-time > 5, count response-time > 5 ms
                }
                """))
                .isEqualTo(
                        """
                        a.testbed:13:32: [unit-mismatch] bound of "response-time" is 200, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:13:48: [unit-mismatch] bound of "failures" is 5 ms, but must be a percentage (%)
                        a.testbed:13:54: [statistic-not-a-number] "histogram" is not one number, so it cannot be compared; use p99, average, max or the like
                        a.testbed:14:29: [metric-type-unknown] there is no metric type "weather"; known are: cache-misses, context-switches, cpu, cpu-time, cycles, disk-size, disk-written, failures, gc, gc-pause, in-service, instance-duration, instances-per-second, instructions, memory, migrations, response-time, threads, threads-created, throughput, traffic
                        a.testbed:14:53: [metric-target-mismatch] metric "threads" cannot be taken of "Sequential"; it is one of servers, engines
                        a.testbed:15:59: [unit-mismatch] bound of "count" is 5 ms, but must be a number without unit
                        """);
    }

    @Test
    void shouldReportEventsWhenTheyCannotHappen() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                server book : juddi on here
                at 90 s in Quick: quotes becomes unavailable
                at -1 s in Quick: quotes[2] becomes unavailable
                at request 0 in Slow: quotes[1] becomes unavailable
                at 5 % in Quick: new instance of Quote on engine published in mocks
                at 5 s in Quick: new instance of Quote like quotes on mocks published in book
                at 5 s in Quick: event pause of engine { gently true }
                at 5 s in Quick: event stop
                """))
                .isEqualTo(
                        """
                        a.testbed:12:4: [event-too-late] the event happens at 90 s, but suite "Quick" measures for 60 s; choose an earlier time or measure longer
                        a.testbed:13:4: [not-positive] time of the event is -1 s, but must not be below 0
                        a.testbed:13:26: [instance-unknown] service "quotes" has no instance 2; choose one of: quotes[1]
                        a.testbed:14:12: [not-positive] number of the request is 0, but must be at least 1
                        a.testbed:14:17: [suite-unknown] there is no suite "Slow"; known are: Quick
                        a.testbed:15:4: [unit-mismatch] time of the event is 5 %, but must be a time (ns, us, ms, s, min, h)
                        a.testbed:15:43: [server-does-not-serve] server "engine" of type "reference" cannot serve services; choose "mocks"
                        a.testbed:15:63: [server-is-no-registry] server "mocks" of type "axis2" is no registry; choose a server of a type that registers services
                        a.testbed:17:24: [parameter-missing] the event must set the parameters without a default: time
                        a.testbed:18:24: [event-type-unknown] there is no event type "stop"; known are: kill, pause
                        """);
    }

    @Test
    void shouldReportDuplicatesWhenNamesAreUsedTwice() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                        + """
                service Engine : Quote { uiid by arrival }
                server type reference { runs processes port a port a parameter x integer = 1 parameter x text = "" }
                workload office closed { clients 1 }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:9: [name-duplicate] service "Engine" has the name of server "engine"; rename one
                        a.testbed:11:9: [unused] service "Engine" is not used; use it in a case or remove it
                        a.testbed:12:13: [name-duplicate] server type "reference" has the name of server type "reference" of a plug-in; rename one
                        a.testbed:12:52: [name-duplicate] type "reference" declares "a" twice; rename one
                        a.testbed:12:88: [name-duplicate] type "reference" declares "x" twice; rename one
                        a.testbed:13:10: [name-duplicate] workload "office" has the name of workload "office"; rename one
                        a.testbed:13:10: [unused] workload "office" is not used; use it in a case or remove it
                        """);
    }

    @Test
    void shouldReportUnusedThingsWhenThereIsASuite() {
        assertThat(
                        model.issues(
                                """
                testbed a
                service type Quote from "wsdl/quote.wsdl"
                service quotes : Quote
                process Sequential { bpel "bpel/sequential.bpel" partner quote -> quotes }
                process Legacy { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:1/legacy" }
                data Orders { "data/small.xml" }
                host here
                host there
                server engine : reference on here
                workload office closed { clients 1 }
                workload web open { rate 1 /s }
                suite Quick { case for process in (Legacy), workload in (office) }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:9: [seed-missing] testbed "a" has no seed, so 1 is used; add: seed <number>
                        a.testbed:4:9: [unused] process "Sequential" is not used; use it in a case or remove it
                        a.testbed:6:6: [unused] data "Orders" is not used; use it in a case or remove it
                        a.testbed:8:6: [unused] host "there" is not used; use it in a case or remove it
                        a.testbed:9:8: [unused] server "engine" is not used; use it in a case or remove it
                        a.testbed:11:10: [unused] workload "web" is not used; use it in a case or remove it
                        """);
    }

    @Test
    void shouldReportDeclarationsWhenDefaultsDoNotFit() {
        assertThat(
                        model.issues(
                                """
                server type a { parameter size size = 5 s parameter few integer = 9 max 5 parameter word one of (x, x) = y parameter flag boolean = true min 0 port http 0 }
                """))
                .isEqualTo(
                        """
                        a.testbed:1:39: [parameter-type] parameter "size" is 5 s, but must be a size (B, KiB, MiB, GiB, kB, MB, GB)
                        a.testbed:1:67: [parameter-range] parameter "few" is 9, but must be at most 5
                        a.testbed:1:98: [name-duplicate] parameter "word" lists "x" twice; remove one
                        a.testbed:1:106: [parameter-type] parameter "word" is "y", but must be one of: x, x
                        a.testbed:1:142: [parameter-type] bound of parameter "flag" is 0, but a parameter of this kind has no bounds; remove it
                        a.testbed:1:154: [port-range] number of port "http" is 0, but must be from 1 to 65535
                        """);
    }

    @Test
    void shouldAskForBlankWhenNameRunsIntoArrow() {
        assertThat(model.issues("process P { bpel \"bpel/sequential.bpel\" partner quote->quotes }\n"))
                .contains("a.testbed:1:49: [syntax] write a blank before \"->\"\n");
    }

    @Test
    void shouldRefuseNumbersThatNobodyCanMean() {
        assertThat(
                        model.issues(
                                ModelFixture.OFFICE
                                                .replace("clients 2", "clients 100000000")
                                                .replace(
                                                        "case on",
                                                        "measure 99999999 h warm up until steady at most 99999999 h case on")
                                        + """
                workload flood open { rate 1000000001 /s }
                suite Second { case on engine for process in (Sequential), workload in (flood) }
                at 99999999 h in Second: quotes becomes unavailable
                at 1 s in Quick: quotes becomes unavailable
                """))
                .isEqualTo(
                        """
                        a.testbed:9:34: [too-much] number of clients is 100000000, which is above the limit; write at most 1000000
                        a.testbed:10:23: [too-much] measure is 99999999 h, which is above the limit; write at most 8760 h, a year
                        a.testbed:10:63: [too-much] warm up is 99999999 h, which is above the limit; write at most 8760 h, a year
                        a.testbed:11:28: [too-much] rate is 1000000001 /s, which is above the limit; write at most 1000000 /s
                        a.testbed:13:4: [too-much] time of the event is 99999999 h, which is above the limit; write at most 8760 h, a year
                        """);
    }

    /** Folders are named after cases. */
    @Test
    void shouldRefuseCasesWhoseNamesAreTooLongTogether() {
        String process = "p".repeat(99);
        String workload = "w".repeat(99);

        assertThat(model.issues(ModelFixture.OFFICE
                        .replace("Sequential", process)
                        .replace("office closed", workload + " closed")
                        .replace("(office)", "(" + workload + ")")))
                .isEqualTo(
                        "a.testbed:10:15: [too-much] case \"" + process + "-" + workload
                                + "-engine\" has a name of 206 characters, which is above the limit; choose shorter names, so that together they have at most 200\n");
    }

    @Test
    void shouldRefuseMoreCasesThanAnybodyRuns() {
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 150; i++) {
            many.append("workload w%d closed { clients 1 }\nserver e%d : reference on here\n".formatted(i, i));
        }

        assertThat(model.issues(ModelFixture.OFFICE
                                .replace("on engine for process", "for engine in engines, process")
                                .replace("in (office)", "in workloads")
                        + many))
                .isEqualTo(
                        "a.testbed:10:7: [too-much] suite \"Quick\" has 22801 cases, which is above the limit; name fewer engines, processes or workloads, so that there are at most 10000\n");
    }

    @Test
    void shouldReadAnEmptyModel() {
        assertThat(model.issues("")).isEmpty();
    }

    @Test
    void shouldRefuseFilesWhoseBytesAreNoText() throws IOException {
        Files.write(model.folder().resolve("wsdl/latin.wsdl"), latin("<?xml version=\"1.0\"?>\n<a>\u00e4</a>"));
        Files.write(model.folder().resolve("data/latin.xml"), latin("<order>\u00fc</order>"));
        Files.write(
                model.folder().resolve("data/declared.xml"),
                latin("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>\u00e4</a>"));
        Files.write(
                model.folder().resolve("data/unknown.xml"),
                latin("<?xml version=\"1.0\" encoding=\"klingon\"?>\n<a/>"));

        assertThat(
                        model.issues(
                                """
                service type Latin from "wsdl/latin.wsdl"
                data A { "data/latin.xml" "data/declared.xml" "data/unknown.xml" }
                """))
                .isEqualTo(
                        """
                        data/latin.xml:1:8: [not-utf-8] byte 0xFC at offset 7 is no text in UTF-8; save the file in UTF-8
                        data/unknown.xml:1:1: [not-utf-8] the encoding "klingon" that the document declares is not known; save it as UTF-8
                        wsdl/latin.wsdl:2:4: [not-utf-8] byte 0xE4 at offset 25 is no text in UTF-8; save the file in UTF-8
                        """);
    }

    @Test
    void shouldRefuseAModelWhoseBytesAreNoText() throws IOException {
        Path file = model.folder().resolve("a.testbed");
        Files.write(file, latin("host h\u00f6rst\nhost here {"));

        assertThat(model.lines(model.read(file)))
                .isEqualTo(
                        "a.testbed:1:7: [not-utf-8] byte 0xF6 at offset 6 is no text in UTF-8; save the file in UTF-8\n");
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldSayOnceThatADocumentIsABombHoweverManyUseIt() throws IOException {
        Path wsdl = model.folder().resolve("wsdl/quote.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replaceFirst(
                                "<definitions",
                                "<!DOCTYPE definitions [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<definitions"));

        assertThat(model.issues(ModelFixture.OFFICE
                        + "process Again { bpel \"bpel/sequential.bpel\" partner quote -> quotes }\n"))
                .hasLineCount(2)
                .contains("wsdl/quote.wsdl:")
                .contains("[wsdl-invalid]")
                .contains("[unused] process \"Again\"");
    }

    /** The word that the parser would take there; not the nearest of all, and none where none fits. */
    @Test
    void shouldGuessTheWordThatWasMeant() {
        assertThat(model.issues(
                                """
                        service type Quote from "wsdl/quote.wsdl"
                        service quotes : Quote { relyability 99 % }
                        workload office closed { cleints 2 }
                        host here { respones 3 }
                        """)
                        .lines()
                        .filter(line -> line.contains("[syntax]")))
                .containsExactly(
                        "a.testbed:2:26: [syntax] \"relyability\" is not allowed here; did you mean \"reliability\"?",
                        "a.testbed:3:26: [syntax] \"cleints\" is not allowed here; did you mean \"clients\"?",
                        "a.testbed:4:13: [syntax] \"respones\" is not allowed here; allowed are: address, directory, java, jump, key, port, user, }");
        assertThat(model.issues("host here\nsrever engine : reference on here\n"))
                .contains("a.testbed:2:1: [syntax] \"srever\" is not allowed here; did you mean \"server\"?");
    }

    @Test
    void shouldSayNothingOfElementsWithoutAName() {
        assertThat(model.issues("service : Quote { }\nprocess { bpel }\nserver\nworkload open { }\n"))
                .contains("[syntax]")
                .doesNotContain("null");
    }

    @Test
    void shouldFindBatchesThatCannotBe() {
        model.write("orders.csv", "id\n1\n");
        model.write("order.xml", "<o:order xmlns:o='urn:example:order'>${id}</o:order>");
        String office = ModelFixture.OFFICE.replace(
                "case on engine for process in (Sequential), workload in (office)",
                "case on engine for process in (Sequential), workload in (office, a, b, d, e, f)");

        assertThat(
                        model.issues(
                                office
                                        + """
                workload a closed { batches of 0 }
                workload b closed { clients 2 batches of 10 connections new }
                workload c closed { class one of Sequential { batches of 10 } }
                workload d closed { batches of 10 stages { 60 s at 1 clients } }
                workload e closed { batches of 10 sends Many }
                workload f closed { batches of 10 think time 1 s }
                data Many { "order.xml" filled from "orders.csv" }
                suite More { case on engine for workload in (c) }
                explore Far { case on engine for process in (Sequential), workload in (f) load clients from 1 to 5 until failures < 5 % }
                """))
                .isEqualTo(
                        """
                        a.testbed:11:32: [not-positive] size of a batch is 0, but must be at least 1
                        a.testbed:12:29: [batch-impossible] an engine runs one batch at a time, but there are 2 clients; leave clients out
                        a.testbed:12:57: [batch-impossible] batches are ordered on one connection, so its settings have no effect; leave connections out
                        a.testbed:13:58: [batch-impossible] an engine runs one batch of one process at a time; write batches in a separate workload without classes and mix, and name the process in the case
                        a.testbed:14:42: [batch-impossible] an engine runs one batch at a time, so that the number of clients cannot change; remove the stages
                        a.testbed:15:41: [batch-impossible] all instances of a batch get the same message, but data "Many" fills "order.xml" from records; send data without them
                        a.testbed:19:80: [batch-impossible] the load of "f", which is batches one after the other, cannot be raised; explore another workload
                        a.testbed:19:106: [explore-requests] the trial with the least load has about 60 requests in 60 s, and 74 are needed to decide this; measure at least 74 s, or begin with more load
                        """);
    }
}
