package io.soabench.dsl.repair;

import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Unit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names that a misunderstood part declares. Other uses of these names are not errors. */
final class DeclaredNames {

    /** Words that stand between the one with which an element begins and its name. */
    private static final Set<String> BETWEEN = Set.of("type", "profile");

    private DeclaredNames() {}

    static Set<String> names(List<Token> words) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (Unit.isBeginning(words.get(i))) {
                int name = i + 1;
                if (name + 1 < words.size() && BETWEEN.contains(words.get(name).text())) {
                    names.add(words.get(name + 1).text());
                }
                names.add(words.get(name).text());
            }
        }
        return names;
    }
}
