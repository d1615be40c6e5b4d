package io.soabench.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

final class ExpositionTest {

    private static final Path EXAMPLES = Path.of("../../examples");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"quickstart", "mixed", "lan", "callback", "shapes", "black-box"})
    void shouldWriteAPageThatNeedsNothingElse(String example) throws Exception {
        List<Path> written = write(example);

        String html = Files.readString(written.get(0));
        assertThat(html).doesNotContain("<script", "src=", "href=", "url(", "@import");
        assertThat(written.size() - 1L)
                .as("each picture is a figure of the page, too")
                .isEqualTo(html.lines().filter(line -> line.startsWith("<svg ")).count());
        for (Path svg : written.subList(1, written.size())) {
            Element root = parsed(Files.readString(svg)).getDocumentElement();
            assertThat(root.getElementsByTagName("title").item(0).getTextContent())
                    .isNotBlank();
            assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
                    .isNotBlank();
            assertThat(html).contains(Files.readString(svg));
        }
    }

    @Test
    void shouldSayInWordsWhereEverythingIs() throws Exception {
        write("lan");

        assertThat(description("deployment.svg"))
                .isEqualTo("load clients on left with office, web; load clients on right with office, web;"
                        + " engine : reference on under-test with Sequential; mocks : axis2 on partners with quotes."
                        + " Calls: engine : reference to mocks : axis2, load clients to engine : reference.");
    }

    @Test
    void shouldSayTheStructureOfAProcess() throws Exception {
        write("quickstart");

        assertThat(description("process-flownodep.svg"))
                .isEqualTo(
                        "process FlowNoDep (receive client.offer; assign ask; flow quotes (invoke quote.quote; invoke quote.quote;"
                                + " invoke quote.quote; invoke quote.quote; invoke quote.quote); assign offer; reply client.offer)");
    }

    @Test
    void shouldDrawARampAsALine() throws Exception {
        write("shapes");

        // 4 s at 30 /s, 4 s ramp to 150 /s, 4 s at 150 /s, 8 s at 30 /s, in 20 s and up to 165 /s.
        Chart chart = new Chart(330, 170, 0, 20, 165);
        StringBuilder line = new StringBuilder();
        double[][] points = {{0, 30}, {4, 30}, {4, 30}, {8, 150}, {8, 150}, {12, 150}, {12, 30}, {20, 30}};
        for (double[] point : points) {
            line.append(Svg.format("%s%.1f %.1f", line.isEmpty() ? "M" : " L", chart.x(point[0]), chart.y(point[1])));
        }
        assertThat(Files.readString(folder.resolve("workload-rush.svg"))).contains("d=\"" + line + "\"");
    }

    @Test
    void shouldListAllCasesWithTheirRepetitions() throws Exception {
        String html = Files.readString(write("quickstart").get(0));

        assertThat(html)
                .contains(
                        "<tr><td>Sequential-office-engine</td><td>engine</td><td>Sequential</td><td>office</td><td>here</td><td>2</td>",
                        "<tr><td>FlowNoDep-web-engine</td>",
                        "<tr><th scope=\"row\">seed</th><td>42,",
                        "<tr><th scope=\"row\">estimate</th><td>four cases</td></tr>",
                        "<li>median response-time &lt; 1 s</li>")
                .doesNotContain("<tr><th scope=\"row\">profile</th>");
    }

    @Test
    void shouldBeTheSameBytesEachTime() throws Exception {
        List<Path> files = write("shapes");
        List<String> first = texts(files);

        assertThat(texts(write("shapes"))).isEqualTo(first);
    }

    @Test
    void shouldEscapeWhatAModelSays() {
        assertThat(new Svg(10, 10)
                        .text(0, 0, "<b> & \"c\"\u0001", "start", 10, false)
                        .picture("<t>", "a & b"))
                .contains(
                        "&lt;b&gt; &amp; &quot;c&quot; </text>", "<title>&lt;t&gt;</title>", "<desc>a &amp; b</desc>");
    }

    private static List<String> texts(List<Path> files) throws IOException {
        return files.stream()
                .map(file -> {
                    try {
                        return Files.readString(file);
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })
                .toList();
    }

    private List<Path> write(String example) throws IOException {
        TestbedReader.Result model =
                new TestbedReader().read(EXAMPLES.resolve(example).resolve(example + ".testbed"));
        return Exposition.write(model, model.whole().defaultProfile(), Optional.empty(), List.of("four cases"), folder);
    }

    private String description(String picture) throws Exception {
        return parsed(Files.readString(folder.resolve(picture)))
                .getElementsByTagName("desc")
                .item(0)
                .getTextContent();
    }

    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }
}
