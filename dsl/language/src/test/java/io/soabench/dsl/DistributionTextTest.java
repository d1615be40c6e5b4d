package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Distribution.Argument;
import io.soabench.distribution.Kind;
import io.soabench.distribution.Parameter;
import io.soabench.model.Distributions;
import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.emf.ecore.EClass;
import org.eclipse.emf.ecore.EReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is printed of a distribution is the language: it is read again as the same distribution. */
class DistributionTextTest {

    private static final List<String> VALUES = List.of("1", "2", "3", "4");

    @TempDir
    private Path folder;

    /** Each kind, its parameters said in every way. */
    static Stream<Distribution> distributions() {
        List<Distribution> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind == Kind.EMPIRICAL) {
                all.add(Distribution.observed("data/times.txt", "ms", 0.008, 0.012, 0.009));
            } else {
                said(kind, 0).forEach(said -> all.add(Distribution.of(kind, said)));
            }
        }
        return all.stream();
    }

    private static List<Map<String, Argument>> said(Kind kind, int from) {
        if (from == kind.ways().size()) {
            return List.of(Map.of());
        }
        List<Map<String, Argument>> all = new ArrayList<>();
        for (Parameter way : kind.ways().get(from)) {
            for (Map<String, Argument> rest : said(kind, from + 1)) {
                Map<String, Argument> said = new LinkedHashMap<>(rest);
                String number = VALUES.get(from);
                said.put(way.name(), new Argument(number + unit(way), Double.parseDouble(number)));
                all.add(said);
            }
        }
        return all;
    }

    private static String unit(Parameter parameter) {
        return switch (parameter.role()) {
            case VALUE -> " s";
            case SQUARE -> " s2";
            case INVERSE -> " /s";
            case NUMBER -> "";
        };
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void shouldBeReadAgainAsItWasPrinted(Distribution printed) {
        TestbedReader.Result read =
                new ModelFixture(folder).read("workload office closed { think time " + printed.text() + " }");

        assertThat(read.issues())
                .filteredOn(issue -> issue.text(folder).contains("[syntax]"))
                .isEmpty();
        Workload workload = (Workload) read.testbed().getElements().get(0);
        ClientClass clients = workload.getClasses().get(0);
        assertThat(Distributions.of(clients.getThinkTime(), Optional.empty(), file -> List.of("8", "12", "9")))
                .isEqualTo(printed);
    }

    /** So that no parameter of the language is read by nobody, and none that is known here cannot be written. */
    @Test
    void shouldKnowTheKindsAndParametersOfTheLanguage() {
        Map<Kind, List<String>> ofLanguage = new LinkedHashMap<>();
        TestbedPackage.eINSTANCE.getEClassifiers().stream()
                .filter(EClass.class::isInstance)
                .map(EClass.class::cast)
                .filter(each -> each.getESuperTypes().contains(TestbedPackage.Literals.DISTRIBUTION))
                .forEach(each -> ofLanguage.put(
                        Kind.ofClass(each.getName()),
                        each.getEAllContainments().stream()
                                .map(EReference::getName)
                                .sorted()
                                .toList()));

        assertThat(ofLanguage).containsOnlyKeys(Kind.values());
        Arrays.stream(Kind.values()).forEach(kind -> assertThat(ofLanguage.get(kind))
                .as(kind.word())
                .isEqualTo(kind.ways().stream()
                        .flatMap(List::stream)
                        .map(Parameter::name)
                        .sorted()
                        .toList()));
    }
}
