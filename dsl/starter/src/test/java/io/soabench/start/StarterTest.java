package io.soabench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StarterTest {

    private static final Path EXAMPLES = Path.of("../../examples");

    @TempDir
    Path folder;

    /** Partners in a row and at once, with links, in loops, that call back; clients that are called back; choices. */
    static Stream<Path> processes() throws IOException {
        Set<String> seen = new HashSet<>();
        try (Stream<Path> all = Files.walk(EXAMPLES)) {
            return all
                    .sorted()
                    .filter(file -> file.toString().endsWith(".bpel")
                            && seen.add(file.getFileName().toString()))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("processes")
    void shouldWriteATestbedThatIsValidForEachProcessOfTheExamples(Path bpel) throws Exception {
        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.runs()).isTrue();
        assertThat(started.waitsFor()).isEmpty();
        assertThat(started.next()).isEqualTo("it runs as it is");
        assertThat(files(folder)).containsExactlyElementsOf(started.files());
        assertThat(started.files()).contains(started.testbed());
        assertThat(started.testbed())
                .content()
                .contains("mvn soabench:run ", "write " + MavenGoal.PLUGIN + " for soabench.");
    }

    @Test
    void shouldOverwriteNothing() throws Exception {
        Path bpel = EXAMPLES.resolve("quickstart/bpel/sequential.bpel");
        Path data = Files.createDirectories(folder.resolve("made/data"));
        Files.writeString(data.resolve("request.xml"), "mine");

        assertThatThrownBy(() -> new Starter().fromBpel(bpel, folder.resolve("made")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(data.resolve("request.xml")
                        + " is already there, and nothing is overwritten; choose another folder");
        assertThat(files(folder)).containsExactly(data.resolve("request.xml"));
        assertThat(data.resolve("request.xml")).hasContent("mine");
    }

    @Test
    void shouldRefuseAFolderThatHasATestbed() throws Exception {
        Path bpel = EXAMPLES.resolve("quickstart/bpel/sequential.bpel");
        StartedTestbed first = new Starter().fromBpel(bpel, folder);
        List<Path> before = files(folder);

        assertThatThrownBy(() -> new Starter().fromBpel(bpel, folder))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(folder + " already has a testbed, "
                        + first.testbed().getFileName() + ", and nothing is overwritten; choose another folder");
        assertThat(files(folder)).isEqualTo(before);
    }

    @Test
    void shouldMakeAMockOfAContract() throws Exception {
        StartedTestbed started = new Starter().fromWsdl(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"), folder);

        assertThat(started.left()).isEmpty();
        assertThat(Files.readString(started.testbed()))
                .contains("server mocks : lean on here { serves service }", "case for process in (service)")
                .contains("// process real { black box wsdl");
        assertThat(folder.resolve("data/request.xml")).content().contains("${uiid}");
    }

    @Test
    void shouldMakeABlackBoxOfARunningServiceAndRefuseOneThatDoesNotAnswer() throws Exception {
        byte[] wsdl = Files.readAllBytes(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/services/quote", exchange -> {
            exchange.sendResponseHeaders("wsdl".equals(exchange.getRequestURI().getQuery()) ? 200 : 500, wsdl.length);
            exchange.getResponseBody().write(wsdl);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/services/quote");
        StartedTestbed started;
        try {
            started = new Starter().fromBlackBox(url, folder.resolve("made"));
        } finally {
            server.stop(0);
        }

        assertThat(started.left()).isEmpty();
        assertThat(Files.readString(started.testbed()))
                .contains("black box wsdl \"wsdl/quote.wsdl\" at \"" + url + "\"");
        assertThatThrownBy(() -> new Starter().fromBlackBox(url, folder.resolve("other")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith(url + "?wsdl does not answer (")
                .hasMessageEndingWith("); start the service, or correct the address");
        assertThat(folder.resolve("other")).doesNotExist();
    }

    @Test
    void shouldFindWhatImportsMiss() throws Exception {
        Path from = Files.createDirectories(folder.resolve("from/elsewhere"));
        Path wsdl = EXAMPLES.resolve("quickstart/wsdl");
        Files.copy(wsdl.resolve("quote.wsdl"), from.resolve("quote.wsdl"));
        // Nobody says how the partner is reached.
        String quote = Files.readString(from.resolve("quote.wsdl"));
        Files.writeString(from.resolve("quote.wsdl"), quote.replaceFirst("(?s)<binding .*</service>", ""));
        Files.copy(wsdl.resolve("sequential.wsdl"), from.resolve("sequential.wsdl"));
        Path bpel = folder.resolve("from/sequential.bpel");
        Files.writeString(
                bpel,
                Files.readString(EXAMPLES.resolve("quickstart/bpel/sequential.bpel"))
                        .replace("../wsdl/quote.wsdl", "http://nowhere.example/quote.wsdl"));

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.left()).isEmpty();
        assertThat(started.notes())
                .contains(
                        "sequential.bpel imports \"http://nowhere.example/quote.wsdl\"; elsewhere/quote.wsdl was taken",
                        "sequential.bpel imports \"../wsdl/sequential.wsdl\", which is not there; elsewhere/sequential.wsdl was taken")
                .anyMatch(note -> note.endsWith(
                        "-soap.wsdl was added, because no WSDL document says how that port type is reached by SOAP"));
        assertThat(bpel).content().contains("http://nowhere.example/quote.wsdl");
    }

    @Test
    void shouldRefuseInASentenceAndLeaveNothing() throws Exception {
        Path old = folder.resolve("old.bpel");
        Files.writeString(old, "<process xmlns='http://schemas.xmlsoap.org/ws/2003/03/business-process/'/>");

        assertThatThrownBy(() -> new Starter().fromBpel(old, folder.resolve("a/b")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("is no WS-BPEL 2.0 but a process of namespace");
        assertThatThrownBy(() -> new Starter().fromBpel(folder.resolve("no.bpel"), folder.resolve("a/b")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessage("there is no file " + folder.resolve("no.bpel")
                        + " that can be read; name a BPEL process that is there");
        assertThat(files(folder)).containsExactly(old);
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @Test
    void shouldNotPromiseThatAProcessEndsWhichWaitsForItsClients() throws Exception {
        Path from = folder.resolve("from");
        for (String name : List.of("bpel/purchase.bpel", "wsdl/purchase.wsdl", "wsdl/quote.wsdl")) {
            Files.createDirectories(from.resolve(name).getParent());
            Files.copy(EXAMPLES.resolve("async").resolve(name), from.resolve(name));
        }
        Path bpel = from.resolve("bpel/purchase.bpel");
        Files.writeString(
                bpel,
                Files.readString(bpel)
                        .replace(
                                "<invoke name=\"answer-customer\"",
                                "<receive partnerLink='client' operation='order' variable='order'><correlations>"
                                        + "<correlation set='purchase'/></correlations></receive>"
                                        + "<invoke name='answer-customer'"));

        Path wsdl = from.resolve("wsdl/purchase.wsdl");
        Files.writeString(
                wsdl,
                Files.readString(wsdl)
                        .replace(
                                "</definitions>",
                                "<vprop:propertyAlias propertyName='p:id' messageType='p:order' part='body'>"
                                        + "<vprop:query>p:id</vprop:query></vprop:propertyAlias></definitions>"));

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.waitsFor()).containsExactly("order");
        assertThat(started.next())
                .isEqualTo("it can be run, but instances wait for \""
                        + started.waitsFor().get(0)
                        + "\", which the load does not send; end that wait by an alarm, or leave it out");
    }

    @Test
    void shouldSayWhatIsLeftWhenItCannotBeMended() throws Exception {
        Path bpel = folder.resolve("sequential.bpel");
        Files.copy(EXAMPLES.resolve("quickstart/bpel/sequential.bpel"), bpel);

        StartedTestbed started = new Starter().fromBpel(bpel, folder.resolve("made"));

        assertThat(started.runs()).isFalse();
        assertThat(started.left().stream().map(issue -> issue.text(folder)).toList())
                .anyMatch(line -> line.startsWith("made/process/sequential.bpel:")
                        && line.contains("'../wsdl/quote.wsdl' is not found"))
                .noneMatch(line -> line.contains(".soabench-init-"));
        assertThat(started.notes())
                .contains(
                        "sequential.bpel imports \"../wsdl/quote.wsdl\", which is not there, and no such document is near; put it there");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldTakeNothingOfOthersWhereEverybodyMayWrite() throws Exception {
        Path place = Files.createDirectory(folder.resolve("place"));
        Path bpel = Files.createDirectory(place.resolve("mine")).resolve("sequential.bpel");
        Files.copy(EXAMPLES.resolve("quickstart/bpel/sequential.bpel"), bpel);
        Path theirs = Files.createDirectory(place.resolve("theirs")).resolve("quote.wsdl");
        Files.copy(EXAMPLES.resolve("quickstart/wsdl/quote.wsdl"), theirs);

        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(new Starter().fromBpel(bpel, folder.resolve("near")).files())
                .anyMatch(file -> file.endsWith("theirs/quote.wsdl"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(new Starter().fromBpel(bpel, folder.resolve("made")).files())
                .noneMatch(file -> file.endsWith("quote.wsdl"));
    }

    private static List<Path> files(Path below) throws IOException {
        try (Stream<Path> all = Files.walk(below)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
