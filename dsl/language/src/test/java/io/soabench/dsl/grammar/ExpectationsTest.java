package io.soabench.dsl.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.TestbedReader;
import io.soabench.dsl.words.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.xtext.Grammar;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.resource.IResourceServiceProvider;
import org.junit.jupiter.api.Test;

/** What may follow after some words. */
class ExpectationsTest {

    private static final Expectations EXPECTATIONS = new Expectations(grammar());

    private static Grammar grammar() {
        TestbedReader.places(); // Makes the language known, once for all.
        IResourceServiceProvider language = (IResourceServiceProvider) IResourceServiceProvider.Registry.INSTANCE
                .getExtensionToFactoryMap()
                .get("testbed");
        return language.get(IGrammarAccess.class).getGrammar();
    }

    private static Set<String> words(String text) {
        return EXPECTATIONS.after(Tokens.of(text).visible()).stream()
                .filter(Expected::isKeyword)
                .flatMap(expected -> expected.words().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> references(String text) {
        return EXPECTATIONS.after(Tokens.of(text).visible()).stream()
                .flatMap(expected -> expected.reference().stream())
                .map(reference -> reference.getEReferenceType().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldBeginWithWhatAFileBeginsWith() {
        assertThat(words(""))
                .contains("testbed", "seed", "import", "service", "suite")
                .doesNotContain("repeat");
        assertThat(words("testbed a")).contains("seed", "host").doesNotContain("testbed");
        assertThat(words("host here")).contains("{", "host", "server").doesNotContain("seed", "import");
    }

    @Test
    void shouldOfferEachPropertyOnce() {
        assertThat(words("suite A { repeat 2 warm up 5 s"))
                .contains("measure", "time-out", "case", "expect", "}")
                .doesNotContain("repeat", "warm", "up");
        assertThat(words("suite A { case on engine expect failures < 1 %")).contains("case", "expect", ",", "repeat");
    }

    @Test
    void shouldKnowWhatNamesMean() {
        assertThat(references("server engine :")).containsExactly("ServerType");
        assertThat(references("server engine : reference on")).containsExactly("Host");
        assertThat(references("server engine : reference on here {")).containsExactly("ParameterDeclaration");
        assertThat(references("server engine : reference on here { port")).containsExactly("PortDeclaration");
        assertThat(references("process A { bpel \"a\" partner q ->")).containsExactly("Service");
        assertThat(references("suite A { case on engine for workload in (")).containsExactly("Workload");
        assertThat(references("metric cpu of")).containsExactly("Measurable");
    }

    @Test
    void shouldOfferUnitsAndDistributions() {
        assertThat(words("workload a closed { think time 5"))
                .contains("ms", "s", "}")
                .doesNotContain("think");
        assertThat(words("workload a closed { think time")).contains("normal", "lognormal", "uniform", "empirical");
        assertThat(words("workload a closed { think time normal ( 5 ms ,")).containsExactly("sd", "variance");
    }

    /** Some words are read as statistics, so that a message can name the right ones, and must not be offered. */
    @Test
    void shouldOfferNoStatisticThatThereIsNot() {
        for (String text : new String[] {"suite A { expect", "metric cpu of engines {"}) {
            assertThat(words(text)).contains("median", "max").doesNotContain("mean", "variance");
        }
        assertThat(EXPECTATIONS.firstWrong(
                        Tokens.of("metric cpu of engines { mean").visible()))
                .isEmpty();
    }

    @Test
    void shouldPassOverAWordThatIsWrong() {
        assertThat(words("suite A { repeat 2 2 warm up 5 s"))
                .contains("measure")
                .doesNotContain("repeat");
    }

    @Test
    void shouldTellNamesFromReservedWords() {
        assertThat(EXPECTATIONS.reserved())
                .contains("{", "->", "in", "on", "of")
                .doesNotContain("engine", "ms", "heap");
    }

    /** A second opinion on every example: each of its words is one that was expected. */
    @Test
    void shouldExpectEveryWordOfTheExamples() throws IOException {
        Path examples = Path.of("../../examples");
        int words = 0;
        try (Stream<Path> files = Files.walk(examples)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".testbed"))
                    .filter(each -> !each.toString().contains("/target/"))
                    .toList()) {
                var tokens = Tokens.of(Files.readString(file)).visible();
                words += tokens.size();
                assertThat(EXPECTATIONS.firstWrong(tokens)).as("%s", file).isEmpty();
            }
        }
        assertThat(words).isGreaterThan(1_000);
    }
}
