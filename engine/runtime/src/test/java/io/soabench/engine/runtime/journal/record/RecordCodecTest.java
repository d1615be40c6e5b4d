package io.soabench.engine.runtime.journal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.fault.Fault;
import io.soabench.engine.runtime.journal.DictionaryEntry;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.xml.Attribute;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.Namespace;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The records of durable instances as bytes. */
class RecordCodecTest {
    private static final int RECORDS = 20_000;
    private static final int STRINGS = Integer.getInteger("soabench.codec.strings", 100_000);

    private final RecordCodec codec = new RecordCodec();

    @Test
    void shouldKeepRandomRecords() throws MalformedRecordException {
        Set<RecordType> met = EnumSet.noneOf(RecordType.class);
        for (long seed = 0; seed < RECORDS; seed++) {
            Recorded recorded = new RandomRecords(new Random(seed)).next();

            JournalRecord record = codec.encode(recorded);
            Recorded decoded = codec.decode(record);

            assertThat(decoded.progress()).as("seed " + seed).isEqualTo(recorded.progress());
            assertThat(decoded.instance()).as("seed " + seed).isEqualTo(recorded.instance());
            assertThat(decoded.sequence()).as("seed " + seed).isEqualTo(recorded.sequence());
            // Records of a history have no equality, and elements are equal with other prefixes: bytes decide.
            assertThat(text(codec.encode(decoded))).as("seed " + seed).isEqualTo(text(record));
            if (recorded.event().type() != RecordType.HISTORY) {
                assertThat(decoded.event()).as("seed " + seed).isEqualTo(recorded.event());
            }
            met.add(recorded.event().type());
        }
        assertThat(met).containsExactly(RecordType.values());
    }

    private static String text(JournalRecord record) {
        HexFormat hex = HexFormat.of();
        String dictionary = record.dictionary().stream()
                .map(entry -> hex.formatHex(entry.bytes()))
                .collect(Collectors.joining(","));
        return record.type() + " " + hex.formatHex(record.payload()) + " " + dictionary;
    }

    @Test
    void shouldKeepTheRecordsOfAHistory() throws MalformedRecordException {
        Element part = Element.text("a", "urn:a", "x", "y");
        List<JournalRecord> records = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            records.add(codec.encode(
                    new Recorded(5, number, Progress.at(number), new RecordedEvent.Answered(number, List.of(part)))));
        }

        JournalRecord history = codec.encode(new Recorded(5, 2, Progress.at(9), new RecordedEvent.History(records)));
        RecordedEvent.History decoded =
                (RecordedEvent.History) codec.decode(history).event();

