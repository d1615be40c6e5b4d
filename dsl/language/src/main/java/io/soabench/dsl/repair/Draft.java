package io.soabench.dsl.repair;

import io.soabench.dsl.grammar.Expectations;
import io.soabench.dsl.words.Token;
import java.util.List;

/**
 * A replacement of some words of a part, and how far the part can be understood with it.
 *
 * @param kind what is done
 * @param from index of the first word that is replaced
 * @param to index behind the last one; {@code from} where words are added
 * @param instead what stands there then
 * @param cost how unlikely it is that this was meant: of drafts that go on well the least one is taken
 * @param reading of the words up to {@code next}
 * @param next index of the first word that cannot be understood then
 * @param complete whether there is none and nothing is missing
 * @param sure whether enough can be understood then for it to be believed
 */
record Draft(
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
        /** Something is missing. */
        ADD,
        /** A name is missing before a word that was taken for one. */
        NAME,
        /** Something else is expected. */
        EXCHANGE,
        /** Words are too many. */
        REMOVE,
        /** Something is missing at the end. */
        END
    }

    Draft {
        instead = List.copyOf(instead);
    }

    /** How far it goes, not counting what was taken out for that. */
    int reach() {
        return switch (kind) {
            case REMOVE -> next - (to - from);
            case EXCHANGE -> next - 1;
            default -> next;
        };
    }
}
