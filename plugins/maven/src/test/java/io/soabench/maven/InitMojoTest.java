package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the goal says; what it writes is tested with the starter, and run elsewhere. */
final class InitMojoTest {

    private static final Path QUICKSTART = Path.of("../../examples/quickstart");

    private final List<String> said = new ArrayList<>();
    private final List<String> warned = new ArrayList<>();

    @TempDir
    Path folder;

    private InitMojo init() {
        InitMojo goal = new InitMojo();
        goal.directory = folder.resolve("made").toFile();
        goal.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence content) {
                said.add(content.toString());
            }

            @Override
            public void warn(CharSequence content) {
                warned.add(content.toString());
            }
        });
        return goal;
    }

    private void assertRefused(InitMojo goal, String sentence) throws IOException {
        assertThatThrownBy(goal::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessage(sentence);
        assertThat(folder.resolve("made")).doesNotExist();
        assertThat(said).isEmpty();
    }

    @Test
    void shouldTellWhatItWroteAndHowItIsRun() throws Exception {
        InitMojo goal = init();
        goal.bpel = QUICKSTART.resolve("bpel/sequential.bpel").toFile();

        goal.execute();

        assertThat(said).first().isEqualTo("wrote 6 files:");
        List<Path> told = said.stream()
                .filter(line -> line.startsWith("  "))
                .map(line -> Path.of(line.strip()).toAbsolutePath())
                .toList();
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(told)
                    .containsExactlyInAnyOrderElementsOf(
                            files.filter(Files::isRegularFile).toList());
        }
        assertThat(said)
                .last()
                .isEqualTo("it runs as it is: mvn soabench:run -Dtestbed=" + folder.resolve("made/Sequential.testbed"));
        assertThat(warned).isEmpty();
    }

    @Test
    void shouldSayWhatIsLeftAndWhatComesThen() throws Exception {
        Path lonely = Files.copy(
                QUICKSTART.resolve("bpel/sequential.bpel"),
                Files.createDirectory(folder.resolve("bpel")).resolve("sequential.bpel"));
        InitMojo goal = init();
        goal.bpel = lonely.toFile();

        goal.execute();

        assertThat(said).noneMatch(line -> line.contains("it runs as it is"));
        assertThat(warned).first().asString().matches("before it runs, \\d+ things? must be corrected:");
        assertThat(warned)
                .anyMatch(line ->
                        line.contains("sequential.bpel:") && line.contains("'../wsdl/quote.wsdl' is not found"));
        assertThat(warned)
                .last()
                .isEqualTo("then: mvn soabench:validate -Dtestbed=" + folder.resolve("made/Sequential.testbed"));
    }

    @Test
    void shouldAskForOneBeginning() throws Exception {
        String choice = "; give one of -Dbpel=FILE, -Dbpmn=FILE, -Dwsdl=FILE, -Dblackbox=URL";
        assertRefused(init(), "no process, contract or service is named" + choice);

        InitMojo goal = init();
        goal.bpel = QUICKSTART.resolve("bpel/sequential.bpel").toFile();
        goal.wsdl = QUICKSTART.resolve("wsdl/quote.wsdl").toFile();
        assertRefused(goal, "several of process, contract and service are named" + choice);
    }

    @Test
    void shouldTakeTheProcessThatIsNamed() throws Exception {
        Path file = Files.writeString(
                folder.resolve("two.bpmn"),
                "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'>"
                        + two("Shop").replace("task id", "sendTask id") + two("Buyer") + "</definitions>");
        InitMojo odd = init();
        odd.wsdl = file.toFile();
        odd.process = "Shop";
        assertRefused(odd, "-Dprocess names a process of a BPMN file; give that file by -Dbpmn=FILE");

        InitMojo goal = init();
        goal.bpmn = file.toFile();
        goal.process = "Shop";
        goal.execute();

        assertThat(said).contains("note: process \"Buyer\" is left out, since -Dprocess names another one");
        assertThat(folder.resolve("made/bpmn/Shop.bpmn")).exists();
    }

    private static String two(String id) {
        return "<process id='" + id + "' isExecutable='true'><startEvent id='s" + id + "'/><sequenceFlow id='f" + id
                + "' sourceRef='s" + id + "' targetRef='t" + id + "'/><task id='t" + id + "'/></process>";
    }

    @Test
    void shouldRefuseInOneSentenceAndWriteNothing() throws Exception {
        InitMojo bpel = init();
        bpel.bpel = folder.resolve("none.bpel").toFile();
        assertRefused(
                bpel,
                "there is no file " + folder.resolve("none.bpel")
                        + " that can be read; name a BPEL process that is there");

        InitMojo contract = init();
        contract.wsdl = QUICKSTART.resolve("bpel/sequential.bpel").toFile();
        assertThatThrownBy(contract::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("sequential.bpel:2: expected 'definitions' of namespace")
                .hasMessageEndingWith("; correct it first");
        assertThat(folder.resolve("made")).doesNotExist();

        InitMojo address = init();
        address.blackbox = "quote service";
        assertRefused(
                address,
                "\"quote service\" is not the address of a service; use one such as http://127.0.0.1:8080/services/quote");
    }
}
