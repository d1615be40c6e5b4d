package io.soabench.engine.server.deploy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader of a {@link Descriptor} that handles one token after the other. The mapper of Jackson would need less code.
 * But it loads five hundred classes, which took a seventh of the time from the start of the virtual machine to the
 * first answer. Reads one descriptor, in one thread.
 */
final class DescriptorReader {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser parser;

    private DescriptorReader(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Reads a descriptor.
     *
     * @throws JsonParseException with the place, if the bytes are no JSON or no descriptor
     */
    static Descriptor read(byte[] content) throws IOException {
        try (JsonParser parser = JSON.createParser(content)) {
            return new DescriptorReader(parser).read();
        }
    }

    /** A reader of the value of one key. The value is the current token and the tokens that belong to it. */
    @FunctionalInterface
    private interface ValueReader {
        /**
         * Reads the value of a key.
         *
         * @return true if the key is known
         */
        boolean read(String key) throws IOException;
    }

    private Descriptor read() throws IOException {
        parser.nextToken();
        Texts texts = new Texts();
        object("the descriptor", key -> {
            switch (key) {
                case "process" -> texts.process = text("process");
                case "partners" -> texts.partners = addresses();
                case "registry" -> texts.registry = isNull() ? null : registry();
                case "headers" -> texts.headers = headers();
                case "afterCrash" -> texts.afterCrash = afterCrash();
                case "service" -> texts.service = isNull() ? null : service();
                default -> {
                    return false;
                }
            }
            return true;
        });
        if (parser.nextToken() != null) {
            throw wrong("something follows the end of the descriptor; remove it");
        }
        return new Descriptor(
                texts.process, texts.partners, texts.registry, texts.service, texts.headers, texts.afterCrash);
    }

    /** The values read so far. */
    private static final class Texts {
        private String process;
        private Map<String, String> partners;
        private Descriptor.Registry registry;
        private Descriptor.Service service;
        private Map<String, Map<String, PartnerHeader>> headers;
        private Map<String, Descriptor.AfterCrash> afterCrash;
    }

    private Map<String, String> addresses() throws IOException {
        if (isNull()) {
            return Map.of();
        }
        Map<String, String> addresses = new LinkedHashMap<>();
        object("partners", key -> {
            String address = text("the address of partner '" + key + "'");
            if (address == null) {
                throw wrong("the address of partner '" + key + "' is null; write one, or remove the partner");
            }
            addresses.put(key, address);
            return true;
        });
        return addresses;
    }

    private Map<String, Map<String, PartnerHeader>> headers() throws IOException {
        Map<String, Map<String, PartnerHeader>> headers = new LinkedHashMap<>();
        if (isNull()) {
            return headers;
        }
        object("headers", partner -> {
            Map<String, PartnerHeader> values = new LinkedHashMap<>();
            object("the headers of partner '" + partner + "'", name -> {
                values.put(name, header("the header '" + name + "' of partner '" + partner + "'"));
                return true;
            });
            headers.put(partner, values);
            return true;
        });
        return headers;
    }

    private Map<String, Descriptor.AfterCrash> afterCrash() throws IOException {
        Map<String, Descriptor.AfterCrash> fates = new LinkedHashMap<>();
        if (isNull()) {
            return fates;
        }
        object("afterCrash", partner -> {
            String word = text("afterCrash of partner '" + partner + "'");
            if ("repeat".equals(word)) {
                fates.put(partner, Descriptor.AfterCrash.REPEAT);
            } else if ("fail".equals(word)) {
                fates.put(partner, Descriptor.AfterCrash.FAIL);
            } else {
                throw wrong("afterCrash of partner '" + partner + "' is " + word + "; write \"repeat\" or \"fail\"");
            }
            return true;
        });
        return fates;
    }

    private PartnerHeader header(String what) throws IOException {
        if (!parser.isExpectedStartObjectToken()) {
            String text = text(what);
            if (text == null) {
                throw wrong(what + " is null; write its value, or remove it");
            }
            return PartnerHeader.of(text);
        }
        String[] words = new String[4];
        object(what, key -> {
            int index = List.of("environment", "file", "scheme", "user").indexOf(key);
            if (index >= 0) {
                words[index] = text(key);
            }
            return index >= 0;
        });
        if ((words[0] == null) == (words[1] == null)) {
            throw wrong(what + " needs the place of its secret; write either 'environment' or 'file'");
        }
        if (words[2] != null && words[3] != null) {
            throw wrong(what + " has both a 'scheme' and a 'user', which is of the scheme Basic; remove one of them");
        }
        return new PartnerHeader(null, words[0], words[1], words[2], words[3]);
    }

    private Descriptor.Registry registry() throws IOException {
        String[] inquiry = {null};
        List<String> partners = new ArrayList<>();
        object("registry", key -> {
            switch (key) {
                case "inquiry" -> inquiry[0] = text("inquiry");
                case "partners" -> {
                    partners.clear();
                    names(partners);
                }
                default -> {
                    return false;
                }
            }
            return true;
        });
        return new Descriptor.Registry(inquiry[0], partners);
    }

    private void names(List<String> names) throws IOException {
        if (isNull()) {
            return;
        }
        if (!parser.isExpectedStartArrayToken()) {
            throw wrong("partners of the registry is no list of names; write [\"name\", …]");
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            String name = text("a partner of the registry");
            if (name == null) {
                throw wrong("a partner of the registry is null; remove it");
            }
            names.add(name);
        }
    }

    private Descriptor.Service service() throws IOException {
        String[] path = {null};
        object("service", key -> {
            if (!key.equals("path")) {
                return false;
            }
            path[0] = text("path");
            return true;
        });
        return new Descriptor.Service(path[0]);
    }

    private void object(String what, ValueReader reader) throws IOException {
        if (!parser.isExpectedStartObjectToken()) {
            throw wrong(what + " is no JSON object; write {…}");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            if (!reader.read(key)) {
                throw wrong(what + " has no '" + key + "'; correct the word or remove it");
            }
        }
    }

    private boolean isNull() {
        return parser.hasToken(JsonToken.VALUE_NULL);
    }

    /** Returns a text, or the text of a number or of a truth value; null for null. */
    private String text(String what) throws IOException {
        if (isNull()) {
            return null;
        }
        if (!parser.currentToken().isScalarValue()) {
            throw wrong(what + " is no text; write it in quotes");
        }
        return parser.getText();
    }

    private JsonParseException wrong(String sentence) {
        return new JsonParseException(parser, sentence, parser.currentTokenLocation());
    }
}
