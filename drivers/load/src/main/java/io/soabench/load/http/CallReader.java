package io.soabench.load.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A reader of the HTTP requests that the load client receives, one after the other. */
public final class CallReader extends MessageReader {

    private static final int MOST_METHOD = 16;

    private String method = "";
    private String path = "";
    private boolean waits;

    /** Creates a reader that waits for the first request. */
    public CallReader() {
        super("an HTTP request");
    }

    @Override
    public void begin(int most) {
        method = "";
        path = "";
        waits = false;
        super.begin(most);
    }

    /** Returns the method as it was sent; empty while there is none. */
    public String method() {
        return method;
    }

    /** Returns the path that is called, without a query; empty while there is none. */
    public String path() {
        return path;
    }

    /** Returns whether the sender waits for an interim answer before it sends the body (RFC 9110 §10.1.1); asked once. */
    public boolean takeWaits() {
        boolean waited = waits;
        waits = false;
        return waited;
    }

    @Override
    void begins() throws IOException {
        byte last = line()[lineSize() - 1];
        boolean token = last >= 'A' && last <= 'Z';
        if (method.isEmpty() && last == ' ' && lineSize() > 1) {
            method = lineText().strip();
        } else if (method.isEmpty() && (!token || lineSize() > MOST_METHOD) && last != '\r') {
            throw new IOException("not an HTTP request: it begins with \"" + lineText() + "\"");
        }
    }

    @Override
    void firstLine() throws IOException {
        String text = new String(line(), 0, lineSize(), StandardCharsets.ISO_8859_1);
        String[] words = text.split(" ", -1);
        if (words.length != 3 || !words[2].matches("HTTP/1\\.[01]")) {
            throw refused();
        }
        String target = words[1].startsWith("http://")
                ? words[1].substring(Math.max(0, words[1].indexOf('/', "http://".length())))
                : words[1];
        int query = target.indexOf('?');
        path = query < 0 ? target : target.substring(0, query);
        keepAlive(words[2].endsWith("1"));
    }

    @Override
    void otherHeader() {
        if (headerIs("expect:")) {
            waits = lineText().toLowerCase(Locale.ROOT).contains("100-continue");
        }
    }

    @Override
    Rest rest() {
        return Rest.SAID;
    }
}
