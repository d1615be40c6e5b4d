package io.soabench.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.model.issue.IssueCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The codes of issues and their documentation are the same list. */
class IssueCodesTest {

    private static final Path DOCUMENTATION = Path.of("../../docs/reference/language/issues.md");
    private static final String HEAD = "| code | what causes it |\n|---|---|\n";

    @Test
    void shouldDocumentEveryCode() throws IOException {
        String table = Arrays.stream(IssueCode.values())
                .map(code -> "| `" + code.id() + "` | " + code.example() + " |\n")
                .collect(Collectors.joining());
        String text = Files.readString(DOCUMENTATION);
        int start = text.indexOf(HEAD);

        assertThat(start).as("the table of codes in " + DOCUMENTATION).isPositive();
        assertThat(text.substring(start + HEAD.length())
                        .lines()
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()))
                .isEqualTo(table);
    }

    @Test
    void shouldFindACodeByWhatUsersRead() {
        assertThat(IssueCode.of("not-utf-8")).contains(IssueCode.NOT_UTF_8);
        assertThat(IssueCode.of("nothing")).isEmpty();
    }
}
