package io.soabench.engine.runtime.schema;

import io.soabench.contracts.sample.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A reader of a {@code pattern} facet (XML Schema part 2, appendix F) into a program that counts its steps. Belongs to
 * one thread.
 */
final class PatternReading {
    /** The largest program: about 400 KB, less than the validator makes of such a pattern. */
    private static final int MOST_STEPS = 100_000;

    private static final List<Copies> COPIES =
            List.of(new Copies(MOST_STEPS, 256), new Copies(256, 256), new Copies(16, 16), new Copies(1, 1));

    private final String source;
    private final Copies copies;
    private final PatternProgram.Builder builder = new PatternProgram.Builder();
    private int at;

    private PatternReading(String source, Copies copies) {
        this.source = source;
        this.copies = copies;
    }

    /**
     * The numbers of copies of a part that is repeated with an end. Beyond them, the part is taken for one without an
     * end. Where a program would be too long, there are fewer of them.
     *
     * @param exact copies that must occur, each of which takes its steps once and no more
     * @param optional copies that may occur
     */
    private record Copies(int exact, int optional) {}

    /** A part of a pattern, which writes its steps each time that it is asked to. */
    private interface Part extends Runnable {}

    /** Returns the program of a pattern. A pattern that is not understood counts as any text, repeated. */
    static PatternProgram program(String pattern) {
        try {
            for (Copies copies : COPIES) {
                PatternProgram program = new PatternReading(pattern, copies).program();
                if (program != null) {
                    return program;
                }
            }
        } catch (PatternSyntaxException | IndexOutOfBoundsException | NumberFormatException | StackOverflowError e) {
            // The result is the program below, which accepts every text.
        }
        PatternProgram.Builder any = new PatternProgram.Builder();
        CharacterSet all = new CharacterSet(".");
        any.repeated(() -> any.one(all));
        return any.build();
    }

    /** Returns the program; null when it is too long. */
    private PatternProgram program() {
        Part all = alternatives();
        if (at < source.length()) {
            throw new PatternSyntaxException("unexpected end", source, at);
        }
        all.run();
        return builder.size() > MOST_STEPS ? null : builder.build();
    }

    private boolean more() {
        return at < source.length();
    }

    private Part alternatives() {
        Part first = branch();
        if (!more() || source.charAt(at) != '|') {
            return first;
        }
        at++;
        Part others = alternatives();
        return () -> builder.either(first, others);
    }

    private Part branch() {
        List<Part> pieces = new ArrayList<>();
        while (more() && source.charAt(at) != '|' && source.charAt(at) != ')') {
            pieces.add(piece());
        }
        return () -> pieces.forEach(this::write);
    }

    /** Writes further steps, unless the program is too long already. */
    private void write(Part part) {
        if (builder.size() <= MOST_STEPS) {
            part.run();
        }
    }

    private Part piece() {
        Part atom = atom();
        char c = more() ? source.charAt(at) : ' ';
        if (c == '{') {
            int end = source.indexOf('}', at);
            String[] bounds = source.substring(at + 1, end).split(",", -1);
            at = end + 1;
            int least = Integer.parseInt(bounds[0].strip());
            String last = bounds[bounds.length - 1].strip();
            return repeated(atom, least, last.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(last));
        }
        if (c != '?' && c != '*' && c != '+') {
            return atom;
        }
        at++;
        return repeated(atom, c == '+' ? 1 : 0, c == '?' ? 1 : Integer.MAX_VALUE);
    }

    private Part repeated(Part atom, int least, int most) {
        return () -> {
            boolean grows = true;
            for (int i = 0; i < Math.min(least, copies.exact()) && grows; i++) {
                int before = builder.size();
                write(atom);
                grows = builder.size() > before;
            }
            if (least > copies.exact() || most - least > copies.optional()) {
                builder.repeated(() -> write(atom));
            } else {
                optional(atom, most - least);
            }
        };
    }

    private void optional(Part atom, int times) {
        if (times > 0 && builder.size() <= MOST_STEPS) {
            builder.optional(() -> {
                write(atom);
                optional(atom, times - 1);
            });
        }
    }

    private Part atom() {
        char c = source.charAt(at);
        if (c == '(') {
            at++;
            Part inner = alternatives();
            if (source.charAt(at) != ')') {
                throw new PatternSyntaxException("missing ')'", source, at);
            }
            at++;
            return inner;
        }
        if ("?*+{".indexOf(c) >= 0) {
            throw new PatternSyntaxException("nothing to repeat", source, at);
        }
        if ("[.\\".indexOf(c) >= 0) {
            CharacterClass part = CharacterClass.read(source, at);
            at = part.end();
            return one(part.java());
        }
        int point = source.codePointAt(at);
        at += Character.charCount(point);
        return one(Pattern.quote(Character.toString(point)));
    }

    private Part one(String javaClass) {
        CharacterSet set = new CharacterSet(javaClass);
        return () -> builder.one(set);
    }
}
