package io.soabench.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The tests that each server type passes without a server being started. The author of a type extends this class; it looks at what the class and
 * the declaration in {@code META-INF/soabench/types.testbed} promise each other.
 */
public abstract class ServerTypeContract {

    private static final String DECLARATIONS = "META-INF/soabench/types.testbed";
    private static final Pattern PARAMETER = Pattern.compile("(?m)^ +parameter (\\S+)");
    private static final Pattern PORT = Pattern.compile("(?m)^ +port (\\S+)");
    private static final Pattern CHOICE = Pattern.compile("(?m)^ +parameter (\\S+) one of \\(([^)]*)\\)");
    private static final Pattern SENTENCE = Pattern.compile("(?s)\\p{Lu}.*[.]");

    /** Returns the type under test. */
    protected abstract ServerType type();

    /** Returns whether the programs of the type are those of the host, so that Maven fetches none. */
    protected boolean isOnTheHost() {
        return false;
    }

    /** Returns the text of the declaration of the type, from its name to its end. */
    private String declaration() throws IOException {
        List<URL> files = Collections.list(type().getClass().getClassLoader().getResources(DECLARATIONS));
        assertThat(files).as("files " + DECLARATIONS + " on the class path").isNotEmpty();
        for (URL file : files) {
            try (InputStream in = file.openStream()) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
                int begin = text.indexOf("server type " + type().name() + " ");
                if (begin >= 0) {
                    int end = text.indexOf("\n}", begin);
                    return text.substring(begin, end < 0 ? text.length() : end);
                }
            }
        }
        throw new AssertionError("no " + DECLARATIONS + " declares server type " + type().name());
    }

    private Set<String> declared(Pattern kind) throws IOException {
        return kind.matcher(declaration())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    final void shouldBeFoundAsAService() {
        assertThat(ServerTypes.load(type().getClass().getClassLoader()))
                .as("a line in META-INF/services/" + ServerType.class.getName())
                .containsKey(type().name());
    }

    @Test
    final void shouldDeclareItsRoleAndLicence() throws IOException {
        String declaration = declaration();

        assertThat(declaration).contains("licence \"" + type().licence() + '"');
        assertThat(declaration.contains("\n    runs ")).as("runs …").isEqualTo(type() instanceof Engine);
        assertThat(declaration.contains("\n    serves services"))
                .as("serves services")
                .isEqualTo(type() instanceof MockHost);
        assertThat(declaration.contains("\n    registers services"))
                .as("registers services")
                .isEqualTo(type() instanceof Registry);
    }

    @Test
    final void shouldUseWhatItDeclaresAndNothingElse() throws IOException {
        Set<String> parameters = declared(PARAMETER);

        assertThat(Placeholders.problems(type())).isEmpty();
        assertThat(Placeholders.missing(type(), "server", parameters, declared(PORT)))
                .as("used without being declared")
                .isEmpty();
        List<String> unused = new ArrayList<>(parameters);
        unused.removeIf(name -> type().lifecycle().toString().contains("${param:" + name));
        unused.removeIf(name ->
                type() instanceof Engine engine && engine.registryParameter().equals(name));
        assertThat(unused).as("declared without being used").isEmpty();
    }

    /** The embedded databases that an engine names are the only ones that need no server of the model. */
    @Test
    final void shouldKnowItsDurabilityForEachDatabase() throws IOException {
        if (type() instanceof Engine engine && !engine.database().parameter().isEmpty()) {
            String parameter = engine.database().parameter();
            assertThat(declared(PARAMETER)).contains(parameter);
            assertThat(engine.database().own()).allSatisfy(own -> assertThat(
                            engine.durability(Map.of(parameter, own)).level())
                    .isNotEqualTo(Durability.Level.DISK));
            Durability kept = engine.durability(
                    Map.of(parameter, "db"), new Durability(Durability.Level.PROCESS, "keeps all but one"));
            assertThat(kept.level()).isEqualTo(Durability.Level.PROCESS);
            assertThat(kept.sentence()).endsWith(", which keeps all but one");
        }
    }

    @Test
    final void shouldPrintWholeSentences() {
        if (!type().notice().isEmpty()) {
            assertThat(type().notice()).matches(SENTENCE);
        }
        assertThat(type().limits()).allMatch(limit -> SENTENCE.matcher(limit).matches());
    }

    /** The report names the durability of an engine in each pair, whatever its parameters. */
    @Test
    final void shouldKnowItsDurabilityForEachChoiceOfItsParameters() throws IOException {
        assertThat(type().durability(Map.of()).sentence()).isNotBlank();
        for (MatchResult choice : CHOICE.matcher(declaration()).results().toList()) {
            for (String value : choice.group(2).split(", *", -1)) {
                assertThat(type().durability(Map.of(choice.group(1), value)).sentence())
                        .as(choice.group(1) + " " + value)
                        .isNotBlank()
                        .doesNotEndWith(".");
            }
        }
    }

    @Test
    final void shouldFetchReleasedPrograms() {
        assertThat(type().programs().isEmpty())
                .as("no programs, as they are on the host")
                .isEqualTo(isOnTheHost());
        assertThat(type().programs()).allSatisfy(program -> {
            assertThat(program.coordinates()).matches("[^:\\s]+:[^:\\s]+(:[^:\\s]+)*:[^:\\s]+");
            assertThat(program.with()).allMatch(each -> each.matches("[^:\\s]+:[^:\\s]+(:[^:\\s]+)*:[^:\\s]+"));
        });
    }

    @Test
    final void shouldSayWhereAHostHasAProgramAndHowItGetsIt() {
        assertThat(type().hostPrograms(Map.of())).allSatisfy(program -> {
            assertThat(program.command()).isNotBlank().doesNotContain("/");
            assertThat(program.places()).allMatch(place -> place.startsWith("/"));
            assertThat(program.missing("server", "host")).doesNotEndWith(".");
        });
    }
}
