package io.soabench.reports;

import io.soabench.reports.chapters.GlossaryText;
import io.soabench.reports.chapters.MethodTexts;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The explanations of glossary words in a page. The first occurrence of a word in a chapter has its meaning as a title, which browsers show
 * under the mouse. The chapters of single cases count as one.
 */
final class GlossaryTitles {

    /** The style that distinguishes a word with a meaning from a link. */
    static final String STYLE = "abbr{text-decoration:none;border-bottom:1px dotted #999;cursor:help}";

    /** A part of a page: a style or script, one tag, or text. */
    private static final Pattern PARTS = Pattern.compile("(?s)<(style|script)\\b.*?</\\1>|<[^>]*>|[^<]+");

    private static final Pattern TARGET = Pattern.compile("href=\"#([^\"]+)\"");
    /** The name that stands for the bookmarks of all cases. */
    private static final String CASES = "";

    private static final Pattern PLACE = Pattern.compile("\\sid=\"([^\"]+)\"");

    private final Map<String, String> meanings = new HashMap<>();
    private final Pattern words;

    private GlossaryTitles(List<GlossaryText.Entry> entries) {
        entries.forEach(entry -> meanings.put(entry.term().toLowerCase(Locale.ROOT), first(entry.meaning())));
        // The longest words come first, so that they win over words that are their beginning.
        words = Pattern.compile(entries.stream()
                .map(GlossaryText.Entry::term)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "(?i)(?<![\\w&-])(", ")((?:e?s)?)(?![\\w-])")));
    }

    /** Returns the first sentence of a meaning: a title is read at a glance, and the page has it in each chapter. */
    private static String first(String meaning) {
        int end = meaning.indexOf(". ");
        return end < 0 ? meaning : meaning.substring(0, end + 1);
    }

    /**
     * Returns the page with titles.
     *
     * @param chapters bookmarks of the chapters; other targets of the contents are cases
     * @param glossary bookmark of the chapter that explains the words itself, and stays unchanged
     */
    static String in(String html, List<GlossaryText.Entry> entries, Set<String> chapters, String glossary) {
        return new GlossaryTitles(entries).withTitles(html, chapters, glossary);
    }

    private String withTitles(String html, Set<String> chapters, String glossary) {
        Set<String> targets = TARGET.matcher(html)
                .results()
                .map(target -> target.group(1))
                .filter(target -> !target.startsWith(MethodTexts.PREFIX))
                .collect(Collectors.toSet());
        Set<String> explained = new HashSet<>();
        String chapter = glossary;
        boolean heading = false;
        boolean link = false;
        StringBuilder page = new StringBuilder();
        Matcher parts = PARTS.matcher(html);
        while (parts.find()) {
            String part = parts.group();
            if (part.startsWith("<")) {
                Matcher place = PLACE.matcher(part);
                if (place.find() && targets.contains(place.group(1))) {
                    String next = chapters.contains(place.group(1)) ? place.group(1) : CASES;
                    if (!next.equals(chapter)) {
                        explained.clear();
                    }
                    chapter = next;
                    heading = true;
                }
                link = part.startsWith("<a ") || (link && !part.startsWith("</a"));
                page.append(part);
            } else if (chapter.equals(glossary) || heading || link) {
                heading &= part.isBlank();
                page.append(part);
            } else {
                page.append(
                        words.matcher(part).replaceAll(word -> Matcher.quoteReplacement(withTitle(word, explained))));
            }
        }
        return page.toString();
    }

    private String withTitle(MatchResult word, Set<String> explained) {
        String term = word.group(1).toLowerCase(Locale.ROOT);
        return explained.add(term)
                ? "<abbr title=\"" + escaped(meanings.get(term)) + "\">" + word.group() + "</abbr>"
                : word.group();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
