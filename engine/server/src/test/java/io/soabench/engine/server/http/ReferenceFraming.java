package io.soabench.engine.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A second implementation of RFC 9112, slow and simple: it works on whole strings, by regular expressions. It shares no
 * code with the parser.
 */
final class ReferenceFraming {
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern FIRST = Pattern.compile(
            "(POST|GET|HEAD|PUT|DELETE|OPTIONS|PATCH|TRACE|CONNECT) ([^ \\t]+) HTTP/1\\.([0-9])", Pattern.DOTALL);
    private static final Pattern HEADER = Pattern.compile("(" + TOKEN + "):[ \\t]*(.*?)[ \\t]*", Pattern.DOTALL);
    private static final Pattern AUTHORITY =
            Pattern.compile("([A-Za-z0-9._~!$&'()*+,;=%-]*|\\[[A-Za-z0-9._~!$&'()*+,;=:-]+])(:[0-9]*)?");
    private static final Pattern SIZE = Pattern.compile("0*([0-9a-fA-F]{1,7})[ \\t]*(;.*)?", Pattern.DOTALL);
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

    private static final Pattern LF_ALONE = Pattern.compile("(?<!\\r)\\n");

    private final String text;
    private int at;

    /** The refusal of a message. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The signal that a message is not complete yet. */
    private static final class Open extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private ReferenceFraming(String text) {
        this.text = text;
    }

    static Framing of(String text) {
        List<String> messages = new ArrayList<>();
        ReferenceFraming framing = new ReferenceFraming(text);
        try {
            while (framing.emptyLineSkipped() < text.length()) {
                messages.add(framing.message());
            }
            return new Framing(messages, "open");
        } catch (Open e) {
            return new Framing(messages, "open");
        } catch (Refused e) {
            return new Framing(messages, "refused");
        }
    }

    private int emptyLineSkipped() {
        at += text.startsWith("\r\n", at) ? 2 : 0;
        return at;
    }

    private String message() throws Refused, Open {
        int end = text.indexOf("\r\n\r\n", at);
        if (end < 0) {
            refuseIf(LF_ALONE.matcher(text.substring(at)).find());
            throw new Open();
        }
        String[] lines = text.substring(at, end).split("\r\n", -1);
        at = end + 4;
        for (String line : lines) {
            refuseIf(CONTROL.matcher(line).find());
        }
        Matcher first = FIRST.matcher(lines[0]);
        refuseIf(!first.matches());
        boolean old = first.group(3).equals("0");
        List<String> hosts = new ArrayList<>();
        List<String> lengths = new ArrayList<>();
        List<String> codings = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            Matcher header = HEADER.matcher(lines[i]);
            refuseIf(!header.matches());
            switch (header.group(1).toLowerCase(Locale.ROOT)) {
                case "host" -> hosts.add(header.group(2));
                case "content-length" -> lengths.add(header.group(2));
                case "transfer-encoding" -> codings.add(header.group(2));
                case "connection" -> {
                    for (String option : header.group(2).split(",", -1)) {
                        options.add(option.strip().toLowerCase(Locale.ROOT));
                    }
                }
                default -> {
                    // The header has no effect on framing.
                }
            }
        }
        refuseIf(hosts.size() > 1 || (hosts.isEmpty() && !old));
        refuseIf(!hosts.isEmpty() && !AUTHORITY.matcher(hosts.get(0)).matches());
        refuseIf(codings.size() > 1 || (!codings.isEmpty() && (old || !lengths.isEmpty())));
        refuseIf(!codings.isEmpty() && !codings.get(0).equalsIgnoreCase("chunked"));
        for (String length : lengths) {
            refuseIf(!length.matches("[0-9]{1,18}") || Long.parseLong(length) != Long.parseLong(lengths.get(0)));
            refuseIf(Long.parseLong(length) > Framing.MAX_BODY);
        }
        boolean keepAlive = !options.contains("close") && (!old || options.contains("keep-alive"));
        String body;
        if (!codings.isEmpty()) {
            body = chunks();
        } else {
            body = take(lengths.isEmpty() ? 0 : Integer.parseInt(lengths.get(0)));
        }
        return Framing.message(first.group(1), first.group(2), keepAlive, body);
    }

    private String chunks() throws Refused, Open {
        StringBuilder body = new StringBuilder();
        while (true) {
            Matcher size = SIZE.matcher(line());
            refuseIf(!size.matches());
            int bytes = Integer.parseInt(size.group(1), 16);
            refuseIf(bytes > Framing.MAX_BODY - body.length());
            if (bytes == 0) {
                break;
            }
            body.append(take(bytes));
            refuseIf(!take(2).equals("\r\n"));
        }
        for (String line = line(); !line.isEmpty(); line = line()) {
            Matcher header = HEADER.matcher(line);
            refuseIf(!header.matches());
            refuseIf(header.group(1).toLowerCase(Locale.ROOT).matches("content-length|transfer-encoding|host|trailer"));
        }
        return body.toString();
    }

    private String line() throws Refused, Open {
        int end = text.indexOf("\r\n", at);
        String line = text.substring(at, end < 0 ? text.length() : end);
        boolean mayEnd = end < 0 && line.endsWith("\r");
        refuseIf(CONTROL.matcher(mayEnd ? line.substring(0, line.length() - 1) : line)
                .find());
        if (end < 0) {
            throw new Open();
        }
        at = end + 2;
        return line;
    }

    private String take(int bytes) throws Open {
        if (text.length() - at < bytes) {
            throw new Open();
        }
        at += bytes;
        return text.substring(at - bytes, at);
    }

    private static void refuseIf(boolean wrong) throws Refused {
        if (wrong) {
            throw new Refused();
        }
    }
}
