package io.soabench.ide.feature;

import io.soabench.dsl.words.Token;
import io.soabench.ide.model.Snapshot;
import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.Server;
import java.util.List;
import java.util.Optional;

/**
 * A parameter whose values an exploration lists. It is found by its words, because an incomplete list has no model
 * elements yet.
 */
final class VariedParameter {

    private VariedParameter() {}

    /**
     * Returns the last parameter before a cursor.
     *
     * @param previous the last word before the cursor
     */
    static Optional<ParameterDeclaration> before(Snapshot snapshot, Optional<Token> previous) {
        List<Token> words = snapshot.tokens().visible();
        int end = previous.map(words::indexOf).orElse(0);
        Optional<Server> server = Optional.empty();
        Optional<ParameterDeclaration> found = Optional.empty();
        for (int i = 0; i < end; i++) {
            Token word = words.get(i);
            if (word.is("explore")) {
                server = Optional.empty();
                found = Optional.empty();
            } else if (word.is("vary")) {
                String name = words.get(i + 1).text();
                server = snapshot.result().whole().servers().stream()
                        .filter(each -> name.equals(each.getName()) && each.getType() != null)
                        .findFirst();
            } else if (words.get(i + 1).is("in")) {
                found = server.flatMap(varied -> varied.getType().getParameters().stream()
                        .filter(each -> word.is(String.valueOf(each.getName())))
                        .findFirst());
            }
        }
        return found;
    }
}
