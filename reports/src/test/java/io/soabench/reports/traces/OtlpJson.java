package io.soabench.reports.traces;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import org.opentest4j.AssertionFailedError;

/**
 * A strict reader of the JSON form of OTLP. It is the JSON mapping of protocol buffers with two differences: bytes are hexadecimal, and
 * enumerations are numbers. Unknown fields and values of another type are failures. The mapping of the library cannot be used here, because
 * BIRT brings an older release of a library that it needs.
 */
final class OtlpJson {

    private OtlpJson() {}

    /** Fills a message from an object. */
    static void read(JsonNode object, Message.Builder message) {
        require(object.isObject(), "an object", object);
        for (Map.Entry<String, JsonNode> property : object.properties()) {
            FieldDescriptor field = message.getDescriptorForType().getFields().stream()
                    .filter(each -> each.getJsonName().equals(property.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionFailedError(
                            message.getDescriptorForType().getFullName() + " has no field " + property.getKey()));
            if (field.isRepeated()) {
                require(property.getValue().isArray(), "an array", property.getValue());
                for (JsonNode element : property.getValue()) {
                    message.addRepeatedField(field, value(field, element, message));
                }
            } else {
                message.setField(field, value(field, property.getValue(), message));
            }
        }
    }

    private static Object value(FieldDescriptor field, JsonNode value, Message.Builder parent) {
        return switch (field.getJavaType()) {
            case MESSAGE -> {
                Message.Builder builder = parent.newBuilderForField(field);
                read(value, builder);
                yield builder.build();
            }
            case LONG -> {
                require(value.isTextual(), "a 64-bit integer as a string", value);
                yield field.getType() == FieldDescriptor.Type.FIXED64
                        ? (Object) Long.parseUnsignedLong(value.textValue())
                        : (Object) Long.parseLong(value.textValue());
            }
            case ENUM -> {
                require(value.isInt(), "an enumeration as a number", value);
                yield Objects.requireNonNull(
                        field.getEnumType().findValueByNumber(value.intValue()), value + " is no value of " + field);
            }
            case BYTE_STRING -> ByteString.copyFrom(HexFormat.of().parseHex(value.textValue()));
            case STRING -> {
                require(value.isTextual(), "a string", value);
                yield value.textValue();
            }
            case BOOLEAN -> {
                require(value.isBoolean(), "a truth value", value);
                yield value.booleanValue();
            }
            case DOUBLE -> {
                require(value.isNumber(), "a number", value);
                yield value.doubleValue();
            }
            case INT -> {
                require(value.isInt(), "an integer", value);
                yield value.intValue();
            }
            case FLOAT -> throw new AssertionFailedError("OTLP has no field of type float: " + field);
        };
    }

    private static void require(boolean holds, String expected, JsonNode found) {
        if (!holds) {
            throw new AssertionFailedError("expected " + expected + ", found " + found);
        }
    }
}
