package io.soabench.engine.runtime.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.RefusedXmlException;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements in records of a journal. More trees or strings than the build tries: {@code -Dsoabench.codec.trees=1000000}. */
class ElementCodecTest {
    private static final int TREES = Integer.getInteger("soabench.codec.trees", 20_000);
    private static final int STRINGS = Integer.getInteger("soabench.codec.strings", 100_000);
    private static final int DEEP = 200_000;

    /** Bytes of memory for a byte of input: an object of each kind for each byte, and some room. */
    private static final long MOST_MEMORY = 600;

    private final PayloadEncoder encoder = new PayloadEncoder();
    private final PayloadDecoder decoder = new PayloadDecoder();

    private JournalRecord encoded(Element element) {
        return encoder.element(element).finish((byte) 1, 2, 3);
    }

    private Element decoded(JournalRecord record) throws MalformedRecordException {
        decoder.begin(record);
        Element element = decoder.element();
        decoder.end();
        return element;
    }

    private static byte[] xml(Element element) {
        XmlOutput output = new XmlOutput();
        output.element(element);
        return output.toByteArray();
    }

    private static Element read(String xml) throws RefusedXmlException {
        return new ElementReader(XmlLimits.DEFAULT).read(xml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldKeepRandomTrees() throws MalformedRecordException {
        for (long seed = 0; seed < TREES; seed++) {
            Element element = new RandomElements(new Random(seed)).next((int) (seed % 4));

            Element decoded = decoded(encoded(element));

            assertThat(xml(decoded)).as("seed " + seed).isEqualTo(xml(element));
            assertSame(element, decoded, seed);
        }
    }

    /** Compares all parts, also those that make no difference in XML. */
    private static void assertSame(Element expected, Element found, long seed) {
        assertThat(found.prefix()).as("seed " + seed).isEqualTo(expected.prefix());
        assertThat(found.qualifiedName()).as("seed " + seed).isEqualTo(expected.qualifiedName());
        assertThat(found.attributes()).as("seed " + seed).isEqualTo(expected.attributes());
        assertThat(found.declarations()).as("seed " + seed).isEqualTo(expected.declarations());
        assertThat(found.size()).as("seed " + seed).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            if (expected.item(i) instanceof Element child) {
                assertSame(child, (Element) found.item(i), seed);
            } else {
                assertThat(found.item(i)).as("seed " + seed).isEqualTo(expected.item(i));
            }
        }
    }

    @Test
    void shouldKeepNull() throws MalformedRecordException {
        assertThat(decoded(encoded(null))).isNull();
    }

    @Test
    void shouldKeepARowOfElements() throws MalformedRecordException {
        Element element = Element.text("a", "urn:a", "x", "y");
        JournalRecord record =
                encoder.elements(Arrays.asList(element, null, element)).finish((byte) 1, 2, 3);

        decoder.begin(record);

        assertThat(decoder.elements()).containsExactly(element, null, element);
        decoder.end();
        assertThat(record.dictionary()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<c:request xmlns:c=\"urn:bench:client\"><c:id>n12345</c:id><c:count>5</c:count></c:request>",
                "<c:start xmlns:c=\"urn:bench:client\">n12345</c:start>",
                "<p:answer xmlns:p=\"urn:bench:partner\">a-n12345</p:answer>",
                "<p:question xmlns:p=\"urn:bench:partner\">n12345</p:question>",
                "<h:greet xmlns:h=\"urn:soabench:hello\"><h:name>Ada</h:name></h:greet>"
            })
    void shouldTakeLessThanHalfOfTheXml(String xml) throws RefusedXmlException {
        JournalRecord record = encoded(read(xml));

        // The entries themselves are in a batch once. A reference takes two bytes.
        int bytes = record.payload().length + 2 * record.dictionary().size();

        assertThat(bytes / (double) xml.length()).isLessThanOrEqualTo(0.4);
    }

    @Test
    void shouldKeepADeepElement() throws MalformedRecordException {
        Element element = Element.text("a", "urn:a", "x", "y");
        for (int level = 0; level < DEEP; level++) {
            Element parent = Element.empty("a", "urn:a", "x");
            element = level % 2 == 0 ? parent.withContent(List.of(element)) : parent.withContent(List.of("t", element));
        }

        Element decoded = decoded(encoded(element));

        int depth = 0;
        while (decoded != null) {
            depth++;
            decoded = decoded.firstElement();
        }
        assertThat(depth).isEqualTo(DEEP + 1);
    }

    @Test
    @Timeout(20)
    void shouldKeepMoreNamesThanADictionaryHas() throws MalformedRecordException {
        // Texts of "Aa" and "BB" have equal hashes, as a stranger may choose them.
        List<Element> children = new ArrayList<>();
        for (int number = 0; number < 1 << 16; number++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 16; bit++) {
                name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
            }
            children.add(Element.empty("", "", name.toString()));
        }
        Element element = Element.empty("", "", "all").withContent(children);
        JournalRecord record = encoded(element);

        assertThat(record.dictionary()).hasSize(PayloadEncoder.MOST_ENTRIES);
        assertThat(xml(decoded(record))).isEqualTo(xml(element));
    }

