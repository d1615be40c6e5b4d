package io.soabench.plan;

import java.util.List;
import java.util.Map;

/**
 * A server, that is, an engine or a mock host.
 *
 * @param type name of the server type; where the model wants another version of its program, {@code NAME@VERSION}, see {@link #typeOf}
 * @param host name of its host
 * @param parameters effective parameters, defaults included, in canonical units: bytes, milliseconds, plain text
 * @param ports port numbers by name; 0 = the driver chooses a free one
 * @param serves names of the services that it serves
 */
public record ServerPlan(
        String name,
        String type,
        String host,
        Map<String, String> parameters,
        Map<String, Integer> ports,
        List<String> serves) {

    /** The type of servers that emulate the network of the model; the compiler adds them, no model names them. */
    public static final String RELAY = "relay";

    /** The type of servers that are the front of library engines without an engine. */
    public static final String FRONT = "front";

    /** The separator between the name of a type and the version of its program; no name contains it. */
    private static final char AT = '@';

    /** Returns the type of servers that run a version of the program of a type; the type itself where that is {@code null}. */
    public static String typeOf(String type, String version) {
        return version == null ? type : type + AT + version;
    }

    /** Returns the name of the server type without a version of its program. */
    public String declaredType() {
        int at = type.indexOf(AT);
        return at < 0 ? type : type.substring(0, at);
    }

    /** Returns the version that the model wants of its program; empty: the one that the type names. */
    public String version() {
        return type.substring(Math.min(type.length(), declaredType().length() + 1));
    }

    /** The parameter of types whose servers can speak TLS; its value is {@code true} or {@code false}. */
    public static final String TLS = "tls";

    /** Returns whether clients call the server by https. */
    public boolean speaksTls() {
        return Boolean.parseBoolean(parameters.get(TLS));
    }

    /** Returns the scheme of the addresses at which clients call a server with these parameters. */
    public static String scheme(Map<String, String> parameters) {
        return Boolean.parseBoolean(parameters.get(TLS)) ? "https" : "http";
    }

    /** The only port of a relay. */
    public static final String RELAY_PORT = "tcp";

    /** Returns a copy on another host. */
    public ServerPlan withHost(String other) {
        return new ServerPlan(name, type, other, parameters, ports, serves);
    }

    /** Returns whether the server is a part of the network, and not of the model. */
    public boolean emulatesNetwork() {
        return RELAY.equals(type);
    }
}
