package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
 * The form of class comments: each begins with a noun phrase. A reader who meets "A connection pool that …" knows what a class is; one who meets
 * "What is kept open" does not.
 */
class ClassCommentsTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final int DEPTH = 14;
    private static final int LEAST = 1_000;

    private static final Pattern COMMENT = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?[ \\t]*(?://[^\\n]*)?\\s*)*"
                    + "(?:(?:public|final|abstract|sealed|non-sealed)\\s+)*(?:class|interface|enum|record|@interface)\\s+(\\w+)",
            Pattern.DOTALL);

    /** Articles, and what stands in front of a number of things. */
    private static final Set<String> ARTICLES =
            Set.of("A", "An", "The", "All", "Two", "Three", "Some", "Each", "Every");

    /** Nouns without an article that begin comments of this project, one a line. */
    private static final Path NOUNS = Path.of("src/test/resources/first-nouns.txt");

    private record Comment(Path file, String name, String text) {

        String first() {
            return text.replaceFirst("(?s)\\s.*", "");
        }

        boolean begins(Set<String> nouns) {
            return ARTICLES.contains(first()) || first().startsWith("{@") || nouns.contains(first());
        }

        @Override
        public String toString() {
            return name + ": " + text.substring(0, Math.min(60, text.length()));
        }
    }

    private static List<Comment> comments() throws IOException {
        List<Comment> comments = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT, DEPTH)) {
            for (Path file : files.filter(ClassCommentsTest::isMain).toList()) {
                String source = Files.readString(file);
                Matcher comment = COMMENT.matcher(source);
                comments.add(
                        comment.find()
                                ? new Comment(file, comment.group(2), plain(comment.group(1)))
                                : new Comment(file, file.getFileName().toString(), ""));
            }
        }
        return comments;
    }

    private static boolean isMain(Path file) {
        String path = ROOT.relativize(file).toString();
        return path.contains("src/main/java/")
                && !path.contains("target/")
                && path.endsWith(".java")
                && !path.endsWith("-info.java");
    }

    private static String plain(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*[ \\t]?", " ").strip();
    }

    @Test
    void shouldBeginWithANounPhrase() throws IOException {
        Set<String> nouns = new TreeSet<>(Files.readAllLines(NOUNS));
        List<Comment> comments = comments();

        assertThat(comments).hasSizeGreaterThan(LEAST);
        assertThat(comments).filteredOn(comment -> !comment.begins(nouns)).isEmpty();
    }

    /** A noun that no comment begins with would let a verb in that is spelled alike. */
    @Test
    void shouldListNoNounInVain() throws IOException {
        Set<String> used = new TreeSet<>();
        comments().forEach(comment -> used.add(comment.first()));

        assertThat(Files.readAllLines(NOUNS)).isSorted().allMatch(used::contains);
    }
}
