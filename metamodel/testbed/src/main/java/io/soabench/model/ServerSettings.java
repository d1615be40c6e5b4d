package io.soabench.model;

import io.soabench.model.testbed.ParameterDeclaration;
import io.soabench.model.testbed.ParameterKind;
import io.soabench.model.testbed.ParameterValue;
import io.soabench.model.testbed.ParameterizedType;
import io.soabench.model.testbed.PluginEvent;
import io.soabench.model.testbed.PortDeclaration;
import io.soabench.model.testbed.PortValue;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Server;
import io.soabench.model.testbed.TextValue;
import io.soabench.model.testbed.Value;
import io.soabench.model.testbed.WordValue;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters and ports of a server with the defaults of its type filled in, in the order of the type's declarations.
 *
 * @param parameters by name, in canonical form: sizes in bytes, durations in milliseconds, without a unit; words and text as
 *     written. A parameter without a value and without a default is missing
 * @param ports number by name; a port whose number is chosen for each run is missing
 */
public record ServerSettings(Map<String, String> parameters, Map<String, Integer> ports) {

    public ServerSettings {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
    }

    /** Returns the settings of a server. */
    public static ServerSettings of(Server server) {
        return new ServerSettings(parameters(server.getType(), server.getParameters()), ports(server));
    }

    /** Returns the ports of a server with a fixed number. */
    public static Map<String, Integer> ports(Server server) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (PortDeclaration port : server.getType().getPorts()) {
            Integer number = port.getNumber();
            for (PortValue value : server.getPorts()) {
                if (value.getPort() == port) {
                    number = value.getNumber();
                }
            }
            if (number != null) {
                ports.put(port.getName(), number);
            }
        }
        return Collections.unmodifiableMap(ports);
    }

    /** Returns the parameters of an event of a declared type, in the same form. */
    public static Map<String, String> parameters(PluginEvent event) {
        return Collections.unmodifiableMap(parameters(event.getType(), event.getParameters()));
    }

    private static Map<String, String> parameters(ParameterizedType type, List<ParameterValue> values) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (ParameterDeclaration declaration : type.getParameters()) {
            Value value = declaration.getDefault();
            for (ParameterValue given : values) {
                if (given.getParameter() == declaration) {
                    value = given.getValue();
                }
            }
            if (value != null) {
                parameters.put(declaration.getName(), canonical(declaration.getKind(), value));
            }
        }
        return parameters;
    }

    /** Returns a value of a parameter in canonical form. */
    public static String canonical(ParameterKind kind, Value value) {
        if (value instanceof WordValue word) {
            return word.getWord();
        }
        if (value instanceof TextValue text) {
            return text.getText();
        }
        Measure measure = Measure.of((Quantity) value);
        return switch (kind) {
            case SIZE -> Long.toString(measure.bytes());
            case DURATION ->
                new BigDecimal(measure.nanos())
                        .movePointLeft(6)
                        .stripTrailingZeros()
                        .toPlainString();
            default -> measure.value().toPlainString();
        };
    }
}
