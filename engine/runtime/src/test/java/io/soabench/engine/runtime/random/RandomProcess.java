package io.soabench.engine.runtime.random;

import io.soabench.engine.bpel.ProcessDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * A valid process made of a seed, whose outcome does not depend on the order in which things happen that run together: strands
 * that run together have variables of their own, add to common ones or read them in isolated scopes, and wait for each other
 * by {@link Outside} before one of them is terminated. It ends when the outside does what it is told.
 *
 * @param seed where it comes from
 * @param bpel the text
 */
public record RandomProcess(long seed, String bpel) {
    /** The file of the process. */
    public static final String FILE = "Random.bpel";

    private static final int DEPTH = 4;

    /** The process of a seed. */
    public static RandomProcess of(long seed) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        Asking asking = new Asking(random);
        boolean pokes = random.nextInt(4) == 0;
        ActivityWriting activities = new ActivityWriting(random, asking, pokes);
        Place root = new Place(DEPTH, "s", !pokes, false, false, "", 1);
        String events = pokes
                ? "<eventHandlers>"
                        + new ActivityWriting(random, asking, false).messages().processEvent(root.atMost(2))
                        + "</eventHandlers>"
                : "";
        return new RandomProcess(seed, FRAME.formatted(events, body(random, activities, root)));
    }

    private static String body(Random random, ActivityWriting activities, Place root) {
        String main =
                switch (random.nextInt(12)) {
                    case 0 -> activities.faults().faulting(root);
                    case 1 -> activities.faults().terminated(root, true);
                    default -> Text.sequence(activities.write(root), activities.write(root));
                };
        String after = random.nextInt(3) == 0 ? activities.write(root.atMost(2)) : "";
        return main
                + Text.reply("run", "response", "concat('done ',$request.body/c:id,' ',$i,' ',$k,' ',$s)", "")
                + after;
    }

    private static final String FRAME =
            """
            <process name="Random" targetNamespace="urn:random:process" suppressJoinFailure="yes"
                xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:bpel="http://docs.oasis-open.org/wsbpel/2.0/process/executable"
                xmlns:f="http://soabench.io/engine/faults"
                xmlns:c="urn:random:client" xmlns:p="urn:random:partner"
                xmlns:xsd="http://www.w3.org/2001/XMLSchema">
              <import namespace="urn:random:client" location="client.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <import namespace="urn:random:partner" location="partner.wsdl" importType="http://schemas.xmlsoap.org/wsdl/"/>
              <partnerLinks>
                <partnerLink name="client" partnerLinkType="c:Client" myRole="process"/>
                <partnerLink name="partner" partnerLinkType="c:Partner" partnerRole="service"/>
                <partnerLink name="other" partnerLinkType="c:Partner" partnerRole="service"/>
              </partnerLinks>
              <variables>
                <variable name="request" messageType="c:request"/>
                <variable name="i" type="xsd:int"><from>0</from></variable>
                <variable name="k" type="xsd:int"><from>0</from></variable>
                <variable name="s" type="xsd:string"><from>'s'</from></variable>
              </variables>
              <correlationSets><correlationSet name="byId" properties="c:id"/></correlationSets>
              %s
              <sequence>
                <receive partnerLink="client" operation="run" variable="request" createInstance="yes">
                  <correlations><correlation set="byId" initiate="yes"/></correlations>
                </receive>
                %s
              </sequence>
            </process>""";

    /** Everything that is deployed. */
    public Map<String, byte[]> files() {
        return Map.of(
                FILE,
                bpel.getBytes(StandardCharsets.UTF_8),
                "client.wsdl",
                resource("client.wsdl"),
                "partner.wsdl",
                resource("partner.wsdl"));
    }

    private static byte[] resource(String name) {
        try (InputStream input = RandomProcess.class.getResourceAsStream("/random/" + name)) {
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The process as the engine reads it.
     *
     * @throws AssertionError when the static analysis finds a problem
     */
    public ProcessDefinition definition() {
        ProcessDefinition definition = ProcessDefinition.load(FILE, files());
        if (!definition.isValid()) {
            throw new AssertionError("seed " + seed + ": " + definition.problems() + "\n" + bpel);
        }
        return definition;
    }

    /** The count that the request of an instance carries, by the number of the instance. */
    public static int count(int instance) {
        return instance % 9;
    }

    /**
     * The seeds to try: the one of {@code -Dsoabench.random.seed}, or as many as {@code -Dsoabench.random.processes} says,
     * from {@code -Dsoabench.random.first} (1 if not given).
     */
    public static LongStream seeds(long unlessTold) {
        Long one = Long.getLong("soabench.random.seed");
        long first = Long.getLong("soabench.random.first", 1L);
        return one == null
                ? LongStream.range(first, first + Long.getLong("soabench.random.processes", unlessTold))
                : LongStream.of(one);
    }
}