        // The three records have one name, which is in the dictionary of the batch.
        assertThat(history.dictionary()).isEqualTo(records.get(0).dictionary()).hasSize(1);
        assertThat(decoded.records()).hasSize(3);
        for (int number = 0; number < 3; number++) {
            Recorded one = codec.decode(decoded.records().get(number));
            assertThat(one)
                    .isEqualTo(new Recorded(
                            5, number, Progress.at(number), new RecordedEvent.Answered(number, List.of(part))));
        }
    }

    /** A change of the bytes of a type needs another number of the format, and engines that read both. */
    @ParameterizedTest
    @EnumSource(RecordType.class)
    void shouldHaveTheGoldenBytes(RecordType type) throws IOException, MalformedRecordException {
        Recorded example = example(type);
        String golden = golden(type);

        assertThat(type + " " + text(codec.encode(example))).isEqualTo(golden);

        Recorded decoded = codec.decode(read(golden));
        assertThat(decoded.progress()).isEqualTo(example.progress());
        assertThat(text(codec.encode(decoded))).isEqualTo(text(codec.encode(example)));
    }

    @Test
    void shouldHaveGoldenBytesOfThisFormat() throws IOException {
        assertThat(lines().findFirst()).contains("# format " + RecordCodec.FORMAT);
    }

    private static Stream<String> lines() throws IOException {
        try (InputStream golden = RecordCodecTest.class.getResourceAsStream("/journal/records.golden")) {
            return new String(golden.readAllBytes(), StandardCharsets.UTF_8).lines();
        }
    }

    private static String golden(RecordType type) throws IOException {
        return lines().filter(line -> line.startsWith(type + " ")).findFirst().orElse("no golden bytes of " + type);
    }

    private static JournalRecord read(String golden) {
        String[] words = golden.split(" ", -1);
        HexFormat hex = HexFormat.of();
        List<DictionaryEntry> dictionary = Stream.of(words[3].split(","))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> DictionaryEntry.of(hex.parseHex(entry)))
                .toList();
        return new JournalRecord(Byte.parseByte(words[1]), 5, 3, dictionary, hex.parseHex(words[2]));
    }

    private Recorded example(RecordType type) {
        return new Recorded(5, 3, new Progress(300, 1_790_000_000_123L, 4_000_000_000L, 0xCAFEBABE), event(type));
    }

    private RecordedEvent event(RecordType type) {
        Element part = Element.text("p", "urn:p", "answer", "a")
                .declaring(new Namespace("p", "urn:p"))
                .withAttribute(new Attribute("", "", "id", "\u20ac"));
        List<Element> parts =
                Arrays.asList(part, null, Element.empty("", "", "b").withContent(List.of(part, "t")));
        RecordedEndpoint endpoint = new RecordedEndpoint("http://a/", "urn:wsa", List.of(part), "urn:uuid:1");
        RecordedMessage message = new RecordedMessage(
                2, parts, new RecordedMessage.Addressing("urn:wsa", "urn:uuid:2", endpoint, null), "1.2 urn:b", "key");
        Fault fault = new Fault(new QualifiedName("urn:p", "f"), new QualifiedName("urn:p", "m"), List.of(part), "why");
        return switch (type) {
            case STARTED -> new RecordedEvent.Started(7, message, List.of("1:a", "1:b"));
            case MESSAGE -> new RecordedEvent.Message(new RecordedMessage(2, parts, null, null, null), 3);
            case ANSWERED -> new RecordedEvent.Answered(200, parts);
            case FAILED -> new RecordedEvent.Failed(200, fault);
            case RANG -> new RecordedEvent.Rang(4);
            case TERMINATED -> new RecordedEvent.Terminated();
            case DECIDED -> new RecordedEvent.Decided(RecordedEvent.Decided.Kind.ADDRESS, 1, "http://b/");
            case POSTED -> new RecordedEvent.Posted(1);
            case ENDED -> new RecordedEvent.Ended(RecordedEvent.Ended.Ending.FAULTED, fault);
            case SNAPSHOT ->
                new RecordedEvent.Snapshot(
                        7,
                        1,
                        1_234,
                        List.of(new RecordedRequest("Hello/client/greet", "key", "00ff", 1_790_000_000_000L, true)),
                        Arrays.asList(-3L, null, "text", part, message));
            case HISTORY ->
                new RecordedEvent.History(
                        List.of(codec.encode(example(RecordType.RANG)), codec.encode(example(RecordType.ANSWERED))));
            case DEPLOYED ->
                new RecordedEvent.Deployed(8, "Hello", 7, "00ff", -2, new TreeMap<>(Map.of("zone", "+01:00")));
            case UNDEPLOYED -> new RecordedEvent.Undeployed(7);
            case ENGINE -> new RecordedEvent.EngineStarted(9, 1, "0.1.0");
            case ANSWER -> new RecordedEvent.Answer("Hello/client/greet", "key k", "00ff", parts, fault);
        };
    }

    @Test
    void shouldRefuseARecordOfANewerFormat() {
        JournalRecord record = new JournalRecord((byte) 1, 5, 3, new byte[] {RecordCodec.FORMAT + 1});

        assertThatThrownBy(() -> codec.decode(record))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessage("The record has format 2, and this engine reads format 1; use the engine that wrote it.");
    }

    @Test
    void shouldRefuseAnUnknownType() {
        JournalRecord known = codec.encode(example(RecordType.RANG));
        JournalRecord record = new JournalRecord((byte) 100, 5, 3, known.payload());

        assertThatThrownBy(() -> codec.decode(record))
                .isInstanceOf(MalformedRecordException.class)
                .hasMessage("The record has the unknown type 100.");
    }

    @Test
    @Timeout(60)
    void shouldRefuseOrReadAnyBytes() {
        Random random = new Random(5);
        RandomRecords records = new RandomRecords(random);
        int read = 0;
        int refused = 0;
        for (int string = 0; string < STRINGS; string++) {
            JournalRecord valid = codec.encode(records.next());
            byte[] payload = valid.payload().clone();
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                payload[1 + random.nextInt(payload.length - 1)] = (byte) random.nextInt(256);
            }
            byte[] shorter = Arrays.copyOf(payload, payload.length - Math.max(0, random.nextInt(6) - 4));
            byte type = random.nextInt(10) > 0 ? valid.type() : (byte) random.nextInt(256);
            try {
                codec.decode(new JournalRecord(type, 5, 3, valid.dictionary(), shorter));
                read++;
            } catch (MalformedRecordException e) {
                assertThat(e.getMessage()).endsWith(".");
                refused++;
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isGreaterThan(STRINGS / 10);
    }
}
