package io.soabench.engine.server.batch;

import io.soabench.contracts.sample.NoInstanceException;
import io.soabench.contracts.wsdl.PropertyAlias;
import io.soabench.engine.bpel.ProcessDefinition;
import io.soabench.engine.runtime.kernel.MessageShape;
import io.soabench.engine.runtime.kernel.PartnerOperation;
import io.soabench.engine.runtime.kernel.Program;
import io.soabench.engine.runtime.kernel.ServiceOperation;
import io.soabench.engine.runtime.xml.Element;
import io.soabench.engine.server.soap.RefusedSoapException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import javax.xml.namespace.QName;

/**
 * The answers of partners inside the engine to each operation that a process calls. They are made before the batch
 * runs. Immutable.
 *
 * <p>An answer is the message in the order, or else the default instance of the output message. After a one-way call, a
 * callback follows if the process provides an operation at the same partner link; its message is that of this
 * operation. A property (WS-BPEL 2.0, section 7.3) that is also in the call gets the value of the call, so that
 * correlation sets match. A property whose path has more than names of elements and attributes keeps its value.
 */
final class LoopbackAnswers {
    private final Map<PartnerOperation, Answer> answers = new HashMap<>();

    /**
     * The message after a call.
     *
     * @param callback the operation of the process that is called back; null without a callback
     * @param parts the parts of the message; empty if nothing follows a one-way call
     * @param copies the values copied from the call
     */
    record Answer(ServiceOperation callback, List<Element> parts, List<Copy> copies) {
        /** Returns the message that follows a call with these parts. */
        List<Element> to(List<Element> call) {
            List<Element> message = parts;
            for (Copy copy : copies) {
                String value = copy.from().read(call);
                message = value == null ? message : copy.to().write(message, value);
            }
            return message;
        }
    }

    /** A property that is in the call and in the answer. */
    record Copy(PropertyPath from, PropertyPath to) {}

    private LoopbackAnswers() {}

    /**
     * Makes the answers to all operations that a process calls.
     *
     * @param given the messages of the order, by name of the operation that is answered or called back
     * @throws RefusedBatchException if there is no such operation, a message has the wrong form, or no message can be
     *     made
     */
    static LoopbackAnswers of(ProcessDefinition definition, Program program, Map<String, String> given)
            throws RefusedBatchException {
        LoopbackAnswers all = new LoopbackAnswers();
        Set<String> unused = new TreeSet<>(given.keySet());
        MessageTexts texts = new MessageTexts(definition.wsdl());
        for (PartnerOperation operation : program.consumed()) {
            Optional<ServiceOperation> callback = operation.isOneWay()
                    ? callback(program, operation, candidate -> given.containsKey(candidate.name()))
                            .or(() -> callback(program, operation, candidate -> true))
                    : Optional.empty();
            String name = callback.map(ServiceOperation::name).orElse(operation.name());
            MessageShape shape = callback.map(ServiceOperation::input).orElse(operation.output());
            unused.remove(name);
            List<Element> parts = shape == null ? List.of() : parts(texts, name, shape, given.get(name));
            all.answers.put(
                    operation,
                    new Answer(
                            callback.orElse(null),
                            parts,
                            shape == null
                                    ? List.of()
                                    : copies(definition.wsdl().propertyAliases(), operation.input(), shape)));
        }
        if (!unused.isEmpty()) {
            throw new RefusedBatchException(
                    "'answers' has a message for '" + unused.iterator().next()
                            + "', which no partner answers or calls back; those are "
                            + new TreeSet<>(all.names()) + ".");
        }
        return all;
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        answers.forEach((operation, answer) -> {
            if (answer.callback() != null) {
                names.add(answer.callback().name());
            } else if (!operation.isOneWay()) {
                names.add(operation.name());
            }
        });
        return names;
    }

    private static Optional<ServiceOperation> callback(
            Program program, PartnerOperation call, Predicate<ServiceOperation> wanted) {
        return program.provided().stream()
                .filter(provided -> provided.partnerLink() == call.partnerLink() && !provided.createsInstance())
                .filter(wanted)
                .findFirst();
    }

    private static List<Element> parts(MessageTexts texts, String name, MessageShape shape, String given)
            throws RefusedBatchException {
        try {
            return given == null ? texts.byDefault(shape) : MessageTexts.parts(shape, given);
        } catch (RefusedSoapException e) {
            throw new RefusedBatchException("'answers': '" + name + "': " + e.getMessage());
        } catch (NoInstanceException e) {
            throw new RefusedBatchException("No message can be made for operation '" + name + "', as " + e.getMessage()
                    + "; give one in 'answers'.");
        }
    }

    private static List<Copy> copies(List<PropertyAlias> aliases, MessageShape call, MessageShape answer) {
        Map<QName, PropertyPath> from = paths(aliases, call);
        List<Copy> copies = new ArrayList<>();
        paths(aliases, answer).forEach((property, to) -> {
            if (from.containsKey(property)) {
                copies.add(new Copy(from.get(property), to));
            }
        });
        return copies;
    }

    private static Map<QName, PropertyPath> paths(List<PropertyAlias> aliases, MessageShape shape) {
        Map<QName, PropertyPath> paths = new HashMap<>();
        for (PropertyAlias alias : aliases) {
            PropertyPath.of(alias, shape).ifPresent(path -> paths.putIfAbsent(alias.property(), path));
        }
        return paths;
    }

    /** Returns the message after a call of an operation. */
    Answer of(PartnerOperation operation) {
        return answers.get(operation);
    }
}
