package io.soabench.reports.chapters;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The entries of {@code docs/reference/glossary.md}, which the build puts on the class path unchanged. */
public final class GlossaryText {

    private static final String PART = "## ";
    private static final String TERM = "### ";
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\([^)]*\\)");
    private static final Pattern EMPHASIS = Pattern.compile("[*`]");

    private GlossaryText() {}

    /**
     * A word with its meaning.
     *
     * @param part the heading above the word
     * @param meaning plain text, without marks and links
     */
    public record Entry(String part, String term, String meaning) {}

    /** Returns all entries, in the order of the page. */
    public static List<Entry> entries() {
        try (InputStream in = GlossaryText.class.getResourceAsStream("glossary.md")) {
            if (in == null) {
                throw new IOException("it is not on the class path");
            }
            return entries(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the glossary", e);
        }
    }

    static List<Entry> entries(String page) {
        List<Entry> entries = new ArrayList<>();
        String part = "";
        for (String block : page.split("\\n(?=##)", -1)) {
            String[] lines = block.split("\\n", 2);
            if (lines[0].startsWith(TERM)) {
                entries.add(new Entry(part, lines[0].substring(TERM.length()).strip(), plain(lines[1])));
            } else if (lines[0].startsWith(PART)) {
                part = lines[0].substring(PART.length()).strip();
            }
        }
        return entries;
    }

    private static String plain(String markdown) {
        String text = LINK.matcher(markdown.strip()).replaceAll("$1");
        return EMPHASIS.matcher(text).replaceAll("").replaceAll("\\s+", " ");
    }
}
