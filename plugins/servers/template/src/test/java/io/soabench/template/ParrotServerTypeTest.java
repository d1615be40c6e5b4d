package io.soabench.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import io.soabench.model.issue.Issue;
import io.soabench.model.testbed.ServerType;
import io.soabench.plugin.Placeholders;
import io.soabench.plugin.ProcessSource;
import io.soabench.plugin.ServerTypeContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be known of a server type without starting a server. */
class ParrotServerTypeTest extends ServerTypeContract {

    private final ParrotServerType type = new ParrotServerType();

    @TempDir
    Path folder;

    @Override
    protected io.soabench.plugin.ServerType type() {
        return type;
    }

    private static ServerType declared() {
        return new TestbedReader()
                .library().stream()
                        .flatMap(file -> file.getElements().stream())
                        .filter(ServerType.class::isInstance)
                        .map(ServerType.class::cast)
                        .filter(each -> each.getName().equals("parrot"))
                        .findFirst()
                        .orElseThrow();
    }

    private static Set<String> parameters() {
        return declared().getParameters().stream().map(p -> p.getName()).collect(Collectors.toSet());
    }

    @Test
    void shouldBeTheSameButForItsProgramsInAnotherVersion() {
        NextParrotServerType next = new NextParrotServerType();

        assertThat(next.name()).isNotEqualTo(type.name());
        assertThat(next.lifecycle()).isEqualTo(type.lifecycle());
        assertThat(next.programs())
                .singleElement()
                .satisfies(program -> assertThat(program.name())
                        .isEqualTo(type.programs().get(0).name()))
                .satisfies(program -> assertThat(program.coordinates())
                        .isNotEqualTo(type.programs().get(0).coordinates()));
        assertThat(Placeholders.missing(next, "engine", parameters(), Set.of("http")))
                .isEmpty();
    }

    @Test
    void shouldHaveItsParametersCheckedByTheLanguage() throws Exception {
        Path model = Files.writeString(
                folder.resolve("wrong.testbed"),
                """
                testbed wrong
                host here
                server a : parrot on here { heap 5 s }
                server b : parrot on here { threads 0 }
                server c : parrot on here { journal maybe }
                server d : parrot on here { patience 1 ms }
                server e : parrot on here { colour "green" }
                """);

        assertThat(new TestbedReader()
                        .read(model).issues(Issue.Severity.ERROR).stream()
                                .map(issue -> issue.place().line() + " "
                                        + issue.code().id()))
                .contains(
                        "3 parameter-type",
                        "4 parameter-range",
                        "5 parameter-type",
                        "6 parameter-range",
                        "7 parameter-unknown");
    }

    @Test
    void shouldPackAProcessToTheSameBytesEachTime() throws Exception {
        Path bpel = Files.writeString(folder.resolve("source.bpel"), "<process/>");
        ProcessSource process = new ProcessSource(
                "Order",
                "bpel/order.bpel",
                Map.of("bpel/order.bpel", bpel),
                "urn:order",
                "Order",
                List.of(new ProcessSource.Provided("client", "urn:order", "OrderService", "OrderPort")),
                List.of(new ProcessSource.Invoked(
                        "quote", "urn:quote", "Quote", "Port", "http://${server.mocks.address}/quotes")));
        Path once = Files.createDirectory(folder.resolve("once"));
        Path again = Files.createDirectory(folder.resolve("again"));

        type.packageProcess(process, once);
        type.packageProcess(process, again);

        assertThat(once.resolve("bpel/order.bpel")).hasContent("<process/>");
        assertThat(once.resolve("parrot.properties"))
                .hasContent(
                        """
                        process=bpel/order.bpel
                        path=/processes/Order
                        partner.quote=http://${server.mocks.address}/quotes
                        """)
                .hasSameBinaryContentAs(again.resolve("parrot.properties"));
    }
}
