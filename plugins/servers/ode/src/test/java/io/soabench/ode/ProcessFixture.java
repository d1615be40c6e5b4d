package io.soabench.ode;

import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ProcessSource.Invoked;
import io.soabench.plugin.ProcessSource.Provided;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The process of the tests: two partner links to one service, whose addresses differ. */
final class ProcessFixture {

    static final String NAME = "Exchange-1";

    static final List<String> DOCUMENTS = List.of("bpel/exchange.bpel", "wsdl/exchange.wsdl", "wsdl/rates.wsdl");

    private ProcessFixture() {}

    /** The process, its documents copied to the folder. */
    static ProcessSource in(Path folder, String first, String second) throws IOException {
        Map<String, Path> documents = new TreeMap<>();
        for (String document : DOCUMENTS) {
            Path target = folder.resolve(document);
            Files.createDirectories(target.getParent());
            documents.put(document, Files.writeString(target, text("process/" + document)));
        }
        return new ProcessSource(
                NAME,
                "bpel/exchange.bpel",
                documents,
                "urn:test:exchange/process",
                "Exchange",
                List.of(new Provided("client", "urn:test:exchange", "ExchangeService", "ExchangePort")),
                List.of(
                        new Invoked("first", "urn:test:rates", "RatesService", "RatesPort", first),
                        new Invoked("second", "urn:test:rates", "RatesService", "RatesPort", second)));
    }

    /** A process that takes one-way requests and calls back who waits at that address, its documents copied to the folder. */
    static ProcessSource callingBack(Path folder, String address) throws IOException {
        Map<String, Path> documents = new TreeMap<>();
        for (String document : List.of("bpel/notice.bpel", "wsdl/notice.wsdl")) {
            Path target = folder.resolve(document);
            Files.createDirectories(target.getParent());
            documents.put(document, Files.writeString(target, text("notice/" + document)));
        }
        return new ProcessSource(
                NAME,
                "bpel/notice.bpel",
                documents,
                "urn:test:notice/process",
                "Notice",
                List.of(new Provided("client", "urn:test:notice", "AskedService", "AskedPort")),
                List.of(new Invoked("client", "urn:test:notice", "AskingService", "AskingPort", address)));
    }

    /** A resource beside this class. */
    static String text(String name) throws IOException {
        try (InputStream in = ProcessFixture.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
