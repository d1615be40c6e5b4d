package io.soabench.reports.chapters;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EnvironmentChapterTest {

    private static final String NOTICE =
            "Answers wait in the heap until their clients have read them, as its manual advises.";

    private static List<String> rows(boolean brief) throws SQLException {
        return QueryRows.of(
                """
                create table v_environment (position int, section varchar(99), item varchar(99), content varchar(999));
                insert into v_environment values (1, 'origin', 'profile', ''), (2, 'origin', 'seed', '7'), (3, 'configuration', 'one.options', ''),
                  (4, 'notices', 'one', '%1$s'), (5, 'notices', 'two', 'Keeps none.'), (6, 'notices', 'three', '%1$s'), (7, 'programs', 'db', ''),
                  (8, 'durability', 'one.level', 'disk'), (9, 'durability', 'three.level', 'disk'),
                  (10, 'programs', 'one.engine.coordinates', 'a:one:1.0 with b:two:*,b:three:*'),
                  (11, 'process files', 'P.one', 'BPEL: p.bpel, SHA-256 %2$s')"""
                        .formatted(NOTICE, "0123456789abcdef".repeat(4)),
                new EnvironmentChapter(brief).query(),
                "section",
                "item",
                "content");
    }

    /** On paper a word that is longer than its column loses its end. */
    @Test
    void shouldPrintAChecksumInTwoWordsWhereNobodyCopiesIt() throws SQLException {
        String half = "0123456789abcdef".repeat(2);

        assertThat(rows(true)).contains("process files | P.one | BPEL: p.bpel, SHA-256 " + half + " " + half);
        assertThat(rows(false)).contains("process files | P.one | BPEL: p.bpel, SHA-256 " + half + half);
    }

    /** An item without a value says nothing, and a text that many servers have is printed once. A parameter may be empty. */
    @Test
    void shouldPrintALongTextOnceAndNoItemWithoutAValue() throws SQLException {
        assertThat(rows(false))
                .containsExactly(
                        "origin | seed | 7",
                        "configuration | one.options | –",
                        "notices | one, three | " + NOTICE,
                        "notices | two | Keeps none.",
                        "durability | one.level | disk",
                        "durability | three.level | disk",
                        "programs | one.engine.coordinates | a:one:1.0 with b:two:*, b:three:*",
                        "process files | P.one | BPEL: p.bpel, SHA-256 " + "0123456789abcdef".repeat(4));
        assertThat(rows(true)).hasSize(7).noneMatch(row -> row.startsWith("configuration"));
    }
}
