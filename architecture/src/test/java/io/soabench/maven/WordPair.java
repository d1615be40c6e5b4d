package io.soabench.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two models that differ in a few words, and where that must be seen. Pairs are written as one text with sites
 * <code>⟦one|other @ place, place|…⟧</code>: the first variant of every site is the base, and each further variant of a site makes a pair
 * with the base.
 *
 * <p>A place is a part of what the compiler makes, such as {@code plan/cases/*}{@code /repetitions} or {@code file/mocks/*}, where
 * {@code *} stands for one part of a path or more; or {@code !code}, an issue that one of both has and the other has not.
 *
 * @param where file and number of the site, for messages
 * @param places all of them must differ
 */
record WordPair(String where, String base, String other, List<String> places) {

    private static final Pattern SITE = Pattern.compile("⟦(.*?)⟧", Pattern.DOTALL);

    /** The pairs of a text. */
    static List<WordPair> of(String name, String text) {
        List<MatchedSite> sites = new ArrayList<>();
        Matcher matcher = SITE.matcher(text);
        while (matcher.find()) {
            List<String> variants = new ArrayList<>();
            List<List<String>> places = new ArrayList<>();
            for (String variant : matcher.group(1).split("\\|", -1)) {
                int at = variant.lastIndexOf(" @ ");
                variants.add(at < 0 ? variant : variant.substring(0, at));
                places.add(
                        at < 0
                                ? List.of()
                                : List.of(variant.substring(at + 3).strip().split("\\s*,\\s*")));
            }
            // A variant that does not say where it is seen is seen where the next one is that does.
            for (int i = places.size() - 2; i > 0; i--) {
                if (places.get(i).isEmpty()) {
                    places.set(i, places.get(i + 1));
                }
            }
            if (places.subList(1, places.size()).contains(List.<String>of())) {
                throw new IllegalArgumentException(
                        name + ": \"" + matcher.group(1) + "\" does not say where it is seen");
            }
            sites.add(new MatchedSite(matcher.start(), matcher.end(), variants, places));
        }
        List<WordPair> pairs = new ArrayList<>();
        String base = text(text, sites, -1, 0);
        for (int site = 0; site < sites.size(); site++) {
            for (int variant = 1; variant < sites.get(site).variants().size(); variant++) {
                MatchedSite each = sites.get(site);
                String where = name + ": " + each.variants().get(0).strip() + " | "
                        + each.variants().get(variant).strip();
                pairs.add(new WordPair(
                        where,
                        base,
                        text(text, sites, site, variant),
                        each.places().get(variant)));
            }
        }
        return pairs;
    }

    private record MatchedSite(int start, int end, List<String> variants, List<List<String>> places) {}

    private static String text(String text, List<MatchedSite> sites, int chosen, int variant) {
        StringBuilder result = new StringBuilder();
        int from = 0;
        for (int i = 0; i < sites.size(); i++) {
            MatchedSite site = sites.get(i);
            result.append(text, from, site.start()).append(site.variants().get(i == chosen ? variant : 0));
            from = site.end();
        }
        return result.append(text.substring(from)).toString();
    }
}
