package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The references of Markdown pages: every relative link leads to a file and a heading that are there, and classes and members have
 * the names that they have in the code.
 */
final class DocumentLinksTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Set<String> LEFT_OUT = Set.of("target", ".git", "node_modules");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern CLASS = Pattern.compile("\\[`([^`]+)`]\\(([^)\\s]+\\.java)\\)");

    /** A member or a nested type in code, such as {@code Lifecycle.Builder.archives()}. */
    private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)(?:\\.(\\w+))?[^`\\n]*`");

    private static final Pattern EXTERNAL = Pattern.compile("[a-z]+:.*");

    @Test
    void shouldLeadToFilesAndHeadingsThatAreThere() throws IOException {
        List<Path> pages = files(ROOT, ".md");

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
        for (Path page : files(ROOT, ".md")) {
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

    /** A member that was renamed takes its name on the page along. */
    @Test
    void shouldCallMembersByTheirNames() throws IOException {
        Map<String, String> sources = sources();
        List<String> wrong = new ArrayList<>();
        int all = 0;
        for (Path page : files(ROOT, ".md")) {
            Matcher members = MEMBER.matcher(Files.readString(page));
            while (members.find()) {
                String source = sources.get(members.group(1));
                if (source != null) {
                    all++;
                    if (!has(source, members.group(2)) || !has(source, members.group(3))) {
                        wrong.add(ROOT.relativize(page) + ": " + members.group());
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(all).as("members of classes in all pages").isGreaterThan(30);
    }

    private static boolean has(String source, String name) {
        return name == null
                || Pattern.compile("\\b" + name + "\\b").matcher(source).find();
    }

    /** Returns the sources of programs by the name of their class; those of classes with one name are put together. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Path file : files(ROOT, ".java")) {
            if (file.toString().contains("/src/main/java/")) {
                String name = file.getFileName().toString().replace(".java", "");
                sources.merge(name, Files.readString(file), String::concat);
            }
        }
        return sources;
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.sorted().toList()) {
                if (Files.isDirectory(entry)) {
                    if (!LEFT_OUT.contains(entry.getFileName().toString())) {
                        files.addAll(files(entry, ending));
                    }
                } else if (entry.toString().endsWith(ending)) {
                    files.add(entry);
                }
            }
        }
        return files;
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
