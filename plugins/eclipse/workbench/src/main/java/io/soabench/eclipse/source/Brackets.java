package io.soabench.eclipse.source;

import org.eclipse.jface.text.source.DefaultCharacterPairMatcher;
import org.eclipse.jface.text.source.ICharacterPairMatcher;

/** The brackets of the language. */
final class Brackets {

    private Brackets() {}

    static ICharacterPairMatcher matcher() {
        return new DefaultCharacterPairMatcher(new char[] {'{', '}', '(', ')', '[', ']'});
    }
}
