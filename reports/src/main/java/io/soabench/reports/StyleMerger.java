package io.soabench.reports;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The merging of repeated styles of table cells, which are most of a page: BIRT repeats them in thousands of cells. */
final class StyleMerger {

    /** A rule of one of BIRT's styles. */
    private static final Pattern RULE = Pattern.compile("\\.s(\\d+)\\s*\\{([^}]*)\\}\\s*");

    private static final Pattern TAG = Pattern.compile("<[a-z][^>]*>");

    /** The style of a tag: BIRT's class, and the name that {@link SelfContainedPage#slim} made of the attribute. */
    private static final Pattern CLASS = Pattern.compile(" class=s(\\d+)( data-s=(\\d+))?(?=[ >])");

    private static final Pattern STYLE = Pattern.compile("\\[data-s=\"(\\d+)\"\\]\\{([^}]*)\\}");

    /** A cell with a text and nothing else. */
    private static final Pattern CELL = Pattern.compile(
            "(<td\\b[^>]*? class=s(\\d+)[^>]*>)<div class=s(\\d+)>([^<]*)</div>(?=<t[dhr]\\b|</t(?:[dr]|able)\\b)");

    /** Properties that a text inherits from the cell around it, CSS 2.2 appendix F. */
    private static final Pattern INHERITED = Pattern.compile("(font|font-(family|size|style|weight)|color):.*");

    private static final String HEAD_END = "</head>";
    private static final String USUAL_ROW = "<tr valign=\"top\" align=\"left\">";

    private StyleMerger() {}

    /** Returns the same page, shorter. */
    static String of(String html) {
        int body = Math.max(0, html.indexOf(HEAD_END));
        Page page = new Page(html.substring(0, body), html.substring(body));
        Page slim = usualRows(stylesOfClasses(plainCells(sameClasses(page))));
        return slim.rules + slim.body;
    }

    /** A page in two parts: the rules of styles, and the elements with styles. Texts of the second part that look like rules are none. */
    private record Page(String rules, String body) {

        /** Returns the page with other styles of its elements. */
        Page with(String otherRules, Function<MatchResult, String> classes) {
            return new Page(
                    otherRules,
                    TAG.matcher(body)
                            .replaceAll(tag -> Matcher.quoteReplacement(CLASS.matcher(tag.group())
                                    .replaceAll(use -> Matcher.quoteReplacement(classes.apply(use))))));
        }

        Stream<MatchResult> classes() {
            return TAG.matcher(body).results().flatMap(tag -> CLASS.matcher(tag.group())
                    .results());
        }
    }

    /** Gives one class to all elements that look alike. */
    private static Page sameClasses(Page page) {
        Map<String, String> first = new HashMap<>();
        Map<String, String> instead = new HashMap<>();
        RULE.matcher(page.rules)
                .results()
                .forEach(rule -> instead.put(
                        rule.group(1), first.computeIfAbsent(rule.group(2).strip(), all -> rule.group(1))));
        String rules = RULE.matcher(page.rules)
                .replaceAll(rule ->
                        rule.group(1).equals(instead.get(rule.group(1))) ? Matcher.quoteReplacement(rule.group()) : "");
        return page.with(
                rules,
                use -> " class=s" + instead.getOrDefault(use.group(1), use.group(1))
                        + (use.group(2) == null ? "" : use.group(2)));
    }

    /** Removes the box around a text that looks as its cell does. */
    private static Page plainCells(Page page) {
        Map<String, Set<String>> rules = RULE.matcher(page.rules)
                .results()
                .collect(Collectors.toMap(rule -> rule.group(1), rule -> declarations(rule.group(2))));
        return new Page(page.rules, CELL.matcher(page.body).replaceAll(cell -> {
            Set<String> around = rules.getOrDefault(cell.group(2), Set.of());
            Set<String> own = rules.get(cell.group(3));
            boolean same = own != null
                    && around.containsAll(own)
                    && own.stream().allMatch(each -> INHERITED.matcher(each).matches());
            return Matcher.quoteReplacement(same ? cell.group(1) + cell.group(4) : cell.group());
        }));
    }

    private static Set<String> declarations(String rule) {
        return Stream.of(rule.split(";", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }

    /** Moves the styles that all elements of a class have to the class. */
    private static Page stylesOfClasses(Page page) {
        Map<String, String> styles = STYLE.matcher(page.rules)
                .results()
                .collect(Collectors.toMap(style -> style.group(1), style -> style.group(2)));
        Map<String, Set<String>> besides = new LinkedHashMap<>();
        page.classes().forEach(use -> besides.computeIfAbsent(use.group(1), all -> new HashSet<>())
                .add(String.valueOf(use.group(3))));
        Map<String, String> own = new LinkedHashMap<>();
        besides.forEach((name, all) -> {
            String style = styles.get(all.iterator().next());
            if (all.size() == 1 && style != null) {
                own.put(name, style);
            }
        });
        String rules = own.entrySet().stream()
                .map(each -> ".s" + each.getKey() + "{" + each.getValue() + "}")
                .collect(Collectors.joining());
        return page.with(
                page.rules + styleOf(rules),
                use -> own.containsKey(use.group(1)) ? " class=s" + use.group(1) : use.group());
    }

    private static Page usualRows(Page page) {
        String body = page.body.replace(USUAL_ROW, "<tr class=r>");
        return body.equals(page.body)
                ? page
                : new Page(page.rules + styleOf(".r{vertical-align:top;text-align:left}"), body);
    }

    private static String styleOf(String rules) {
        return rules.isEmpty() ? "" : "<style>" + rules + "</style>";
    }
}
