package io.soabench.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The formula of a right answer over the answers of partners, such as {@code quotes#1 + payments#1}. It has numbers, {@code + - *},
 * parentheses, {@code min(…, …)}, {@code max(…, …)} and {@code sum(quotes#1..5)} over calls. {@code quotes#2} is the answer of the service
 * quotes to the second call on behalf of a request, {@code quotes[1]#2} that of its first instance. {@code quotes#2.price} is the element of
 * that name where an answer has several drawn ones. Computed exactly. Immutable.
 */
public final class AnswerFormula {

    /**
     * The placeholder in a right answer for any text, also an empty one. It is not replaced; the comparison of answers
     * handles it.
     */
    public static final String ANY = "${any}";

    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)\\}");

    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:(?<number>\\d+(?:\\.\\d+)?)|(?<name>[A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)|(?<sign>\\.\\.|[-+*(),#.\\[\\]]))");

    /** The greatest number of calls in a sum. A longer sum is a typing error. */
    private static final int MOST_CALLS = 10_000;

    private final Term term;
    private final List<Call> calls;

    private AnswerFormula(Term term, List<Call> calls) {
        this.term = term;
        this.calls = List.copyOf(calls);
    }

    /**
     * A call of a partner.
     *
     * @param instance from 1; 0: the service has one only
     * @param step number of the call to that instance on behalf of the request, from 1
     * @param element local name of the element of its answer; empty: there is one only
     */
    public record Call(String service, int instance, int step, String element) {

        /** Returns the formula as it is written. */
        @Override
        public String toString() {
            return service + (instance == 0 ? "" : "[" + instance + "]") + "#" + step
                    + (element.isEmpty() ? "" : "." + element);
        }
    }

    /** A part of a formula, whose value can be computed from the answers. */
    @FunctionalInterface
    private interface Term {

        BigDecimal value(Function<Call, BigInteger> answers);
    }

    /**
     * Parses the text of a formula.
     *
     * @throws IllegalArgumentException with the end of a sentence when the text is not a formula
     */
    public static AnswerFormula of(String text) {
        return new Parser(text).formula();
    }

    /**
     * Returns the formulas in the places {@code ${…}} of a text, in their order; the identifier of the request and {@link #ANY} are none.
     *
     * @param text a right answer
     */
    public static List<String> in(String text) {
        List<String> found = new ArrayList<>();
        Matcher places = PLACE.matcher(text);
        while (places.find()) {
            if (!places.group(1).equals("uiid") && !places.group().equals(ANY)) {
                found.add(places.group(1));
            }
        }
        return found;
    }

    /**
     * Returns a right answer with values in its places except for {@link #ANY}.
     *
     * @param text whose formulas are known to be right
     * @param answers source of the answers of partners
     */
    public static String filled(String text, String uiid, Function<Call, BigInteger> answers) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(value(place.group(), place.group(1), uiid, answers)));
    }

    private static String value(String place, String formula, String uiid, Function<Call, BigInteger> answers) {
        if (place.equals(ANY)) {
            return ANY;
        }
        return formula.equals("uiid") ? uiid : of(formula).value(answers).toPlainString();
    }

    /** Returns the calls whose answers it needs, each as often as it is named. */
    public List<Call> calls() {
        return calls;
    }

    /** Returns the value of the part. */
    public BigDecimal value(Function<Call, BigInteger> answers) {
        return term.value(answers);
    }

    /** A parser by recursive descent that looks one token ahead. */
    private static final class Parser {

        private final String text;
        private final Matcher tokens;
        private final List<Call> calls = new ArrayList<>();
        private int at;
        private String next = "";
        private boolean number;
        private boolean name;

        Parser(String text) {
            this.text = text;
            tokens = TOKEN.matcher(text);
            advance();
        }

        AnswerFormula formula() {
            Term whole = sum();
            if (!next.isEmpty()) {
                throw expected("+, - or * before \"" + next + "\"");
            }
            return new AnswerFormula(whole, calls);
        }

        private IllegalArgumentException expected(String what) {
            return new IllegalArgumentException(
                    "\"${" + text + "}\" is no formula: it needs " + what
                            + "; write e.g. ${quotes#1 + quotes#2}, of the answers to the first two calls of the service quotes");
        }

        private void advance() {
            if (tokens.region(at, text.length()).lookingAt()) {
                number = tokens.group("number") != null;
                name = tokens.group("name") != null;
                next = tokens.group().strip();
                at = tokens.end();
            } else {
                String rest = text.substring(at).strip();
                if (!rest.isEmpty()) {
                    throw expected("something else than \"" + rest + "\"");
                }
                next = "";
                number = false;
                name = false;
            }
        }

        private boolean take(String sign) {
            if (!next.equals(sign)) {
                return false;
            }
            advance();
            return true;
        }

        private void require(String sign) {
            if (!take(sign)) {
                throw expected("\"" + sign + "\"" + (next.isEmpty() ? " at its end" : " before \"" + next + "\""));
            }
        }

        private Term sum() {
            Term left = product();
            while (next.equals("+") || next.equals("-")) {
                boolean minus = next.equals("-");
                advance();
                Term first = left;
                Term second = product();
                left = minus
                        ? answers -> first.value(answers).subtract(second.value(answers))
                        : answers -> first.value(answers).add(second.value(answers));
            }
            return left;
        }

        private Term product() {
            Term left = factor();
            while (take("*")) {
                Term first = left;
                Term second = factor();
                left = answers -> first.value(answers).multiply(second.value(answers));
            }
            return left;
        }

        private Term factor() {
            if (take("-")) {
                Term positive = factor();
                return answers -> positive.value(answers).negate();
            }
            if (take("(")) {
                Term inner = sum();
                require(")");
                return inner;
            }
            if (number) {
                BigDecimal constant = new BigDecimal(next);
                advance();
                return answers -> constant;
            }
            if (!name) {
                throw expected("a number or a call" + (next.isEmpty() ? " at its end" : " before \"" + next + "\""));
            }
            String word = next;
            advance();
            return take("(") ? function(word) : answer(call(word));
        }

        private Term function(String word) {
            switch (word) {
                case "min", "max" -> {
                    Term first = sum();
                    require(",");
                    Term second = sum();
                    require(")");
                    return word.equals("min")
                            ? answers -> first.value(answers).min(second.value(answers))
                            : answers -> first.value(answers).max(second.value(answers));
                }
                case "sum" -> {
                    String service = next;
                    if (!name) {
                        throw expected("the name of a service in sum(…)");
                    }
                    advance();
                    return range(service);
                }
                default -> throw expected("min, max or sum in place of \"" + word + "\"");
            }
        }

        private Term range(String service) {
            int instance = instance();
            require("#");
            int first = integer();
            require("..");
            int last = integer();
            String element = element();
            require(")");
            if (last < first || last - first >= MOST_CALLS) {
                throw expected("a last call that is not before the first, and " + MOST_CALLS + " calls at most");
            }
            List<Term> terms = new ArrayList<>();
            for (int step = first; step <= last; step++) {
                terms.add(answer(new Call(service, instance, step, element)));
            }
            return answers -> {
                BigDecimal all = BigDecimal.ZERO;
                for (Term term : terms) {
                    all = all.add(term.value(answers));
                }
                return all;
            };
        }

        private Call call(String service) {
            int instance = instance();
            require("#");
            int step = integer();
            return new Call(service, instance, step, element());
        }

        private int instance() {
            if (!take("[")) {
                return 0;
            }
            int instance = integer();
            require("]");
            return instance;
        }

        private String element() {
            if (!take(".")) {
                return "";
            }
            String element = next;
            if (!name) {
                throw expected("the name of an element after \".\"");
            }
            advance();
            return element;
        }

        private int integer() {
            if (!number || !next.matches("[1-9]\\d{0,5}")) {
                throw expected("a whole number from 1 on"
                        + (next.isEmpty() ? " at its end" : " in place of \"" + next + "\""));
            }
            int value = Integer.parseInt(next);
            advance();
            return value;
        }

        private Term answer(Call call) {
            calls.add(call);
            return answers -> new BigDecimal(answers.apply(call));
        }
    }
}
