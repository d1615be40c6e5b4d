package io.soabench.engine.server.group;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A substitute for a replica that is a process: it writes its parent's lines to a file, and reports success. */
final class RecordingReplica {
    private RecordingReplica() {}

    /**
     * Runs until its parent ends it.
     *
     * @param arguments the folder of the file, whose name is the number of the process
     */
    public static void main(String[] arguments) throws IOException {
        long pid = ProcessHandle.current().pid();
        Path file = Path.of(arguments[0], Long.toString(pid));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean first = true;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            if (first) {
                System.out.println(ReplicaProtocol.READY + " {\"admin\": 1, \"peers\": " + pid + "}");
                first = false;
            } else if (line.startsWith(ReplicaProtocol.PEERS)) {
                System.out.println(ReplicaProtocol.KNOWS + " " + line.split(" ", -1)[1]);
            } else if (line.equals(ReplicaProtocol.LISTEN)) {
                System.out.println(ReplicaProtocol.LISTENING);
            }
            System.out.flush();
        }
    }
}
