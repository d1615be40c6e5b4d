package io.soabench.dsl.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackReader;
import java.io.Reader;
import org.eclipse.xtext.linking.lazy.LazyLinkingResource;

/** A model file. A byte order mark before the first character is skipped. */
public class ModelResource extends LazyLinkingResource {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    @Override
    protected Reader createReader(InputStream inputStream) throws IOException {
        PushbackReader reader = new PushbackReader(super.createReader(inputStream));
        int first = reader.read();
        if (first >= 0 && first != BYTE_ORDER_MARK) {
            reader.unread(first);
        }
        return reader;
    }
}
