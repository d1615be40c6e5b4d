package io.soabench.engine.bench;

import io.soabench.engine.runtime.journal.JournalRecord;
import io.soabench.engine.runtime.journal.codec.PayloadDecoder;
import io.soabench.engine.runtime.journal.codec.PayloadEncoder;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.runtime.xml.ElementReader;
import io.soabench.engine.runtime.xml.XmlLimits;
import io.soabench.engine.runtime.xml.XmlOutput;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The form of message data in records of a journal beside the same message as XML, both into and out of an array of bytes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ElementCodecBench {
    private final PayloadEncoder encoder = new PayloadEncoder();
    private final PayloadDecoder decoder = new PayloadDecoder();
    private final XmlOutput output = new XmlOutput();
    private final ElementReader reader = new ElementReader(XmlLimits.DEFAULT);
    private Element element;
    private byte[] xml;
    private JournalRecord record;

    /** The number of times that a request has its content. */
    @Param({"1", "100"})
    public int parts;

    /** Makes a message of the bench with so many equal parts. */
    @Setup
    public void prepare() throws Exception {
        String part = "<c:id>n12345</c:id><c:count>5</c:count>";
        xml = Shape.bytes("<c:request xmlns:c=\"urn:bench:client\">" + part.repeat(parts) + "</c:request>");
        element = reader.read(xml);
        record = encoder.element(element).finish((byte) 1, 2, 3);
    }

    /** Makes a record of the message. */
    @Benchmark
    public Object encode() {
        return encoder.element(element).finish((byte) 1, 2, 3);
    }

    /** Makes the message of a record. */
    @Benchmark
    public Object decode() throws Exception {
        decoder.begin(record);
        return decoder.element();
    }

    /** Makes XML of the message: the baseline of encode. */
    @Benchmark
    public Object encodeBaseline() {
        output.clear();
        output.element(element);
        return output.toByteArray();
    }

    /** Makes the message of XML: the baseline of decode. */
    @Benchmark
    public Object decodeBaseline() throws Exception {
        return reader.read(xml);
    }
}
