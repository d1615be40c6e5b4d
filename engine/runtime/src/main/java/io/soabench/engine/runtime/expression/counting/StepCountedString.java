package io.soabench.engine.runtime.expression.counting;

import io.soabench.engine.runtime.expression.budget.EvaluationBudget;
import io.soabench.engine.runtime.expression.budget.StepCountedText;
import java.util.function.IntPredicate;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.z.IntIterator;

/**
 * A text for Saxon's regular expressions whose reads are counted, as in {@link StepCountedText}. The first
 * {@value #READINGS} complete readings are free. Used by one thread.
 */
final class StepCountedString extends UnicodeString {
    private static final int READINGS = 10;

    private final UnicodeString text;
    private final EvaluationBudget budget;
    private long free;

    StepCountedString(UnicodeString text) {
        this.text = plain(text);
        CountedEvaluation evaluation = CountedEvaluation.CURRENT.get();
        this.budget = evaluation == null
                ? new EvaluationBudget(CompilationBudget.MOST_ITEMS, Long.MAX_VALUE)
                : evaluation.budget();
        this.free = READINGS * text.length();
    }

    /** Returns the text itself. */
    static UnicodeString plain(UnicodeString text) {
        return text instanceof StepCountedString counted ? counted.text : text;
    }

    private void read(long characters) {
        free -= characters;
        if (free < 0) {
            budget.items(-free);
            free = 0;
        }
    }

    @Override
    public int codePointAt(long index) {
        read(1);
        return text.codePointAt(index);
    }

    @Override
    public UnicodeString substring(long start, long end) {
        return text.substring(start, end);
    }

    @Override
    public long indexOf(int codePoint, long from) {
        return found(text.indexOf(codePoint, from), from);
    }

    @Override
    public long indexWhere(IntPredicate predicate, long from) {
        return found(text.indexWhere(predicate, from), from);
    }

    private long found(long index, long from) {
        read((index < 0 ? text.length() : index) - from + 1);
        return index;
    }

    @Override
    public IntIterator codePoints() {
        read(text.length());
        return text.codePoints();
    }

    @Override
    public long length() {
        return text.length();
    }

    @Override
    public int getWidth() {
        return text.getWidth();
    }

    @Override
    public UnicodeString concat(UnicodeString other) {
        return text.concat(plain(other));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
