package io.soabench.mock;

import io.soabench.plan.Json;
import io.soabench.plan.MockPlan;
import io.soabench.plan.MockPlan.MockOperation;
import io.soabench.plan.MockPlan.UiidSource;
import io.soabench.plan.MockPlan.UiidSource.Kind;
import io.soabench.plan.SoapVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes mock folders as a compiled testbed has them. The document-style service is called {@code stock} (operations quote,
 * order, and the one-way notify), the rpc-style one {@code sum} (operation add).
 */
public final class LoadedMockFixture {

    /** Namespace of the document-style service. */
    public static final String STOCK = "urn:example:stock";

    /** Namespace of the rpc-style service. */
    public static final String SUM = "urn:example:sum";

    private LoadedMockFixture() {}

    /** The document-style service, identified by an element of the message. */
    public static Path stock(Path parent, int instance, List<String> trace) throws IOException {
        UiidSource source =
                new UiidSource(Kind.MESSAGE, List.of("{" + STOCK + "}request", "{" + STOCK + "}id"), List.of(), "");
        return stock(parent, instance, source, trace);
    }

    /** The document-style service, which answers its one-way operation by a callback with the text of the note. */
    public static Path stockCallingBack(Path parent, int instance, String address, List<String> trace)
            throws IOException {
        UiidSource source = new UiidSource(Kind.HEADER, List.of(), List.of(), "X-UIID");
        Path folder = stock(parent, instance, source, trace);
        Files.createDirectories(folder.resolve("callbacks"));
        Files.writeString(
                folder.resolve("callbacks/noted.xml"),
                envelope("<s:noted xmlns:s=\"" + STOCK + "\">" + MockPlan.Callback.placeholder(0) + "</s:noted>"));
        Path description = folder.resolve("mock.json");
        Json.write(
                description,
                Json.read(description, MockPlan.class)
                        .callingBack(new MockPlan.Callback(
                                "noted",
                                STOCK + ":noted",
                                address,
                                "callbacks/noted.xml",
                                List.of(List.of("{" + STOCK + "}note")))));
        return folder;
    }

    /** The document-style service, identified as said. */
    public static Path stock(Path parent, int instance, UiidSource source, List<String> trace) throws IOException {
        MockPlan plan = new MockPlan(
                "stock",
                instance,
                "stock-" + instance,
                "wsdl/stock.wsdl",
                STOCK,
                "StockService",
                "StockPort",
                source,
                List.of(
                        new MockOperation(
                                "quote", STOCK + ":quote", "{" + STOCK + "}request", false, "answers/quote.xml"),
                        new MockOperation(
                                "order", STOCK + ":order", "{" + STOCK + "}order", false, "answers/order.xml"),
                        new MockOperation("notify", STOCK + ":notify", "{" + STOCK + "}note", true, "")));
        Path folder = write(parent, plan, trace);
        copy("stock/stock.wsdl", folder.resolve("wsdl/stock.wsdl"));
        copy("stock/types/stock.xsd", folder.resolve("wsdl/types/stock.xsd"));
        answer(folder, "quote", "<s:quote xmlns:s=\"" + STOCK + "\"><s:price>0</s:price><s:name/></s:quote>");
        answer(folder, "order", "<s:confirmation xmlns:s=\"" + STOCK + "\" accepted=\"false\"/>");
        return folder;
    }

    /** The rpc-style service, identified by an attribute and with the step in the message. */
    public static Path sum(Path parent, List<String> trace) throws IOException {
        UiidSource source = new UiidSource(
                Kind.MESSAGE,
                List.of("{" + SUM + "}add", "{}call", "@id"),
                List.of("{" + SUM + "}add", "{}call", "@step"),
                "");
        MockPlan plan = new MockPlan(
                "sum",
                1,
                "sum-1",
                "wsdl/sum.wsdl",
                SUM,
                "SumService",
                "SumPort",
                source,
                List.of(new MockOperation("add", SUM + "/add", "{" + SUM + "}add", false, "answers/add.xml")));
        Path folder = write(parent, plan, trace);
        copy("sum/sum.wsdl", folder.resolve("wsdl/sum.wsdl"));
        answer(folder, "add", "<r:addResponse xmlns:r=\"" + SUM + "\"><sum>0</sum></r:addResponse>");
        return folder;
    }

    /** Lets a service of {@link #sum} draw the sum that it answers. */
    public static void drawing(Path sum, MockPlan.Draw draw) throws IOException {
        Path description = sum.resolve("mock.json");
        Json.write(description, Json.read(description, MockPlan.class).drawing(List.of(draw)));
        Path answer = sum.resolve("answers/add.xml");
        Files.writeString(
                answer, Files.readString(answer).replace("<sum>0<", "<sum>" + MockPlan.Draw.placeholder(0) + "<"));
    }

    /** Lets a service of {@link #stock} speak SOAP 1.2, and repeat the identifier of a request in the name that it answers. */
    public static void speakingSoap12(Path stock) throws IOException {
        Path description = stock.resolve("mock.json");
        Json.write(description, Json.read(description, MockPlan.class).speaking(SoapVersion.SOAP_12));
        for (String operation : List.of("quote", "order")) {
            Path answer = stock.resolve("answers/" + operation + ".xml");
            Files.writeString(
                    answer,
                    Files.readString(answer)
                            .replace(SoapVersion.SOAP_11.namespace(), SoapVersion.SOAP_12.namespace())
                            .replace("<s:name/>", "<s:name>" + MockPlan.UIID + "</s:name>"));
        }
    }

    private static Path write(Path parent, MockPlan plan, List<String> trace) throws IOException {
        Path folder = parent.resolve(plan.path());
        Files.createDirectories(folder.resolve("answers"));
        Json.write(folder.resolve("mock.json"), plan);
        List<String> lines = new ArrayList<>();
        lines.add("# soabench behaviour trace 1");
        lines.add("# service=" + plan.service() + " instance=" + plan.instance());
        lines.addAll(trace);
        Files.write(folder.resolve("behaviour.trace"), lines);
        return folder;
    }

    private static void answer(Path folder, String operation, String body) throws IOException {
        Files.writeString(folder.resolve("answers/" + operation + ".xml"), envelope(body));
    }

    private static void copy(String resource, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (InputStream in = LoadedMockFixture.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("resource " + resource + " is missing");
            }
            Files.copy(in, file);
        }
    }

    /** A SOAP 1.1 envelope with that body. */
    public static String envelope(String body) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\"><soapenv:Body>"
                + body + "</soapenv:Body></soapenv:Envelope>\n";
    }

    /** A request for operation quote of the document-style service. */
    public static String quote(String uiid) {
        return envelope("<s:request xmlns:s=\"" + STOCK + "\"><s:symbol>X</s:symbol><s:id> " + uiid
                + " </s:id><s:rest>1</s:rest></s:request>");
    }

    /** A request for operation add of the rpc-style service. */
    public static String add(String uiid, int step) {
        return envelope(String.format(
                Locale.ROOT,
                "<r:add xmlns:r=\"%s\"><call id=\"%s\" step=\"%d\"><a>1</a><b>2</b></call></r:add>",
                SUM,
                uiid,
                step));
    }
}
