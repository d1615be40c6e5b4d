package io.soabench.ide.text;

import io.soabench.dsl.words.Token;
import io.soabench.dsl.words.Tokens;
import io.soabench.dsl.words.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A text without its syntax errors, so that an error does not hide later issues. Wrong words are blanked, as few as
 * possible. A missing bracket replaces white space. Every other character keeps its place.
 *
 * @param text mended; of the same length except for brackets added at the end
 * @param torn the parts that had errors
 * @param lost those of them that are blank now
 */
public record MendedText(String text, List<Unit> torn, List<Unit> lost) {

    /**
     * A place in a text that the parser does not understand.
     *
     * @param offset of its first character
     */
    public record Fault(int offset, int length) {}

    private static final int MOST_STEPS = 12;

    private static final Comparator<Unit> BY_PLACE = Comparator.comparingInt(Unit::start);

    public MendedText {
        torn = List.copyOf(torn);
        lost = List.copyOf(lost);
    }

    /** Mends a text; one without faults stays as it is. */
    public static MendedText of(String text, Function<String, List<Fault>> parser) {
        List<Fault> faults = parser.apply(text);
        if (faults.isEmpty()) {
            return new MendedText(text, List.of(), List.of());
        }
        List<Unit> units = Unit.of(text, Tokens.of(text));
        StringBuilder mended = new StringBuilder(text);
        Set<Unit> torn = new TreeSet<>(BY_PLACE);
        Set<Unit> lost = new TreeSet<>(BY_PLACE);
        while (!faults.isEmpty() && lost.size() < units.size()) {
            // Only the first fault cannot be a consequence of another one.
            int first = faults.stream().mapToInt(Fault::offset).min().orElseThrow();
            Unit unit = faultyPart(units, Unit.at(units, first), lost, part -> !parser.apply(part(mended, part))
                    .isEmpty());
            int end = unit.end() == text.length() ? mended.length() : unit.end();
            String part = mended.substring(unit.start(), end);
            Optional<String> better =
                    torn.add(unit) ? new Mending(parser, unit.end() == text.length()).mend(part) : Optional.empty();
            if (better.isEmpty()) {
                lost.add(unit);
            }
            mended.replace(unit.start(), end, better.orElse(blank(part, 0, part.length())));
            faults = parser.apply(mended.toString());
        }
        return new MendedText(mended.toString(), List.copyOf(torn), List.copyOf(lost));
    }

    private static String part(StringBuilder text, Unit unit) {
        return text.substring(unit.start(), Math.min(unit.end(), text.length()));
    }

    /** Returns the part that causes a fault: the part with the fault, or the one before if its end is missing. */
    private static Unit faultyPart(List<Unit> units, Unit with, Set<Unit> lost, Predicate<Unit> isWrong) {
        int index = units.indexOf(with);
        for (int i = index; i >= Math.max(0, index - 1); i--) {
            if (!lost.contains(units.get(i)) && isWrong.test(units.get(i))) {
                return units.get(i);
            }
        }
        // No part is wrong by itself, so the last part is in the wrong place.
        for (int i = index; i >= 0; i--) {
            if (!lost.contains(units.get(i))) {
                return units.get(i);
            }
        }
        return units.stream().filter(unit -> !lost.contains(unit)).findFirst().orElse(with);
    }

    /** Returns whether the text had errors. */
    public boolean isTorn() {
        return !torn.isEmpty();
    }

    /** Returns whether a character is in a part that had errors. */
    public boolean isTorn(int offset) {
        return torn.stream().anyMatch(unit -> unit.contains(offset) || offset == unit.end());
    }

    private static String blank(String text, int from, int to) {
        StringBuilder blanked = new StringBuilder(text);
        for (int i = from; i < to; i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                blanked.setCharAt(i, ' ');
            }
        }
        return blanked.toString();
    }

    /** The mending of one part. */
    private record Mending(Function<String, List<Fault>> parser, boolean last) {

        private record Attempt(String text, List<Fault> faults) {}

        Optional<String> mend(String part) {
            Attempt best = attempt(part);
            for (int step = 0; step < MOST_STEPS && !best.faults.isEmpty(); step++) {
                Attempt before = best;
                Optional<Attempt> next = attempts(before).stream()
                        .map(this::attempt)
                        .filter(attempt -> isBetter(attempt, before))
                        .min(Comparator.comparingInt(attempt -> attempt.faults.size()));
                if (next.isEmpty()) {
                    break;
                }
                best = next.get();
            }
            if (best.faults.isEmpty() && !best.text.isBlank()) {
                return Optional.of(best.text);
            }
            return Optional.of(body(part))
                    .filter(text -> !text.isBlank() && attempt(text).faults.isEmpty());
        }

        private static boolean isBetter(Attempt attempt, Attempt before) {
            return attempt.faults.size() < before.faults.size()
                    || (attempt.faults.size() == before.faults.size()
                            && attempt.faults.get(0).offset()
                                    > before.faults.get(0).offset());
        }

        private Attempt attempt(String text) {
            return new Attempt(text, parser.apply(text));
        }

        /** Returns the attempts, the smallest change first. Of equally good ones, the first is taken. */
        private List<String> attempts(Attempt before) {
            String text = before.text;
            Fault fault = before.faults.get(0);
            int offset = Math.min(fault.offset(), text.length());
            List<String> attempts = new ArrayList<>();
            brackets(text).ifPresent(attempts::add);
            Lines lines = new Lines(text);
            int line = lines.lineOf(offset);
            attempts.add(blankButBrackets(text, offset, Math.min(text.length(), offset + fault.length())));
            attempts.add(blankButBrackets(text, offset, lines.lineEnd(line)));
            attempts.add(blankButBrackets(text, lines.lineStart(line), lines.lineEnd(line)));
            for (int above = line - 1; above > 0; above--) {
                if (!text.substring(lines.lineStart(above), lines.lineEnd(above))
                        .isBlank()) {
                    attempts.add(blankButBrackets(text, lines.lineStart(above), lines.lineEnd(line)));
                    break;
                }
            }
            return attempts;
        }

        /** Returns the text with the missing brackets at the end, in place of the last white space. */
        private Optional<String> brackets(String text) {
            Tokens tokens = Tokens.of(text);
            int missing = new Unit(0, text.length(), tokens.visible()).openBrackets();
            if (missing <= 0) {
                return Optional.empty();
            }
            int content = text.stripTrailing().length();
            if (last) {
                return Optional.of(text + "\n" + "}".repeat(missing));
            }
            if (text.length() - content < missing) {
                return Optional.empty();
            }
            return Optional.of(text.substring(0, text.length() - missing) + "}".repeat(missing));
        }

        private static String blankButBrackets(String text, int from, int to) {
            StringBuilder blanked = new StringBuilder(blank(text, from, to));
            for (Token token : Tokens.of(text.substring(from, to)).visible()) {
                if (token.is("{") || token.is("}")) {
                    blanked.setCharAt(from + token.start(), token.text().charAt(0));
                }
            }
            return blanked.toString();
        }

        /** Returns the text with a blank between its outer curly brackets. */
        private static String body(String text) {
            int open = text.indexOf('{');
            int close = text.lastIndexOf('}');
            return open >= 0 && open < close ? blank(text, open + 1, close) : text;
        }
    }
}
