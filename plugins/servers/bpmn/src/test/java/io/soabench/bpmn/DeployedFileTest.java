package io.soabench.bpmn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.front.FrontRefused;
import io.soabench.plugin.ContractDescriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines get one process of a file with several, and each other file as it is. */
class DeployedFileTest {

    private static final String POOLS =
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" targetNamespace="urn:t">
              <error id="e" errorCode="refused"/>
              <collaboration id="c"><participant id="p" processRef="Seller"/></collaboration>
              <process id="Buyer" isExecutable="true"><startEvent id="b"/></process>
              <process id="Seller" isExecutable="true">
                <startEvent id="s"/>
                <sequenceFlow id="f" sourceRef="s" targetRef="s"><conditionExpression><![CDATA[${a < b}]]></conditionExpression></sequenceFlow>
              </process>
              <process id="Bank"/>
              <di:BPMNDiagram id="d"/>
            </definitions>
            """;

    @TempDir
    private Path folder;

    private String content(String file, String definition) throws IOException, FrontRefused {
        Files.writeString(folder.resolve("pools.bpmn"), file);
        ContractDescriptor source =
                new ContractDescriptor("pools.bpmn", "/processes/P", List.of(), List.of(), definition);
        return new String(DeployedFile.content(folder, source), StandardCharsets.UTF_8);
    }

    @Test
    void shouldLeaveOutAllOtherProcesses() throws Exception {
        assertThat(content(POOLS, "Seller"))
                .contains("<process id=\"Seller\" isExecutable=\"true\">", "${a < b}", "errorCode=\"refused\"")
                .doesNotContain("Buyer", "Bank", "collaboration", "BPMNDiagram");
    }

    @Test
    void shouldLeaveAFileOfOneProcessAsItIs() throws Exception {
        assertThat(content(POOLS, null)).isEqualTo(POOLS);
    }

    @Test
    void shouldNameWhatIsWrongInAFile() {
        assertThatThrownBy(() -> content("<definitions>\n<process/>", "Seller"))
                .isInstanceOf(FrontRefused.class)
                .hasMessageStartingWith("the front cannot read pools.bpmn: line 2");
    }
}