    @Test
    void shouldForgetNamesThatAreTooMany() throws MalformedRecordException {
        StartTags tags = new StartTags();
        Set<StartTag> found = new HashSet<>();
        for (int number = 0; number < 10 * StartTags.MOST_TAGS; number++) {
            tags.limit();
            Element element = Element.empty("", "", "n" + number);
            assertThat(tags.of(element)).isSameAs(tags.of(element));
            found.add(tags.of(element));
            assertThat(tags.count()).isLessThanOrEqualTo(StartTags.MOST_TAGS + 1);
        }
        assertThat(found).hasSize(10 * StartTags.MOST_TAGS);
        for (int number = 0; number < 10 * StartTags.MOST_TAGS; number++) {
            Element element = Element.empty("", "", "n" + number);
            assertThat(decoded(encoded(element)).name()).isEqualTo("n" + number);
        }
    }

    @Test
    void shouldTellTagsApartThatDifferInOnePart() throws MalformedRecordException {
        Element plain = Element.empty("a", "urn:a", "x");
        List<Element> elements = List.of(
                plain,
                Element.empty("b", "urn:a", "x"),
                Element.empty("a", "urn:b", "x"),
                Element.empty("a", "urn:a", "y"),
                plain.declaring(new Namespace("a", "urn:a")),
                plain.declaring(new Namespace("b", "urn:a")),
                plain.declaring(new Namespace("b", "urn:a")).declaring(new Namespace("a", "urn:a")),
                plain.declaring(new Namespace("a", "urn:a")).declaring(new Namespace("b", "urn:a")));
        JournalRecord record = encoder.elements(elements).finish((byte) 1, 2, 3);

        assertThat(record.dictionary()).doesNotHaveDuplicates().hasSize(elements.size());
        decoder.begin(record);
        List<Element> decoded = decoder.elements();
        for (int i = 0; i < elements.size(); i++) {
            assertSame(elements.get(i), decoded.get(i), i);
        }
    }

    @Test
    void shouldKeepNumbers() throws MalformedRecordException {
        long[] numbers = {0, 1, 127, 128, 1L << 35, Long.MAX_VALUE, -1, Long.MIN_VALUE};
        for (long number : numbers) {
            encoder.number(number).signed(number).fixed((int) number);
        }
        decoder.begin(encoder.optionalText(null)
                .optionalText("")
                .text("x")
                .bytes(new byte[] {1, 2})
                .finish((byte) 1, 2, 3));

        for (long number : numbers) {
            assertThat(decoder.number()).isEqualTo(number);
            assertThat(decoder.signed()).isEqualTo(number);
            assertThat(decoder.fixed()).isEqualTo((int) number);
        }
        assertThat(decoder.optionalText()).isNull();
        assertThat(decoder.optionalText()).isEmpty();
        assertThat(decoder.text()).isEqualTo("x");
        assertThat(decoder.bytes()).containsExactly(1, 2);
        decoder.end();
    }

