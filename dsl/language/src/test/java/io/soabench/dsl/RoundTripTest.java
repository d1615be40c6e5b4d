package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.Testbed;
import java.nio.file.Path;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.util.EcoreUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {

    /** Every construct of the language once. */
    static final String EVERYTHING =
            """
            testbed everything "All constructs \\"in\\" one file"
            seed 42

            service type Quote from "wsdl/quote.wsdl" port "QuotePort"
            service quotes : Quote {
                instances 2
                response time gamma(shape 2, mean 3 ms)
                reliability 0.99
                throughput uniform(100 /s, 200 /s)
                uiid from "q:request/q:id" step "q:request/q:step"
            }
            service others : Quote { response time weibull(shape 1.5, scale 10 ms) uiid from header "X-Request-Id" }
            service plain  : Quote { response time 5 ms throughput 50 /min uiid by arrival }
            service loaded : Quote {
                response time lognormal(median 8 ms, sigma 0.5) + 2 ms per concurrent request
                reliability 99.9 % for 200 requests, then 0.5 for 10.5 requests
                    failing by fault 50 %, server-fault 10 %, http 503 20 %, close, silence, malformed
                capacity 4
                operation "quote"
                callback "quoted" copies "q:request/q:id" to "q:answer/q:id", "q:a" to "q:b"
                uiid by arrival
            }
            service drawn  : Quote { reliability uniform(95 %, 99 %) failing by http 503, http 429 uiid by arrival }
            service http   : Quote
            service canned : Quote {
                answers operation "quote" from "data/small.xml"
                answers "q:quote/q:price" uniform(1, 100)
                uiid from header "X-Request-Id"
            }
            service close  : Quote { reliability 0.5 failing by close throughput 5 /s uiid by arrival }

            process Sequential {
                bpel "bpel/sequential.bpel"
                wsdl "wsdl/order.wsdl", "wsdl/quote.wsdl"
                bpmn "bpmn/pools.bpmn" process "Buyer"
                bpmn "bpmn/pools.bpmn" process "Seller" as other
                partner quote -> quotes[1]
                operation "process"
                uiid to "o:order/o:id"
                callback "done" copies uiid to "o:done/o:id"
            }
            process data { bpel "bpel/sequential.bpel" partner quote -> others }
            process Guarded {
                black box wsdl "wsdl/order.wsdl" port "OrderPort" at "https://127.0.0.1:9080/guarded"
                trust "data/authority.pem"
                header "X-Tenant" is "acme"
                header "X-Api-Key" from environment "SOABENCH_SECRET_GUARDED"
                header "X-Token" from file "token" scheme "Bearer"
                header "Authorization" from file "password" user "anna"
                operation "process"
            }
            process Legacy { black box wsdl "wsdl/order.wsdl" at "http://127.0.0.1:9080/legacy" operation "process" callback "done" }

            data Orders {
                "data/small.xml" frequency 2.5
                "data/large.xml"
            }

            host here
            host lab1 { address "10.0.0.5" port 2222 user "bench" key "~/.ssh/id" jump "gate" java "/usr/lib/jvm/17" directory "/tmp/x" }

            host lab2 { address "10.0.0.6" }
            server engine : reference on here { heap 512 MiB binding per-core workers 4 stealing false jvm-options "-Xss1m" port admin 9001 }
            server mocks  : axis2 on lab1 { serves quotes, others }
            server second : reference on here
            server spare  : axis2 on here { serves plain, loaded, drawn, canned, http, close }
            server book   : juddi on here

            workload office closed { clients 10 think time normal(1 s, variance 0.5 s2) connections at most 5 sends Orders }
            workload mix    closed {
                connections new
                class few  { clients 2 think time exponential(mean 2 s) sends Orders }
                class many { clients 20 think time empirical("data/times.txt", ms) }
            }
            workload bulk   closed { batches of 500 sends Orders }
            workload web    open { rate 50 /s arrivals constant connections kept sends Orders }
            workload burst  open { arrivals pareto(min 1 ms, shape 2.5) }
            workload shop   closed {
                class browsers of Sequential { clients 20 sends Orders }
                class buyers { clients 2 mix { 70.5 % data sends Orders, 29.5 % Sequential } }
                connections at most 8
            }
            workload crowd  closed { stages { 20 s at 5 clients, 30 s ramp to 50 clients, 70 s ramp from 9 clients to 0 clients } think time 1 s }
            workload cafe   open { bursts { 4 of 10000 requests, 20 each 1 ms, 10 s apart } sends Orders }
            workload apart  open { class each { bursts { 10000 requests, 1 each 6 ms, 10 s apart } } }
            workload both   open { rate 50 /s mix { 100 % Sequential } }

            network {
                latency here -> lab1 2 ms
                latency lab1 -> here lognormal(median 1 ms, sigma 0.4)
                latency lab1 <-> network exponential(mean 500 us)
            }
            host network

            metric response-time of processes { min, average, p99.9, standard-deviation, confidence 95 %, chart over time }
            metric threads of engine, mocks { max, count, histogram, total, median }

            suite Quick {
                parallel repeat 2 warm up 5 s measure 2 min time-out 30 s drain 1 s aa on engine, second baseline engine record async-profiler
                case first on engine for process in (Sequential, data), workload in (office .. web, burst) from here, lab1, network deploy { quotes on spare }
                case for engine in engines, process in processes, workload in workloads
                case for process in (Legacy, Guarded, plain), workload in (burst)
                case mixed on engine for workload in (shop, both)
                case apart for process in (Legacy), workload in (burst) from lab2
                expect p99.9 response-time of Sequential <= 200 ms, failures < 1 %
                expect throughput > 10 /s
            }

            profile paper { repeat 5 warm up until steady at most 60 s measure 600 s until 30 answers at most 1 h time-out 1 min drain 2 s }
            default profile quick { measure 2 min }
            profile exact { precision 5 % at most 12 warm up 1 s }
            profile exacter { precision 2.5 % }

            at 60 s in Quick: quotes[2] becomes unavailable
            at request 1000 in Quick: new instance of Quote like quotes on mocks published in book
            at 1 min in Quick: event pause of engine { time 5 s gently true }

            report html, pdf, csv, junit
            published "Engine 1.0" in "A paper, table 2" from "data/published.csv"

            server type own "A server" {
                runs processes
                serves services
                registers services
                licence "MIT"
                port http 8080
                port admin
                parameter size size = 5 MiB min 1 KiB max 1 GiB "Size"
                parameter mode one of (fast, slow) = fast "Mode"
                parameter pause duration = 0 min min 0 s
            }
            event type stop "Stops" { parameter hard boolean = true }
            metric type load of hosts unit count
            metric type sent of servers counter unit B
            metric type sending "Bytes on their way" of servers, hosts unit KiB total from sent
            """;

    @TempDir
    private Path folder;

    private ModelFixture model;
    private final TestbedReader reader = new TestbedReader();

    @BeforeEach
    void setUp() {
        model = new ModelFixture(folder);
    }

    @Test
    void shouldAcceptEveryConstruct() {
        assertThat(model.issues(EVERYTHING)).isEmpty();
    }

    @Test
    void shouldFormatToItselfWhenFormatted() {
        assertThat(reader.format(EVERYTHING)).isEqualTo(EVERYTHING);
    }

    @Test
    void shouldWriteTheSameTextWhenModelIsSerialized() {
        assertThat(reader.serialize(model.read(EVERYTHING).testbed())).isEqualTo(EVERYTHING);
    }

    @Test
    void shouldReadTheSameModelWhenItWasWrittenWithoutItsText() {
        Testbed original = model.read(EVERYTHING).testbed();
        Testbed copy = EcoreUtil.copy(original);
        original.eResource()
                .getResourceSet()
                .createResource(URI.createFileURI(folder.resolve("copy.testbed").toString()))
                .getContents()
                .add(copy);
        TestbedReader.Result again = model.read(reader.serialize(copy));
        assertThat(model.lines(again)).isEmpty();
        assertThat(EcoreUtil.equals(again.testbed(), original)).isTrue();
    }
}
