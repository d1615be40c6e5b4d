package io.soabench.engine.bpel;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.contracts.source.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GrammarTest {
    private static String list(String bpel) {
        Map<String, byte[]> entries = Map.of("x.bpel", bpel.getBytes(StandardCharsets.UTF_8));
        StringBuilder text = new StringBuilder();
        for (Problem problem : ProcessDefinition.load("x.bpel", entries).problems()) {
            text.append(problem).append('\n');
        }
        return text.toString();
    }

    @Test
    void shouldListAllProblemsWhenDocumentBreaksTheGrammar() {
        String bpel =
                """
                <process xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/executable" targetNamespace="urn:x" colour="red">
                  <variables>
                    <variable name="a b" type="none:int"/>
                  </variables>
                  <partnerLinks/>
                  <sequence>
                    <documentation>Anything may be here <b/></documentation>
                    <recieve partnerLink="p"/>
                    <receive partnerLink="p" createInstance="true">stray text</receive>
                    <while><condition>true()</condition></while>
                    <forEach counterName="i" parallel="no"><scope><empty/></scope></forEach>
                    <other:thing xmlns:other="urn:other"/>
                  </sequence>
                </process>
                """;
        assertThat(list(bpel).lines().filter(line -> line.contains("[BPEL-")))
                .containsExactly(
                        "x.bpel:1:1: [BPEL-ATTRIBUTE] 'process' needs the attribute 'name'",
                        "x.bpel:1:99: [BPEL-ATTRIBUTE] 'process' has no attribute 'colour'; remove it",
                        "x.bpel:3:15: [BPEL-VALUE] 'a b' in attribute 'name' of 'variable' is not the name of a variable",
                        "x.bpel:3:26: [BPEL-VALUE] 'none:int' in attribute 'type' of 'variable' is not a qualified name with a"
                                + " declared prefix; declare the prefix or correct the name",
                        "x.bpel:5:3: [BPEL-CONTENT] 'partnerLinks' needs 'partnerLink' here",
                        "x.bpel:5:3: [BPEL-CONTENT] 'partnerLinks' stands in the wrong place or too often in 'process'; allowed in"
                                + " this order: 'extensions', 'import', 'partnerLinks', 'messageExchanges', 'variables',"
                                + " 'correlationSets', 'faultHandlers', 'eventHandlers', an activity, or accept 'child-order'",
                        "x.bpel:8:5: [BPEL-ELEMENT] 'recieve' is not an element of WS-BPEL 2.0",
                        "x.bpel:9:5: [BPEL-ATTRIBUTE] 'receive' needs the attribute 'operation'",
                        "x.bpel:9:30: [BPEL-VALUE] 'true' in attribute 'createInstance' of 'receive' is not one of 'yes', 'no',"
                                + " or accept 'boolean-words'",
                        "x.bpel:9:52: [BPEL-CONTENT] text is not allowed in 'receive'",
                        "x.bpel:10:5: [BPEL-CONTENT] 'while' needs an activity here",
                        "x.bpel:11:44: [BPEL-CONTENT] 'forEach' needs 'finalCounterValue' here; found 'scope' instead",
                        "x.bpel:11:44: [BPEL-CONTENT] 'forEach' needs 'startCounterValue' here; found 'scope' instead");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            <a/>                                                                            | BPEL-ROOT
            <process xmlns="http://docs.oasis-open.org/wsbpel/2.0/process/abstract"/>       | BPEL-ROOT
            <!DOCTYPE process [<!ENTITY e SYSTEM "file:///etc/hostname">]><process>&e;</process> | XML-DOCTYPE
            <process>                                                                       | XML-SYNTAX
            <process>&e;</process>                                                          | XML-SYNTAX
            """)
    void shouldRefuseDocumentWhenItIsNoExecutableProcess(String text, String code) {
        assertThat(list(text)).contains("[" + code + "]");
    }

    @Test
    void shouldRefuseDocumentWhenNestedTooDeep() {
        assertThat(list("<a>".repeat(600) + "</a>".repeat(600)))
                .contains("[XML-DEPTH]")
                .contains("more than 500 nested elements; divide")
                .doesNotContain("not well-formed");
    }

    /** Loading a process with missing parts ends with problems or a model, never with an exception. */
    @Test
    void shouldNeverThrowWhenPartsOfTextAreMissing() {
        long seed = 20260101;
        Random random = new Random(seed);
        String text = new String(ProcessFixture.resource("/processes/Flow.bpel"), StandardCharsets.UTF_8);
        Map<String, byte[]> others = Map.of(
                "process.wsdl", ProcessFixture.resource("/processes/process.wsdl"),
                "partner.wsdl", ProcessFixture.resource("/processes/partner.wsdl"),
                "partner.xsd", ProcessFixture.resource("/processes/partner.xsd"));
        List<int[]> pieces = pieces(text);
        int refused = 0;
        for (int i = 0; i < 60; i++) {
            int[] piece = pieces.get(random.nextInt(pieces.size()));
            String mutant = text.substring(0, piece[0]) + text.substring(piece[1]);
            Map<String, byte[]> entries = new HashMap<>(others);
            entries.put("m.bpel", mutant.getBytes(StandardCharsets.UTF_8));
            ProcessDefinition definition = ProcessDefinition.load("m.bpel", entries);
            assertThat(definition.isValid())
                    .as("seed %d, mutant %d: %s", seed, i, mutant)
                    .isEqualTo(definition.problems().isEmpty());
            refused += definition.isValid() ? 0 : 1;
        }
        assertThat(refused).isGreaterThan(20);
    }

    private static List<int[]> pieces(String text) {
        List<int[]> pieces = new ArrayList<>();
        Matcher matcher = Pattern.compile(" \\w+=\"[^\"]*\"|<[^>]*/>|>[^<>]+<").matcher(text);
        while (matcher.find()) {
            boolean content = matcher.group().startsWith(">");
            pieces.add(new int[] {matcher.start() + (content ? 1 : 0), matcher.end() - (content ? 1 : 0)});
        }
        return pieces;
    }
}
