package io.soabench.load.http;

import java.io.IOException;

/** A reader of HTTP answers, one after the other; interim ones (1xx) are passed over. */
public final class AnswerReader extends MessageReader {

    private static final String PROTOCOL = "HTTP/";

    private int status;

    /** Creates a reader that waits for the first answer. */
    public AnswerReader() {
        super("an HTTP answer");
    }

    @Override
    public void begin(int most) {
        status = 0;
        super.begin(most);
    }

    /** Returns the status code; 0 while there is none. */
    public int status() {
        return status;
    }

    @Override
    void begins() throws IOException {
        if (lineSize() == PROTOCOL.length() && !lineBegins(PROTOCOL)) {
            throw new IOException("not an HTTP answer: it begins with \"" + lineText() + "\"");
        }
    }

    @Override
    void firstLine() throws IOException {
        byte[] line = line();
        boolean good = lineSize() >= 12 && lineBegins("HTTP/1.") && line[8] == ' ';
        status = 0;
        for (int i = 9; good && i < 12; i++) {
            good = line[i] >= '0' && line[i] <= '9';
            status = status * 10 + line[i] - '0';
        }
        if (!good || status < 100) {
            status = 0;
            throw refused();
        }
        keepAlive(line[7] == '1');
    }

    @Override
    Rest rest() {
        if (status < 200 && status != 101) {
            return Rest.HEAD;
        }
        return status == 204 || status == 304 ? Rest.NONE : Rest.UNTIL_CLOSE;
    }
}
