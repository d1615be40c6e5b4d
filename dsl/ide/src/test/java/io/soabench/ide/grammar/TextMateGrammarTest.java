package io.soabench.ide.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.dsl.grammar.Expectations;
import io.soabench.ide.model.Models;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.xtext.IGrammarAccess;
import org.junit.jupiter.api.Test;

/** The patterns by which VS Code colours a model before the server has answered know the words of the language, each once, and no others. */
class TextMateGrammarTest {

    private static final File PATTERNS = new File("../../plugins/vscode/syntaxes/testbed.tmLanguage.json");
    private static final Pattern LIST = Pattern.compile("\\(\\?<!\\[\\\\w-]\\)\\(([^()]+)\\)\\(\\?!\\[\\\\w-]\\)");
    private static final Pattern UNITS = Pattern.compile("\\(\\(\\?:([^()]+)\\)\\(\\?!");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9-]*");

    private static final Expectations LANGUAGE =
            new Expectations(Models.language().get(IGrammarAccess.class).getGrammar());

    private static JsonNode patterns() throws IOException {
        return new ObjectMapper().readTree(PATTERNS).get("repository");
    }

    private static List<String> words(JsonNode pattern, Pattern list) {
        Matcher found = list.matcher(pattern.get("match").asText());
        assertThat(found.find()).as("a list of words in %s", pattern).isTrue();
        return List.of(found.group(1).split("\\|"));
    }

    private static Set<String> wordsOfTheLanguage() {
        return LANGUAGE.keywords().stream()
                .filter(word -> WORD.matcher(word).matches())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldKnowEachWordOfTheLanguageOnceAndNoOther() throws IOException {
        List<String> known = new ArrayList<>(words(patterns().get("quantities"), UNITS));
        for (String kind : List.of("distributions", "elements", "values", "keywords")) {
            known.addAll(words(patterns().get(kind), LIST));
        }

        assertThat(known).containsExactlyInAnyOrderElementsOf(wordsOfTheLanguage());
    }

    @Test
    void shouldTakeNoBeginningForAWord() throws IOException {
        for (String kind : List.of("distributions", "elements", "values", "keywords")) {
            Pattern pattern = Pattern.compile(patterns().get(kind).get("match").asText());
            for (String word : words(patterns().get(kind), LIST)) {
                Matcher found = pattern.matcher(word);
                assertThat(found.find()).as(word).isTrue();
                assertThat(found.group()).isEqualTo(word);
                assertThat(pattern.matcher(word + "-x").find()).as("%s-x", word).isFalse();
                assertThat(pattern.matcher("x-" + word).find()).as("x-%s", word).isFalse();
            }
        }
    }

    @Test
    void shouldKnowTheOperators() throws IOException {
        Pattern operators =
                Pattern.compile(patterns().get("operators").get("match").asText());
        Set<String> symbols = LANGUAGE.keywords().stream()
                .filter(word -> !WORD.matcher(word).matches() && !word.matches("[{}()\\[\\],:.]|%|/s|/min|/h"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(symbols)
                .hasSizeGreaterThan(5)
                .allMatch(symbol -> operators.matcher(symbol).matches());
    }
}
