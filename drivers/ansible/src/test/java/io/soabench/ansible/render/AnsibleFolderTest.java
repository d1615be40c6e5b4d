package io.soabench.ansible.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.agent.protocol.HostPart;
import io.soabench.agent.stage.CaseParts;
import io.soabench.driver.Driver;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.LikeType;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.DriverSettings;
import io.soabench.driver.run.FolderOperations;
import io.soabench.driver.run.RunAuthority;
import io.soabench.plan.EngineRecording;
import io.soabench.plan.Execution;
import io.soabench.plan.HeaderPlan;
import io.soabench.plan.HostPlan;
import io.soabench.plan.Plan;
import io.soabench.plan.Recorder;
import io.soabench.plan.RequestForm;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.SoapVersion;
import io.soabench.plugin.Checksums;
import io.soabench.plugin.HostProgram;
import io.soabench.plugin.ServerType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnsibleFolderTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "inventory.yml",
                "group_vars/testbed.yml",
                "cases/office.yml",
                "shipment/h1.sha256",
                "shipment/h2.sha256"
            })
    void shouldRenderWhatTheGoldenFilesShow(String file) throws IOException {
        Path rendered = new TwoHosts(folder).render();

        assertThat(Files.readString(rendered.resolve(file)))
                .isEqualTo(golden(file).replace("${plan}", sha256(rendered.resolve("plan.json"))));
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Checksums.sha256(in);
        }
    }

    private static String golden(String file) throws IOException {
        try (var in = AnsibleFolderTest.class.getResourceAsStream("golden/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldGiveTheSameBytesInAnotherPlace() throws IOException {
        Map<String, String> first = content(new TwoHosts(folder.resolve("a")).render());
        Map<String, String> second = content(new TwoHosts(folder.resolve("elsewhere/b")).render());

        assertThat(second).isEqualTo(first);
        assertThat(first)
                .containsKeys(".ansible-lint", "site.yml", "ansible.cfg", "README.md", "phases/start.yml", "plan.json");
    }

    @Test
    void shouldNameNoPathOfTheController() throws IOException {
        Path rendered = new TwoHosts(folder).render();

        assertThat(content(rendered).values())
                .noneMatch(text -> text.contains(folder.toString()) || text.contains(System.getProperty("user.home")));
    }

    @Test
    void shouldCarryEachJarOnceUnderItsChecksum() throws IOException {
        Path rendered = new TwoHosts(folder).render();

        assertThat(content(rendered).keySet())
                .filteredOn(path -> path.endsWith(".jar"))
                .hasSize(4)
                .allMatch(path -> path.matches("lib/[0-9a-f]{16}/[a-z]+-\\d\\.jar"));
    }

    @Test
    void shouldPackAFolderOfClasses() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes/org/example"));
        Files.writeString(classes.resolve("A.class"), "a");
        Map<String, List<Path>> paths = Map.of(
                FakeTestbed.PROGRAM, List.of(folder.resolve("classes")),
                Driver.LOAD_CLIENT, List.of(folder.resolve("classes")),
                Driver.AGENT, List.of(folder.resolve("classes")));

        Path rendered = new TwoHosts(folder).classPaths(paths).render();

        List<Path> jars = FolderOperations.files(rendered.resolve("lib"));
        assertThat(jars).hasSize(1);
        try (ZipFile jar = new ZipFile(jars.get(0).toFile())) {
            assertThat(jar.getEntry("org/example/A.class").getSize()).isEqualTo(1);
        }
    }

    @Test
    void shouldLeaveNothingOfAnEarlierRendering() throws IOException {
        TwoHosts testbed = new TwoHosts(folder);
        Path old = testbed.compiled().resolve("ansible/cases/old.yml");
        Files.createDirectories(old.getParent());
        Files.writeString(old, "---\n");

        testbed.render();

        assertThat(old).doesNotExist();
    }

    @Test
    void shouldTellWhereClientsCallAndWhatRunsWhere() {
        AnsibleFolder rendered = new AnsibleFolder(new TwoHosts(folder).request(), AnsibleFolder.Options.STANDARD);

        CaseParts parts = rendered.parts(new Execution("office", 3), "token", "3", RunAuthority.NONE);

        assertThat(parts.endpoint()).isEqualTo("http://10.77.0.12:20002/processes/Orderoffice");
        HostPart second = parts.of(Set.of("h2"));
        assertThat(second.token()).isEqualTo("token");
        assertThat(second.instance()).isEqualTo("3");
        assertThat(second.servers()).extracting(HostPart.Server::name).containsExactly("engine-office");
        assertThat(rendered.root("h2")).isEqualTo(second.places().root()).startsWith(rendered.directory("h2"));
    }

    @Test
    void shouldRecordWhatTheDriverRunsAndNothingByHand() throws IOException {
        Driver.Request request = new TwoHosts(folder).request();
        Plan named = request.plan()
                .withCases(
                        request.plan().cases().stream()
                                .map(each -> each.withSchedule(each.schedule().withRecorder(Recorder.JFR)))
                                .toList(),
                        request.plan().order());
        AnsibleFolder recording = new AnsibleFolder(
                request.withPlan(named),
                new AnsibleFolder.Options(
                        PortRange.STANDARD,
                        DriverSettings.STANDARD.withRecordings(Map.of(Recorder.JFR, EngineRecording.FLIGHT_RECORDER))));

        recording.write(folder.resolve("ansible"));

        assertThat(recording
                        .parts(new Execution("office", 1), "token", "1", RunAuthority.NONE)
                        .of(Set.of("h2"))
                        .servers()
                        .get(0)
                        .program()
                        .command())
                .anyMatch(word -> word.startsWith("-XX:StartFlightRecording="));
        assertThat(folder.resolve("ansible/cases/office.yml")).content().doesNotContain("FlightRecord");
    }

    @Test
    void shouldLeadClientsAndServersToEachOtherWhenThePlanNamesServers() throws IOException {
        Path rendered = new TwoHosts(folder)
                .engine("${server.mocks.address}:${server.mocks.port.http}")
                .relayed("http://${server.mocks.address}:${server.mocks.port.http}/relayed")
                .render();

        assertThat(Files.readString(rendered.resolve("cases/office.yml")))
                .contains("- 10.77.0.11:20000\n", "- http://10.77.0.11:20000/relayed\n")
                .doesNotContain("${server.");
    }

    @Test
    void shouldNameTheSecretsThatAHostMustHave() throws IOException {
        TwoHosts testbed = new TwoHosts(folder);
        RequestForm form = new RequestForm(
                SoapVersion.SOAP_11,
                List.of(
                        new HeaderPlan("X-Tenant", "acme", "", "", "", ""),
                        new HeaderPlan("X-Key", "", "", "key", "", ""),
                        new HeaderPlan("Authorization", "", "", "a-password", "", "anna"),
                        new HeaderPlan("X-Other-Key", "", "SOABENCH_SECRET_OTHER", "", "", "")));
        Driver.Request request = testbed.request(plan -> plan.withProcesses(plan.processes().stream()
                        .map(process -> process.requested(form))
                        .toList())
                .withServers(plan.servers().stream()
                        .map(AnsibleFolderTest::withPassword)
                        .toList()));

        new AnsibleFolder(request, AnsibleFolder.Options.STANDARD).write(folder.resolve("ansible"));

        assertThat(Files.readString(folder.resolve("ansible/inventory.yml")))
                .containsSubsequence(
                        "        h1:\n",
                        "          soabench_secrets:\n",
                        "            files:\n",
                        "              - a-password\n",
                        "              - key\n",
                        "            variables:\n",
                        "              - SOABENCH_SECRET_OTHER\n",
                        "        h2:\n",
                        "          soabench_secrets:\n",
                        "            files:\n",
                        "              - password-of-tables\n",
                        "      vars:\n")
                .doesNotContain("acme");
    }

    /** A type like another, whose servers need a program of their host. */
    private record Needing(ServerType like) implements LikeType {

        @Override
        public List<HostProgram> hostPrograms(Map<String, String> parameters) {
            return List.of(new HostProgram(
                    "initdb", List.of("/usr/lib/store/*/bin/initdb"), "a store for " + name(), "install it"));
        }
    }

    @Test
    void shouldTellHostsWhichProgramsTheirServersNeed() throws IOException {
        Driver.Request plain = new TwoHosts(folder).request();
        Map<String, ServerType> types = new TreeMap<>();
        plain.types().forEach((name, type) -> types.put(name, new Needing(type)));
        Driver.Request request = new Driver.Request(
                plain.plan(), plain.compiled(), plain.runFolder(), types, plain.classPaths(), plain.versions());

        new AnsibleFolder(request, AnsibleFolder.Options.STANDARD).write(folder.resolve("ansible"));

        assertThat(Files.readString(folder.resolve("ansible/inventory.yml")))
                .containsSubsequence(
                        "        h1:\n",
                        "soabench_programs:\n",
                        "server: mocks\n",
                        "command: initdb\n",
                        "/usr/lib/store/*/bin/initdb",
                        "server mocks needs a store for fake-mock, which host h1 does not have; install it",
                        "        h2:\n",
                        "soabench_programs:\n",
                        "server: engine-office\n");
    }

    private static ServerPlan withPassword(ServerPlan server) {
        Map<String, String> parameters = new TreeMap<>(server.parameters());
        if (server.host().equals("h2")) {
            parameters.put("database-secret", "password-of-tables");
        }
        return new ServerPlan(server.name(), server.type(), server.host(), parameters, server.ports(), server.serves());
    }

    @Test
    void shouldMarkWhatLooksLikeATemplate() throws IOException {
        Path rendered = new TwoHosts(folder)
                .engine("{{ lookup('ansible.builtin.pipe', 'id') }}")
                .render();

        assertThat(Files.readString(rendered.resolve("cases/office.yml")))
                .contains("- !unsafe \"{{ lookup('ansible.builtin.pipe', 'id') }}\"");
    }

    @Test
    void shouldLeaveOutCasesOfServersThatCannotBeHad() throws IOException {
        Driver.Request request = new TwoHosts(folder).request();
        Driver.Request without = new Driver.Request(
                request.plan(),
                request.compiled(),
                request.runFolder(),
                request.types(),
                request.classPaths(),
                request.versions(),
                Map.of("fake-engine", "it is gone"));

        new AnsibleFolder(without, AnsibleFolder.Options.STANDARD).write(folder.resolve("ansible"));

        assertThat(folder.resolve("ansible/cases")).doesNotExist();
        assertThat(folder.resolve("ansible/shipment/h2.sha256"))
                .content()
                .as("only the agent's")
                .hasLineCount(2)
                .contains("/agent-3.jar\n");
    }

    @ParameterizedTest
    @CsvSource({
        "/, h1, 10.0.0.1, directory",
        "/srv, h1, 10.0.0.1, directory",
        "/srv/../etc, h1, 10.0.0.1, directory",
        "srv/bench, h1, 10.0.0.1, directory",
        "/srv/bench, all, 10.0.0.1, keeps for itself",
        "/srv/bench, localhost, 10.0.0.1, keeps for itself",
        "/srv/bench, h1, -oProxyCommand=id, must be one word"
    })
    void shouldRefuseAHostThatCannotBeUsed(String directory, String name, String address, String problem) {
        HostPlan wrong = new HostPlan(name, address, false, Map.of(), directory, "", Map.of());
        TwoHosts testbed = new TwoHosts(folder).hosts(wrong, TwoHosts.host("h2", "10.0.0.2", Map.of()));

        assertThatThrownBy(testbed::render).isInstanceOf(RunRefused.class).hasMessageContaining(problem);
    }

    @Test
    void shouldRefuseATypeThatIsNotInstalled() {
        Driver.Request request = new TwoHosts(folder).request();
        Driver.Request without = new Driver.Request(
                request.plan(),
                request.compiled(),
                request.runFolder(),
                Map.of("fake-mock", request.types().get("fake-mock")),
                request.classPaths(),
                request.versions());

        assertThatThrownBy(() -> new AnsibleFolder(without, AnsibleFolder.Options.STANDARD))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("\"engine-office\" has the type \"fake-engine\", which is not installed");
    }

    @Test
    void shouldRefuseTwoHostsInOneDirectory() {
        TwoHosts testbed = new TwoHosts(folder)
                .hosts(
                        new HostPlan("h1", "10.0.0.1", false, Map.of(), "/srv/bench", "", Map.of()),
                        new HostPlan("h2", "10.0.0.1", false, Map.of(), "/srv/bench", "", Map.of()));

        assertThatThrownBy(testbed::render)
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("hosts \"h1\" and \"h2\" have the same address and directory");
    }

    @Test
    void shouldRefuseAProgramThatIsNotResolved() {
        TwoHosts testbed = new TwoHosts(folder).classPaths(Map.of(FakeTestbed.PROGRAM, List.of()));

        assertThatThrownBy(testbed::render)
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("the class path of load/client is not known");
    }

    private static Map<String, String> content(Path rendered) throws IOException {
        Map<String, String> content = new TreeMap<>();
        for (Path file : FolderOperations.files(rendered)) {
            content.put(rendered.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return content;
    }
}
