package io.soabench.analyzer.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * The stacks of the virtual machines of a server within a time: where threads ran, as samples, and where objects were
 * made, as bytes.
 */
record RecordedStacks(StackTree running, StackTree allocating) {

    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final String ALLOCATION = "jdk.ObjectAllocationSample";

    /** The events of async-profiler about new objects; the first one stands for all bytes since the one before. */
    private static final String ALLOCATION_IN_BUFFER = "jdk.ObjectAllocationInNewTLAB";

    private static final String ALLOCATION_OUTSIDE = "jdk.ObjectAllocationOutsideTLAB";

    /** Classes that a virtual machine makes: of lambdas, others without a place in a jar, and of reflection. */
    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda).*$");

    private static final Pattern HIDDEN = Pattern.compile("[/.+](0x[0-9a-f]+|\\d+)$");
    private static final Pattern ACCESSOR = Pattern.compile("(Generated(?:Method|Constructor)Accessor)\\d+$");

    /** The frames above those that a recording keeps of a deep stack. */
    private static final String DEEPER = "(deeper)";

    /** Creates stacks to which recordings are to be added. */
    RecordedStacks() {
        this(new StackTree(), new StackTree());
    }

    /**
     * Adds the recording of a virtual machine.
     *
     * @param file complete
     * @param from beginning of the time, included; by the clock of the machine's host
     * @param to its end, excluded
     */
    void add(Path file, Instant from, Instant to) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                Instant at = event.getStartTime();
                if (!at.isBefore(from) && at.isBefore(to)) {
                    add(event);
                }
            }
        }
    }

    private void add(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null) {
            return;
        }
        switch (event.getEventType().getName()) {
            case SAMPLE -> running.add(frames(stack), 1);
            case ALLOCATION -> allocated(stack, event, "weight");
            case ALLOCATION_IN_BUFFER -> allocated(stack, event, "tlabSize");
            case ALLOCATION_OUTSIDE -> allocated(stack, event, "allocationSize");
            default -> {
                // Another kind of event, of which there is no graph.
            }
        }
    }

    private void allocated(RecordedStackTrace stack, RecordedEvent event, String bytes) {
        List<String> frames = frames(stack);
        frames.add("new " + readable(event.getClass("objectClass").getName()));
        allocating.add(frames, (double) event.getLong(bytes));
    }

    private static List<String> frames(RecordedStackTrace stack) {
        List<String> frames = new ArrayList<>();
        for (RecordedFrame frame : stack.getFrames()) {
            // Functions of the kernel and of the virtual machine's own code have no class.
            String type = stable(frame.getMethod().getType().getName());
            frames.add((type.isEmpty() ? "" : type + ".") + frame.getMethod().getName());
        }
        if (stack.isTruncated()) {
            frames.add(DEEPER);
        }
        Collections.reverse(frames);
        return frames;
    }

    /** Returns the name of a class without the numbers that a virtual machine gives to classes which it makes itself. */
    static String stable(String name) {
        String lambda = LAMBDA.matcher(name).replaceFirst("$1");
        return ACCESSOR.matcher(HIDDEN.matcher(lambda).replaceFirst("")).replaceFirst("$1");
    }

    /** Returns the name of a class as it is written in a program: arrays have names such as {@code [B}. */
    private static String readable(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions == 0) {
            return name;
        }
        String of = name.substring(dimensions);
        String element =
                switch (of.charAt(0)) {
                    case 'B' -> "byte";
                    case 'C' -> "char";
                    case 'D' -> "double";
                    case 'F' -> "float";
                    case 'I' -> "int";
                    case 'J' -> "long";
                    case 'S' -> "short";
                    case 'Z' -> "boolean";
                    default -> of.substring(1, of.length() - 1);
                };
        return element + "[]".repeat(dimensions);
    }
}
