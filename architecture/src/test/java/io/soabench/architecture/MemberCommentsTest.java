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
 * The form of all Javadoc. The comment of a method begins with a verb ("Returns …"), so that a reader knows at the first
 * word what a call does. Sentences are short, and some words that a stranger stumbles over are not used.
 */
class MemberCommentsTest {

    private static final Path ROOT = Path.of(System.getProperty("soabench.root"));
    private static final int DEPTH = 14;
    private static final int LEAST = 3_000;
    private static final int MOST_WORDS = 35;

    private static final Set<String> MODULES = Set.of(
            "analyzer",
            "contracts",
            "drivers",
            "dsl",
            "engine",
            "generators",
            "languages",
            "metamodel",
            "plugins",
            "reports",
            "testing");

    /** Verbs that begin comments of methods, one a line. */
    private static final Path VERBS = Path.of("src/test/resources/first-verbs.txt");

    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    private static final Pattern ANNOTATION = Pattern.compile(
            "\\s*@(?!interface)[\\w.]+[ \\t]*(?:\\((?:[^()\"]|\"(?:[^\"\\\\]|\\\\.)*\"|\\([^()]*\\))*\\))?");

    /** A method: modifiers, type parameters, a type, a name. A constructor and a constant have no type. */
    private static final Pattern METHOD = Pattern.compile(
            "\\s*(?:(?:public|protected|private|static|final|abstract|synchronized|native|default)\\s+)*(?:<[^(=;]*?>\\s+)?"
                    + "(?!(?:public|protected|private|static|final|abstract|synchronized|native|default|return|new|throw|else|class"
                    + "|record|interface|enum|package)\\b)[\\w.]+(?:<[^(=;{]*>)?(?:\\[\\])*\\s+\\w+\\s*\\(");

    private static final Pattern CODE =
            Pattern.compile("\\{@(?:link|linkplain|code|literal|value)\\b[^{}]*(?:\\{[^{}]*\\}[^{}]*)*\\}");
    private static final Pattern BLOCK = Pattern.compile(
            "</?(?:p|li|ul|ol|dl|dt|dd|table|tr|td|th|br|caption|h\\d)\\b[^>]*>|(?:^|\\s)@(?:param\\s+<?\\w+>?|return|throws\\s+\\S+|see\\s+\\S+)");
    private static final Pattern BANNED = Pattern.compile(
            "\\b(?:tells?|told|says?|said|whoever|likewise|as ever|of one's own|no news|for given|cannot be had)\\b",
            Pattern.CASE_INSENSITIVE);

    private record Comment(Path file, String text, boolean method) {

        String first() {
            return text.replaceFirst("(?s)[\\s,.;:].*", "");
        }

        /** The sentences, in which a link or a piece of code counts as one word. */
        List<String> sentences() {
            String words =
                    CODE.matcher(text.replaceAll("(?s)<pre>.*?</pre>", "<p>")).replaceAll("x");
            List<String> sentences = new ArrayList<>();
            for (String block : BLOCK.split(words, -1)) {
                for (String sentence : block.replaceAll("<[^>]*>", "").split("(?<=[.!?])[)\"]*\\s+", -1)) {
                    if (!sentence.isBlank()) {
                        sentences.add(sentence.strip());
                    }
                }
            }
            return sentences;
        }

        String at(String sentence) {
            return ROOT.relativize(file) + ": " + sentence;
        }
    }

    private static List<Comment> comments() throws IOException {
        List<Comment> comments = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ROOT, DEPTH)) {
            for (Path file : files.filter(MemberCommentsTest::isMain).toList()) {
                comments.addAll(commentsIn(file, Files.readString(file)));
            }
        }
        return comments;
    }

    private static List<Comment> commentsIn(Path file, String source) {
        List<Comment> comments = new ArrayList<>();
        Matcher comment = COMMENT.matcher(source);
        while (comment.find()) {
            comments.add(new Comment(file, plain(comment.group(1)), isMethod(source, comment.end())));
        }
        return comments;
    }

    private static boolean isMethod(String source, int from) {
        int start = from;
        Matcher annotation = ANNOTATION.matcher(source).region(start, source.length());
        while (annotation.lookingAt()) {
            start = annotation.end();
            annotation.region(start, source.length());
        }
        return METHOD.matcher(source).region(start, source.length()).lookingAt();
    }

    private static boolean isMain(Path file) {
        String path = ROOT.relativize(file).toString();
        return path.contains("src/main/java/")
                && !path.contains("target/")
                && path.endsWith(".java")
                && MODULES.contains(ROOT.relativize(file).getName(0).toString());
    }

    private static String plain(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*[ \\t]?", " ").strip();
    }

    private static List<String> withoutVerb(List<Comment> comments, Set<String> verbs) {
        return comments.stream()
                .filter(comment -> comment.method() && !verbs.contains(comment.first()))
                .map(comment -> comment.at(comment.text()))
                .toList();
    }

    private static List<String> tooLong(List<Comment> comments) {
        return comments.stream()
                .flatMap(comment -> comment.sentences().stream()
                        .filter(sentence -> sentence.split("\\s+", -1).length > MOST_WORDS)
                        .map(comment::at))
                .toList();
    }

    private static List<String> banned(List<Comment> comments) {
        return comments.stream()
                .flatMap(comment -> comment.sentences().stream()
                        .filter(sentence -> BANNED.matcher(sentence).find())
                        .map(comment::at))
                .toList();
    }

    @Test
    void shouldBeginWithAVerb() throws IOException {
        List<Comment> comments = comments();

        assertThat(comments).filteredOn(Comment::method).hasSizeGreaterThan(LEAST);
        assertThat(withoutVerb(comments, new TreeSet<>(Files.readAllLines(VERBS))))
                .isEmpty();
    }

    /** A verb that no comment begins with would let a noun in that is spelled alike. */
    @Test
    void shouldListNoVerbInVain() throws IOException {
        Set<String> used = new TreeSet<>();
        comments().stream().filter(Comment::method).forEach(comment -> used.add(comment.first()));

        assertThat(Files.readAllLines(VERBS)).isSorted().allMatch(used::contains);
    }

    @Test
    void shouldHaveShortSentences() throws IOException {
        assertThat(tooLong(comments())).isEmpty();
    }

    @Test
    void shouldUsePlainWords() throws IOException {
        assertThat(banned(comments())).isEmpty();
    }

    @Test
    void shouldFindEachKindOfFault() {
        List<Comment> comments = commentsIn(
                ROOT.resolve("Sample.java"),
                """
                /** A sample that tells something, see {@link Heard#told}. */
                class Sample<T> {
                    /** The number of {@code told} things. */
                    @Deprecated(since = "(1)")
                    public static <T> List<T> numbers() {}
                    /** Returns %s. */
                    int count();
                    /** A constant. */
                    int LEAST = of(1);
                    /** A constructor. */
                    Sample() {}
                }
                """
                        .formatted("a word ".repeat(MOST_WORDS)));

        assertThat(withoutVerb(comments, Set.of("Returns")))
                .containsExactly("Sample.java: The number of {@code told} things.");
        assertThat(tooLong(comments)).singleElement().asString().startsWith("Sample.java: Returns a word a word");
        assertThat(banned(comments)).containsExactly("Sample.java: A sample that tells something, see x.");
    }
}
