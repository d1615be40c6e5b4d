package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expectations;
import io.soabench.dsl.words.Token;
import java.util.List;

/**
 * A possible replacement of some words of a part, and the extent to which the part can be understood with it.
 *
 * @param kind kind of change
 * @param from index of the first word that is replaced
 * @param to index behind the last one; {@code from} for an insertion
 * @param instead replacement
 * @param cost improbability of the draft; of drafts that continue well, the cheapest is taken
 * @param reading of the words up to {@code next}
 * @param next index of the first word that cannot be understood then
 * @param complete whether all words are understood and none is missing
 * @param sure whether enough words are understood to trust the draft
 */
record RepairCandidate(
        Kind kind,
        int from,
        int to,
        List<Token> instead,
        int cost,
        Expectations.Reading reading,
        int next,
        boolean complete,
        boolean sure) {

    enum Kind {
        /** A word is spelt like one of the language. */
        SPELL,
        /** Words are written as one, or one as two. */
        SPACE,
        /** A text has no quotes. */
        QUOTE,
        /** Words are missing. */
        ADD,
        /** A name is missing before a word that was taken for one. */
        NAME,
        /** Another word is expected. */
        EXCHANGE,
        /** Words are too many. */
        REMOVE,
        /** Words are missing at the end. */
        END
    }

    RepairCandidate {
        instead = List.copyOf(instead);
    }

    /** Returns the number of words that are understood, without removed ones. */
    int reach() {
        return switch (kind) {
            case REMOVE -> next - (to - from);
            case EXCHANGE -> next - 1;
            default -> next;
        };
    }
}