    @Test
    void shouldRefuseBytesThatAreLeftOver() {
        decoder.begin(encoder.number(1).number(2).finish((byte) 1, 2, 3));

        assertThatThrownBy(decoder::end)
                .isInstanceOf(MalformedRecordException.class)
                .hasMessage("After the last value 2 bytes are left over.");
    }

    @Test
    void shouldForgetARecordThatWasNotFinished() throws MalformedRecordException {
        encoder.number(5).element(Element.empty("a", "urn:a", "x"));
        encoder.clear();
        JournalRecord record = encoded(Element.empty("a", "urn:a", "y"));

        assertThat(record.dictionary()).hasSize(1);
        assertThat(decoded(record).name()).isEqualTo("y");
    }

    @Test
    @Timeout(60)
    void shouldRefuseOrReadAnyBytes() {
        Random random = new Random(4);
        RandomElements elements = new RandomElements(random);
        int read = 0;
        int refused = 0;
        for (int string = 0; string < STRINGS; string++) {
            JournalRecord record = changed(random, encoded(elements.next(2)));
            try {
                decoder.begin(record);
                decoder.element();
                read++;
            } catch (MalformedRecordException e) {
                assertThat(e.getMessage()).endsWith(".");
                refused++;
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isGreaterThan(STRINGS / 4);
    }

    private static JournalRecord changed(Random random, JournalRecord valid) {
        List<DictionaryEntry> dictionary = new ArrayList<>();
        for (DictionaryEntry entry : valid.dictionary()) {
            if (random.nextInt(20) > 0) {
                dictionary.add(
                        DictionaryEntry.of(random.nextInt(6) > 0 ? entry.bytes() : changed(random, entry.bytes())));
            }
        }
        return new JournalRecord((byte) 1, 2, 3, dictionary, changed(random, valid.payload()));
    }

    private static byte[] changed(Random random, byte[] valid) {
        if (random.nextInt(8) == 0) {
            byte[] any = new byte[random.nextInt(40)];
            random.nextBytes(any);
            return any;
        }
        byte[] bytes = Arrays.copyOf(valid, Math.max(0, valid.length - Math.max(0, random.nextInt(12) - 8)));
        for (int count = random.nextInt(4); count > 0 && bytes.length > 0; count--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    @Test
    @Timeout(60)
    void shouldTakeMemoryInProportionToTheBytes() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        StartTag tag = StartTag.of(Element.empty("", "", "x"));
        List<byte[]> attacks = new ArrayList<>();
        // Each level claims to have as many items as there are bytes.
        ByteSink levels = new ByteSink();
        for (int level = 0; level < 20_000; level++) {
            levels.number((1L << 2 | PayloadEncoder.ITEMS) + 1);
            levels.number(60_000);
        }
        attacks.add(levels.toByteArray());
        // Nothing but empty elements, and nothing but nested ones.
        ByteSink flat = new ByteSink();
        flat.number((1L << 2 | PayloadEncoder.ITEMS) + 1);
        flat.number(60_000);
        ByteSink nested = new ByteSink();
        for (int item = 0; item < 60_000; item++) {
            flat.number((1L << 2 | PayloadEncoder.EMPTY) + 1);
            nested.number((1L << 2 | PayloadEncoder.ONE_ITEM) + 1);
        }
        attacks.add(flat.toByteArray());
        attacks.add(nested.toByteArray());
        for (byte[] attack : attacks) {
            JournalRecord record = new JournalRecord((byte) 1, 2, 3, List.of(tag.entry()), attack);
            PayloadDecoder fresh = new PayloadDecoder();
            long before = threads.getThreadAllocatedBytes(thread);
            try {
                fresh.begin(record);
                fresh.element();
            } catch (MalformedRecordException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
            long bytes = threads.getThreadAllocatedBytes(thread) - before;

            assertThat(bytes / attack.length).isBetween(1L, MOST_MEMORY);
        }
    }
}
