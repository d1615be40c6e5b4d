package io.soabench.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.TestbedFactory;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.WordValue;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ServerType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerTypeSheetTest {

    private static final String LONG =
            "So many things must be known of this server that they do not fit on a line of the"
                    + " terminal, however wide it may be made by its owner.";

    /** A type with all that a sheet can show. */
    private record Described(String notice, List<String> limits) implements ServerType {

        @Override
        public String name() {
            return "big";
        }

        @Override
        public String licence() {
            return "MIT";
        }

        @Override
        public List<Program> programs() {
            return List.of();
        }

        @Override
        public Lifecycle lifecycle() {
            throw new UnsupportedOperationException("nobody starts it");
        }
    }

    private static io.soabench.model.testbed.ServerType declared(String name, String title) {
        io.soabench.model.testbed.ServerType type = TestbedFactory.eINSTANCE.createServerType();
        type.setName(name);
        type.setTitle(title);
        type.setLicence("MIT");
        type.setServesServices(true);
        return type;
    }

    private static PortDeclaration port(String name, Integer number) {
        PortDeclaration port = TestbedFactory.eINSTANCE.createPortDeclaration();
        port.setName(name);
        port.setNumber(number);
        return port;
    }

    private static ParameterDeclaration parameter(String name, ParameterKind kind, Value value, String description) {
        ParameterDeclaration parameter = TestbedFactory.eINSTANCE.createParameterDeclaration();
        parameter.setName(name);
        parameter.setKind(kind);
        parameter.setDefault(value);
        parameter.setDescription(description);
        return parameter;
    }

    private static Quantity quantity(int number, Unit unit) {
        Quantity quantity = TestbedFactory.eINSTANCE.createQuantity();
        quantity.setValue(BigDecimal.valueOf(number));
        quantity.setUnit(unit);
        return quantity;
    }

    @Test
    void shouldShowEverythingInColumnsThatFit() {
        io.soabench.model.testbed.ServerType type = declared("big", "A big server");
        type.setRunsProcesses(true);
        type.getPorts().addAll(List.of(port("http", 8080), port("admin", null)));
        ParameterDeclaration heap = parameter("heap", ParameterKind.SIZE, quantity(512, Unit.MEBIBYTE), "Java heap");
        heap.setMin(quantity(64, Unit.MEBIBYTE));
        ParameterDeclaration threads = parameter("threads", ParameterKind.INTEGER, quantity(4, Unit.NONE), "Threads");
        threads.setMin(quantity(1, Unit.NONE));
        threads.setMax(quantity(99, Unit.NONE));
        ParameterDeclaration share = parameter("share", ParameterKind.DECIMAL, null, null);
        share.setMax(quantity(1, Unit.NONE));
        WordValue fast = TestbedFactory.eINSTANCE.createWordValue();
        fast.setWord("fast");
        ParameterDeclaration mode = parameter("mode", ParameterKind.CHOICE, fast, "How");
        mode.getChoices().addAll(List.of("fast", "safe"));
        TextValue nothing = TestbedFactory.eINSTANCE.createTextValue();
        nothing.setText("");
        type.getParameters()
                .addAll(List.of(heap, threads, share, mode, parameter("options", ParameterKind.TEXT, nothing, LONG)));

        assertThat(new ServerTypeSheet(type, Optional.of(new Described(LONG, List.of("No TLS.", LONG)))).lines())
                .containsExactly(
                        """
                        big – A big server
                            runs processes in bpel, serves services · licence MIT · ports http 8080, admin (any free one)

                            parameter  default      values            meaning
                            heap       512 MiB      size from 64 MiB  Java heap
                            threads    4            integer 1 to 99   Threads
                            share      must be set  decimal up to 1
                            mode       fast         fast | safe       How
                            options    none         text              So many things must be known of this server that they do not fit
                                                                      on a line of the terminal, however wide it may be made by its
                                                                      owner.

                            notice  So many things must be known of this server that they do not fit on a line of the terminal, however
                                    wide it may be made by its owner.

                            limits  - No TLS.
                                    - So many things must be known of this server that they do not fit on a line of the terminal,
                                      however wide it may be made by its owner.
                        """
                                .lines()
                                .toArray(String[]::new));
    }

    @Test
    void shouldSayThatATypeCannotBeRunWhenHalfOfItIsMissing() {
        assertThat(new ServerTypeSheet(declared("half", "Half"), Optional.empty()).lines())
                .containsExactly(
                        "half – Half",
                        "    serves services · licence MIT",
                        "    cannot be run: declared, but its driver part is not installed");
    }
}
