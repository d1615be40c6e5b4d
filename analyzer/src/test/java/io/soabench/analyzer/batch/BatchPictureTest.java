package io.soabench.analyzer.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

final class BatchPictureTest {

    private static final String FIRST = "#2f6db5";
    private static final String SECOND = "#d9822b";
    private static final double TENTH = 0.11;

    @TempDir
    private Path folder;

    private Document picture(BatchFixture batches) throws Exception {
        return parsed(svg(batches));
    }

    private String svg(BatchFixture batches) throws IOException {
        return BatchPicture.of(BatchComparison.of(batches.read(folder), Optional.empty(), 0.95));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Element> all(Document picture, String name) {
        NodeList nodes = picture.getElementsByTagName(name);
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            found.add((Element) nodes.item(i));
        }
        return found;
    }

    /** Without the square of the legend. */
    private static List<Element> bars(Document picture, String colour) {
        List<Element> filled = all(picture, "rect").stream()
                .filter(rect -> rect.getAttribute("fill").equals(colour))
                .toList();
        return filled.subList(1, filled.size());
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static List<String> texts(Document picture) {
        return all(picture, "text").stream().map(Element::getTextContent).toList();
    }

    private static BatchFixture two() {
        BatchFixture batches = new BatchFixture();
        for (int round = 1; round <= 3; round++) {
            batches.batch("DAG", "base & <all>", round, 100 * round);
            batches.batch("DAG", "faster", round, 80 * round + round % 2);
            batches.batch("DAG", "slower", round, 125 * round);
        }
        return batches.batch("Loop", "base & <all>", 1, 100).batch("Loop", "faster", 1, 50);
    }

    @Test
    void shouldDrawBarsUpAndDownFromOne() throws Exception {
        Document picture = picture(two());

        // 0.8 to 2 in steps of 0.2, in 180 pixels.
        assertThat(texts(picture))
                .containsSequence("0.8", "1", "1.2")
                .contains(
                        "2",
                        "DAG",
                        "Loop",
                        "all processes",
                        "100 instances",
                        "speed-up over base & <all>",
                        "faster",
                        "slower")
                .doesNotContain("0.6", "2.2");
        double pixels = 180 / 1.2;
        List<Element> up = bars(picture, FIRST);
        List<Element> down = bars(picture, SECOND);
        assertThat(up).as("bars of DAG, Loop and both").hasSize(3);
        assertThat(down).hasSize(1);
        double one = number(down.get(0), "y");
        assertThat(number(down.get(0), "height")).isCloseTo(0.2 * pixels, within(TENTH));
        assertThat(number(up.get(1), "height")).isCloseTo(pixels, within(TENTH));
        for (Element bar : up) {
            assertThat(number(bar, "y") + number(bar, "height")).isCloseTo(one, within(2 * TENTH));
        }
        assertThat(number(up.get(1), "x")).isGreaterThan(number(down.get(0), "x"));
    }

    @Test
    void shouldDrawIntervalsThatAreKnown() throws Exception {
        Document picture = picture(two());

        // Three rounds of DAG with two configurations; one round of Loop has none, and so have both together.
        assertThat(all(picture, "path")).hasSize(2);
        String[] whisker = all(picture, "path").get(0).getAttribute("d").split("[ MHV]+", -1);
        Element bar = bars(picture, FIRST).get(0);
        assertThat(Double.parseDouble(whisker[2])).as("upper end").isLessThan(number(bar, "y"));
        assertThat(Double.parseDouble(whisker[6])).as("lower end").isGreaterThan(number(bar, "y"));
    }

    @Test
    void shouldHaveAPanelForEachSize() throws Exception {
        Document picture = picture(new BatchFixture()
                .batch("DAG", 5000, "a", 1, 1, 10)
                .batch("DAG", 5000, "b", 1, 1, 10)
                .batch("DAG", 30000, "a", 1, 1, 10)
                .batch("DAG", 30000, "b", 1, 1, 9.99));

        assertThat(texts(picture))
                .contains("5,000 instances", "30,000 instances")
                .doesNotContain("NaN");
        assertThat(bars(picture, FIRST)).hasSize(2);
        assertThat(number(bars(picture, FIRST).get(0), "height")).isZero();
    }

    @Test
    void shouldBeTheSameForTheSameBatches() throws IOException {
        assertThat(svg(two())).isEqualTo(svg(two()));
    }
}
