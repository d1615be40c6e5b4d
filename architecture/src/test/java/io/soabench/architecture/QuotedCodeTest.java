package io.soabench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a Markdown page quotes is in the file that it names: a block of code after the line {@code <!-- quoted from PATH -->},
 * path from the root, must stand there line by line, but for the common indentation.
 */
final class QuotedCodeTest {

    private static final Path ROOT =
            Path.of(System.getProperty("soabench.root")).toAbsolutePath().normalize();
    private static final Pattern MARK = Pattern.compile("\\s*<!-- quoted from (\\S+) -->");
    private static final String FENCE = "```";

    /** @param lines of the block, without common indentation */
    private record Quotation(Path page, String path, List<String> lines) {

        boolean isTrue() throws IOException {
            Path file = ROOT.resolve(path);
            if (!Files.isRegularFile(file) || lines.isEmpty()) {
                return false;
            }
            List<String> all = Files.readAllLines(file);
            for (int from = 0; from + lines.size() <= all.size(); from++) {
                if (flush(all.subList(from, from + lines.size())).equals(lines)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return ROOT.relativize(page) + " quotes from " + path + ":\n" + String.join("\n", lines);
        }
    }

    private static List<Quotation> quotations(Path page) throws IOException {
        List<Quotation> found = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            Matcher mark = MARK.matcher(lines.get(i));
            if (mark.matches()) {
                List<String> block = new ArrayList<>();
                int line = i + 1;
                assertThat(lines.get(line).strip()).as("%s:%d", page, line + 1).startsWith(FENCE);
                for (line++; !lines.get(line).strip().equals(FENCE); line++) {
                    block.add(lines.get(line));
                }
                found.add(new Quotation(page, mark.group(1), flush(block)));
            }
        }
        return found;
    }

    private static List<String> flush(List<String> lines) {
        return String.join("\n", lines).stripIndent().stripTrailing().lines().toList();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 4)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldQuoteWhatIsThere() throws IOException {
        List<Quotation> wrong = new ArrayList<>();
        int all = 0;
        for (Path page : pages()) {
            for (Quotation quotation : quotations(page)) {
                all++;
                if (!quotation.isTrue()) {
                    wrong.add(quotation);
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(all).as("quotations in all pages").isGreaterThanOrEqualTo(8);
    }

    @Test
    void shouldFindOutWhenAFileHasChanged() throws IOException {
        Path page = ROOT.resolve("plugins/servers/README.md");
        Quotation first = quotations(page).get(0);
        List<String> changed = new ArrayList<>(first.lines());
        Collections.replaceAll(changed, changed.get(0), changed.get(0) + "x");

        assertThat(first.isTrue()).isTrue();
        assertThat(new Quotation(page, first.path(), changed).isTrue()).isFalse();
        assertThat(new Quotation(page, "no/such.file", first.lines()).isTrue()).isFalse();
    }
}
