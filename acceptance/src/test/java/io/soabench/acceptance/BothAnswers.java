package io.soabench.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Two processes that clients load together: one answers by a callback, as its partner does; the other answers at once. */
final class BothAnswers {

    /** The part of a model in which they are. It names no engine and no mock host. */
    static final String MODEL =
            """
            service type Quote from "wsdl/quote.wsdl" port "QuotePort"
            service type Price from "answering/wsdl/quote.wsdl"
            service quotes : Quote {
                response time 20 ms
                callback "quoted" copies "q:request/q:id" to "q:quoted/q:id"
                answers "q:quoted/q:price" uniform(1, 100)
                uiid from "q:request/q:id"
            }
            service prices : Price { response time 5 ms uiid from "q:request/q:id" step "q:request/q:step" }
            process Purchase {
                bpel "bpel/purchase.bpel"
                partner quote -> quotes
                uiid to "p:order/p:id"
                callback "offered" copies uiid to "p:offered/p:id"
                check "data/order.xml" answers "data/offered.xml"
            }
            process Sequential {
                bpel "answering/bpel/sequential.bpel"
                partner quote -> prices
                uiid to "p:order/p:id"
            }
            data Orders { "data/order.xml" }
            host here
            workload both closed { clients 4 think time 50 ms mix { 50 % Purchase sends Orders, 50 % Sequential } }
            """;

    private BothAnswers() {}

    /** Copies what the model names. However slow the machine is, the process waits for its partner, which always calls back. */
    static void copySources(Path folder) throws IOException {
        Examples.copy("async", folder);
        Path bpel = folder.resolve("bpel/purchase.bpel");
        Files.writeString(bpel, Files.readString(bpel).replaceAll("'PT\\d+S'", "'PT1M'"));
        Examples.copy(
                "quickstart",
                List.of("wsdl/quote.wsdl", "wsdl/sequential.wsdl", "bpel/sequential.bpel"),
                folder.resolve("answering"));
    }
}
