package io.soabench.engine.server.durable;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.JournalReport;
import io.soabench.engine.runtime.journal.codec.MalformedRecordException;
import io.soabench.engine.runtime.journal.record.RecordCodec;
import io.soabench.engine.runtime.journal.record.RecordType;
import io.soabench.engine.runtime.journal.record.Recorded;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.QualifiedName;
import java.io.IOException;
import java.io.Serial;
import java.time.Instant;
import java.util.List;

/**
 * A writer of lines of JSON about journals and their records. Elements are XML texts.
 *
 * <p>Threading: one thread.
 */
final class RecordLines {
    private final RecordCodec codec = new RecordCodec();
    private final RecordCodec innerCodec = new RecordCodec();
    private final ObjectMapper mapper = new ObjectMapper();

    RecordLines() {
        SimpleModule module = new SimpleModule();
        module.addSerializer(new Plain<>(Element.class));
        module.addSerializer(new Plain<>(QualifiedName.class));
        module.addSerializer(new Inner());
        mapper.registerModule(module);
        mapper.disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
    }

    /** The serializer of values whose text contains all of their data. */
    private static final class Plain<T> extends StdSerializer<T> {
        @Serial
        private static final long serialVersionUID = 1;

        Plain(Class<T> type) {
            super(type);
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeString(value.toString());
        }
    }

    /** The serializer of records within a record. */
    private final class Inner extends StdSerializer<JournalRecord> {
        @Serial
        private static final long serialVersionUID = 1;

        Inner() {
            super(JournalRecord.class);
        }

        @Override
        public void serialize(JournalRecord value, JsonGenerator generator, SerializerProvider provider)
                throws IOException {
            generator.writeTree(node(value, innerCodec));
        }
    }

    /** Returns a line about a record. */
    String line(String journal, long segment, JournalRecord record) {
        ObjectNode line = mapper.createObjectNode();
        line.put("journal", journal).put("segment", segment);
        line.setAll(node(record, codec));
        return line.toString();
    }

    private ObjectNode node(JournalRecord record, RecordCodec reader) {
        ObjectNode node = mapper.createObjectNode();
        try {
            node.put("type", RecordType.of(record.type()).name());
            node.put("instance", record.instance()).put("sequence", record.sequence());
            Recorded recorded = reader.decode(record);
            node.put("steps", recorded.progress().steps());
            node.put("time", Instant.ofEpochMilli(recorded.progress().timeMs()).toString());
            node.put("trace", Integer.toHexString(recorded.progress().trace()));
            node.set("values", mapper.valueToTree(recorded.event()));
        } catch (MalformedRecordException e) {
            node.put("number", record.type()).put("error", e.getMessage());
        }
        return node;
    }

    /** Returns a line about an instance that has not ended. */
    String line(String journal, UnfinishedInstances.Unfinished instance) {
        List<JournalRecord> records = instance.history().records();
        ObjectNode line = mapper.createObjectNode()
                .put("journal", journal)
                .put("instance", instance.history().instance())
                .put("records", records.size())
                .put(
                        "bytes",
                        records.stream().mapToLong(JournalRecord::ownBytes).sum())
                .put("complete", instance.history().complete());
        putTime(line, "first", records.get(0));
        putTime(line, "last", records.get(records.size() - 1));
        instance.semantics().forEach(line.putArray("semantics")::add);
        return line.toString();
    }

    private void putTime(ObjectNode line, String name, JournalRecord record) {
        try {
            line.put(
                    name,
                    Instant.ofEpochMilli(codec.decode(record).progress().timeMs())
                            .toString());
        } catch (MalformedRecordException e) {
            line.putNull(name);
        }
    }

    /** Returns a line about an instance that was ended. */
    String ended(String journal, long instance) {
        return mapper.createObjectNode()
                .put("journal", journal)
                .put("instance", instance)
                .put("ended", true)
                .toString();
    }

    /** Returns a line about a whole journal. */
    String line(String journal, JournalReport report) {
        ObjectNode line = mapper.createObjectNode();
        line.put("journal", journal);
        line.setAll((ObjectNode) mapper.valueToTree(report));
        return line.toString();
    }
}
