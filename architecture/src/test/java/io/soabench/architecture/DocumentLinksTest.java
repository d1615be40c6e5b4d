package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every relative link of a Markdown page leads to a file that is there, and to a heading that is there. */
final class DocumentLinksTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Set<String> LEFT_OUT = Set.of("target", ".git", "node_modules");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern CLASS = Pattern.compile("\\[`([^`]+)`]\\(([^)\\s]+\\.java)\\)");
    private static final Pattern EXTERNAL = Pattern.compile("[a-z]+:.*");

    @Test
    void shouldLeadToFilesAndHeadingsThatAreThere() throws IOException {
        List<Path> pages = pages(ROOT);

        assertThat(pages).contains(ROOT.resolve("README.md"), ROOT.resolve("docs/reference/formats.md"));
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            broken.addAll(broken(page));
        }
        assertThat(broken).isEmpty();
    }

    /** A class that was renamed or moved takes its name on the page along. */
    @Test
    void shouldCallClassesByTheirNames() throws IOException {
        List<String> wrong = new ArrayList<>();
        int all = 0;
        for (Path page : pages(ROOT)) {
            Matcher links = CLASS.matcher(Files.readString(page));
            while (links.find()) {
                all++;
                if (!links.group(2).endsWith("/" + links.group(1) + ".java")) {
                    wrong.add(ROOT.relativize(page) + ": " + links.group());
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(all).as("links to classes in all pages").isGreaterThan(30);
    }

    private static List<Path> pages(Path folder) throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.sorted().toList()) {
                if (Files.isDirectory(entry)) {
                    if (!LEFT_OUT.contains(entry.getFileName().toString())) {
                        pages.addAll(pages(entry));
                    }
                } else if (entry.toString().endsWith(".md")) {
                    pages.add(entry);
                }
            }
        }
        return pages;
    }

    private static List<String> broken(Path page) throws IOException {
        List<String> broken = new ArrayList<>();
        int number = 0;
        boolean code = false;
        for (String line : Files.readAllLines(page)) {
            number++;
            if (line.startsWith("```")) {
                code = !code;
            }
            Matcher links = LINK.matcher(code ? "" : line.replaceAll("`[^`]*`", ""));
            while (links.find()) {
                if (!EXTERNAL.matcher(links.group(1)).matches() && !leadsSomewhere(page, links.group(1))) {
                    broken.add(ROOT.relativize(page) + ":" + number + ": " + links.group(1));
                }
            }
        }
        return broken;
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || anchors(target).contains(parts[1]);
    }

    /** The names that a page's headings get when it is shown. */
    private static Set<String> anchors(Path page) throws IOException {
        try (Stream<String> lines = Files.lines(page)) {
            return lines.filter(line -> line.startsWith("#"))
                    .map(line -> line.replaceFirst("#+\\s*", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .collect(Collectors.toSet());
        }
    }
}
