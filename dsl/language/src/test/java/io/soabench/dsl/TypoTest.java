package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.dsl.grammar.Expectations;
import io.soabench.model.issue.Issue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EnumLiteralDeclaration;
import org.eclipse.xtext.GrammarUtil;
import org.eclipse.xtext.IGrammarAccess;
import org.eclipse.xtext.Keyword;
import org.eclipse.xtext.nodemodel.ILeafNode;
import org.eclipse.xtext.resource.XtextResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Words of the language that are mistyped, one at a time: the only thing that is told stands at that word, names it, and says which word was
 * meant. Which words, and how they are mistyped, is drawn from a seed.
 */
class TypoTest {

    private static final long SEED = 20101;

    /** Words that are mistyped in one example. */
    private static final int MOST_WORDS = 12;

    private static final Set<String> RULES_OF_NAMES = Set.of("Name", "ParameterName", "Word");

    /** Where another word is told than the one that was meant, and why. */
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "KB", "by its letters it is kB, in another case",
            "2", "what is left of s2 is no word, so that it is only told what is allowed");

    @TempDir
    private static Path folder;

    private final TestbedReader reader = new TestbedReader();

    /** A mistyped word of a model. */
    private record Typo(Path file, String text, String word, int offset, String typed) {

        String broken() {
            return text.substring(0, offset) + typed + text.substring(offset + word.length());
        }

        int line() {
            return 1
                    + (int) text.substring(0, offset)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
        }

        int column() {
            return offset - text.lastIndexOf('\n', offset - 1);
        }

        @Override
        public String toString() {
            return file.getFileName() + ":" + line() + ":" + column() + " " + word + " -> " + typed + " (seed " + SEED
                    + ")";
        }
    }

    /** A word of the language in a model. */
    private record Place(int offset, String word) {}

    private static List<Place> places(XtextResource resource) {
        return StreamSupport.stream(
                        resource.getParseResult().getRootNode().getLeafNodes().spliterator(), false)
                .filter(TypoTest::isWord)
                .map(leaf -> new Place(leaf.getOffset(), leaf.getText()))
                .toList();
    }

    private static boolean isWord(ILeafNode leaf) {
        EObject element = leaf.getGrammarElement();
        return !leaf.isHidden()
                && Character.isLetter(leaf.getText().charAt(0))
                && (element instanceof Keyword || element instanceof EnumLiteralDeclaration)
                && !RULES_OF_NAMES.contains(GrammarUtil.containingRule(element).getName());
    }

    /** One letter doubled, left out, or exchanged with its neighbour. */
    private static Optional<String> typed(String word, int how, Random random) {
        int at = random.nextInt(word.length());
        StringBuilder typed = new StringBuilder(word);
        switch (how) {
            case 0 -> typed.insert(at, word.charAt(at));
            case 1 -> typed.deleteCharAt(at);
            default -> {
                int next = Math.min(at + 1, word.length() - 1);
                typed.setCharAt(at, word.charAt(next));
                typed.setCharAt(next, word.charAt(at));
            }
        }
        // Another word of the language, or none at all, is no mistyped one.
        return Optional.of(typed.toString())
                .filter(text -> !text.isEmpty() && !text.equals(word) && !KEYWORDS.contains(text));
    }

    private static final Set<String> KEYWORDS = keywords();

    private static Set<String> keywords() {
        TestbedReader.places();
        return new Expectations(
                        TestbedReader.INJECTOR.getInstance(IGrammarAccess.class).getGrammar())
                .keywords();
    }

    /** Some words of each example, no word twice in one. */
    static List<Typo> inExamples() throws IOException {
        List<Path> models;
        try (Stream<Path> files = Files.walk(Path.of("../../examples"))) {
            models = files.filter(file -> file.toString().endsWith(".testbed"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
        Random random = new Random(SEED);
        List<Typo> typos = new ArrayList<>();
        for (Path model : models) {
            typos.addAll(typos(model.toAbsolutePath().normalize(), Files.readString(model), MOST_WORDS, random));
        }
        assertThat(typos).hasSizeGreaterThan(200);
        return typos;
    }

    /** Each word of the language that stands in the model with every construct. */
    static List<Typo> inEveryConstruct() {
        Path model =
                new ModelFixture(folder).folder().resolve("everything.testbed").toAbsolutePath();
        List<Typo> typos = typos(model.normalize(), RoundTripTest.EVERYTHING, Integer.MAX_VALUE, new Random(SEED));
        assertThat(typos).hasSizeGreaterThan(120);
        return typos;
    }

    private static List<Typo> typos(Path model, String text, int most, Random random) {
        TestbedReader.Result right = read(new TestbedReader(), model, text);
        List<Place> places =
                new ArrayList<>(places((XtextResource) right.testbed().eResource()));
        Collections.shuffle(places, random);
        List<Typo> typos = new ArrayList<>();
        Set<String> words = new HashSet<>();
        for (Place place : places) {
            int how = random.nextInt(3);
            Optional<String> typed = typed(place.word(), how, random);
            if (typos.size() < most && typed.isPresent() && words.add(place.word())) {
                typos.add(new Typo(model, text, place.word(), place.offset(), typed.get()));
            }
        }
        return typos;
    }

    private static TestbedReader.Result read(TestbedReader reader, Path model, String text) {
        try {
            return reader.read(model, Map.of(model, text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is told of a correct model too, such as where something is given out by arrival; its places move with the word. */
    private static final Map<Path, List<String>> ALWAYS = new HashMap<>();

    private List<Issue> told(Typo typo) {
        List<String> always =
                ALWAYS.computeIfAbsent(typo.file(), file -> read(reader, file, typo.text()).issues().stream()
                        .map(Issue::message)
                        .toList());
        return read(reader, typo.file(), typo.broken()).issues().stream()
                .filter(issue -> !always.contains(issue.message()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource({"inExamples", "inEveryConstruct"})
    void shouldTellWhichWordWasMeant(Typo typo) {
        List<Issue> told = told(typo);

        assertThat(told).hasSize(1);
        Issue issue = told.get(0);
        assertThat(issue.place().line()).isEqualTo(typo.line());
        assertThat(issue.place().column()).isEqualTo(typo.column());
        assertThat(issue.message()).contains('"' + typo.typed() + '"');
        if (!EXCEPTIONS.containsKey(typo.typed())) {
            assertThat(issue.message())
                    .contains("; did you mean \"")
                    .contains('"' + typo.word() + '"')
                    .endsWith("?");
        }
    }

    @Test
    void shouldNameBothWordsThatAreEquallyNear() {
        int offset = RoundTripTest.EVERYTHING.indexOf("median 8 ms");
        Path model = folder.resolve("both.testbed").toAbsolutePath().normalize();

        assertThat(told(new Typo(model, RoundTripTest.EVERYTHING, "median", offset, "medan")))
                .extracting(Issue::message)
                .contains("\"medan\" is not allowed here; did you mean \"mean\" or \"median\"?");
    }
}
