package io.soabench.engine.runtime.expression.counting;

import java.util.function.BiFunction;
import net.sf.saxon.regex.RegexIterator;
import net.sf.saxon.regex.RegexMatchHandler;
import net.sf.saxon.regex.RegularExpression;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.iter.AtomicIterator;
import net.sf.saxon.value.AtomicValue;
import net.sf.saxon.value.StringValue;

/**
 * A regular expression of Saxon that reads texts as {@link StepCountedString}s and yields them unchanged. Thread-safe.
 */
public final class StepCountedRegex implements RegularExpression {
    private final RegularExpression expression;

    public StepCountedRegex(RegularExpression expression) {
        this.expression = expression;
    }

    @Override
    public boolean matches(UnicodeString input) {
        return expression.matches(new StepCountedString(input));
    }

    @Override
    public boolean containsMatch(UnicodeString input) {
        return expression.containsMatch(new StepCountedString(input));
    }

    @Override
    public AtomicIterator tokenize(UnicodeString input) {
        AtomicIterator tokens = expression.tokenize(new StepCountedString(input));
        return new AtomicIterator() {
            @Override
            public AtomicValue next() {
                return plain((StringValue) tokens.next());
            }

            @Override
            public void close() {
                tokens.close();
            }
        };
    }

    @Override
    public RegexIterator analyze(UnicodeString input) {
        return new Analysis(expression.analyze(new StepCountedString(input)));
    }

    @Override
    public UnicodeString replace(UnicodeString input, UnicodeString replacement) throws XPathException {
        return StepCountedString.plain(expression.replace(new StepCountedString(input), replacement));
    }

    @Override
    public UnicodeString replaceWith(
            UnicodeString input, BiFunction<UnicodeString, UnicodeString[], UnicodeString> replacement)
            throws XPathException {
        return StepCountedString.plain(expression.replaceWith(new StepCountedString(input), replacement));
    }

    @Override
    public String getFlags() {
        return expression.getFlags();
    }

    @Override
    public boolean isPlatformNative() {
        return expression.isPlatformNative();
    }

    private static StringValue plain(StringValue value) {
        return value != null && value.getUnicodeStringValue() instanceof StepCountedString counted
                ? new StringValue(StepCountedString.plain(counted))
                : value;
    }

    private record Analysis(RegexIterator parts) implements RegexIterator {
        @Override
        public StringValue next() {
            return plain(parts.next());
        }

        @Override
        public boolean isMatching() {
            return parts.isMatching();
        }

        @Override
        public int getNumberOfGroups() {
            return parts.getNumberOfGroups();
        }

        @Override
        public UnicodeString getRegexGroup(int number) {
            UnicodeString group = parts.getRegexGroup(number);
            return group == null ? null : StepCountedString.plain(group);
        }

        @Override
        public void processMatchingSubstring(RegexMatchHandler action) throws XPathException {
            parts.processMatchingSubstring(action);
        }

        @Override
        public void close() {
            parts.close();
        }
    }
}
