package io.soabench.model;

import io.soabench.model.testbed.ClientClass;
import io.soabench.model.testbed.Stage;
import io.soabench.model.testbed.Stages;
import java.util.stream.Stream;

/** The number of clients in a closed workload. */
public final class Clients {

    private Clients() {}

    /** Returns those of a class; where their number changes over time, the most that are there at once. */
    public static int most(ClientClass clients) {
        if (clients.getShape() instanceof Stages stages) {
            return stages.getStages().stream()
                    .flatMap(stage -> Stream.of(number(stage.getFromClients()), number(stage.getClients())))
                    .max(Integer::compare)
                    .orElse(0);
        }
        return clients.getClients() == null ? Defaults.CLIENTS : clients.getClients();
    }

    /** Returns whether a stage is about clients, and not about arrivals. */
    public static boolean of(Stage stage) {
        return stage.getClients() != null;
    }

    private static int number(Integer written) {
        return written == null ? 0 : written;
    }
}
