package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.CallOutcome;
import io.soabench.plan.CsvTable;
import io.soabench.plan.EventKind;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord;
import io.soabench.plan.SamplePhase;
import io.soabench.plan.ServerEnd;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The names of a run's files, the columns of its tables and its states stand in {@code metamodel/plan} only: no other main source
 * spells the name of a file, also not in a sentence, nor two columns that are neighbours, and none compares anything with a state.
 */
final class RecordNamesTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Path HOME = ROOT.resolve("metamodel/plan");

    /** Comments and characters are matched too, so that no quotation mark in them begins a literal. */
    private static final Pattern LITERAL = Pattern.compile(
            "//[^\\n]*+|/\\*.*?\\*/|\"\"\"(?<block>(?:[^\"\\\\]++|\\\\.|\"(?!\"\"))*+)\"\"\"|\"(?<line>(?:[^\"\\\\\\n]++|\\\\.)*+)\"|'(?:[^'\\\\]++|\\\\.)++'",
            Pattern.DOTALL);

    private static final Pattern COMPARED_BEFORE = Pattern.compile("(?:[eE]quals\\(|case |[!=]= )$");

    private static Pattern names() throws IllegalAccessException {
        Set<String> names = new TreeSet<>();
        for (Field field : RunFiles.class.getFields()) {
            // Folders have names of one word that many other things have, too.
            if (Modifier.isStatic(field.getModifiers())
                    && field.get(null) instanceof String name
                    && name.contains(".")) {
                names.add(Pattern.quote(name));
            }
        }
        for (RunFiles.Each each : RunFiles.Each.values()) {
            String example = each.of(" ");
            int owner = example.indexOf(' ');
            String end = Pattern.quote(example.substring(owner + 1));
            names.add(Pattern.quote(example.substring(0, owner)) + "(?:$|\\S*" + end + ")");
        }
        names.add(Pattern.quote(RunFiles.loadClient("")) + "$");
        names.add("environment-(?:$|\\S*\\.json)");
        return Pattern.compile("(?<![\\w-])(?:" + String.join("|", names) + ")");
    }

    private static Set<String> columns() {
        Set<String> neighbours = new TreeSet<>();
        for (CsvTable table : CsvTable.values()) {
            for (int i = 1; i < table.columns().size(); i++) {
                neighbours.add(
                        table.columns().get(i - 1) + "," + table.columns().get(i));
            }
        }
        return neighbours;
    }

    private static Set<String> states() {
        Set<String> states = new TreeSet<>();
        Stream.of(ServerEnd.values()).map(ServerEnd::text).forEach(states::add);
        Stream.of(LoadEnd.values()).map(LoadEnd::text).forEach(states::add);
        Stream.of(SamplePhase.values()).map(SamplePhase::text).forEach(states::add);
        Stream.of(EventKind.values()).map(EventKind::text).forEach(states::add);
        Stream.of(CallOutcome.values()).map(CallOutcome::text).forEach(states::add);
        Stream.of(RunRecord.State.values()).map(Enum::name).forEach(states::add);
        return states;
    }

    /** The literals of a source that metamodel/plan should spell. */
    private static List<String> spelled(String source) throws IllegalAccessException {
        Pattern names = names();
        Set<String> columns = columns();
        Set<String> states = states();
        List<String> found = new ArrayList<>();
        Matcher matcher = LITERAL.matcher(source);
        while (matcher.find()) {
            String literal = matcher.group("block") == null ? matcher.group("line") : matcher.group("block");
            if (literal == null) {
                continue;
            }
            boolean compared = COMPARED_BEFORE
                            .matcher(source.substring(0, matcher.start()))
                            .find()
                    || source.startsWith(".equals(", matcher.end());
            if (names.matcher(literal).find()
                    || columns.stream().anyMatch(literal::contains)
                    || (compared && states.contains(literal))) {
                found.add(literal);
            }
        }
        return found;
    }

    @Test
    void shouldRecogniseWhatIsSpelled() throws IllegalAccessException {
        assertThat(spelled("run.resolve(\"run.json\")")).containsExactly("run.json");
        assertThat(spelled("note(file + \": events.csv lacks a line\")")).containsExactly(": events.csv lacks a line");
        assertThat(spelled("\"metrics-\" + name + \".csv\"; \"${out}/calls-${name}.csv\"; \"load-\" + host"))
                .containsExactly("metrics-", "${out}/calls-${name}.csv", "load-");
        assertThat(spelled("\"environment-\" + k; \"\"\"\nat_ns,kind\n\"\"\"; \"arrival_ns,planned_us\""))
                .containsExactly("environment-", "\nat_ns,kind\n", "arrival_ns,planned_us");
        assertThat(spelled(
                        "if (stopped.equals(\"killed\") || \"hung\".equals(end)) { case \"measure\": } x == \"died\""))
                .containsExactly("killed", "hung", "measure", "died");
        assertThat(spelled(
                        "// \"run.json\"\n/* \"metrics-\" */ '\"' \"load-client-slip\" \"asked\" \"other-run.json\""))
                .isEmpty();
    }

    @Test
    void shouldSpellNamesColumnsAndStatesOfTheRunRecordAtHomeOnly() throws IOException, IllegalAccessException {
        List<Path> sources;
        try (Stream<Path> files = Files.walk(ROOT)) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/main/java/") && !file.startsWith(HOME))
                    .sorted()
                    .toList();
        }
        List<String> found = new ArrayList<>();
        for (Path source : sources) {
            for (String literal : spelled(Files.readString(source))) {
                found.add(ROOT.relativize(source) + ": \"" + literal + "\"");
            }
        }
        assertThat(sources).hasSizeGreaterThan(300);
        assertThat(found).isEmpty();
    }
}
