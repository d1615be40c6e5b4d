package io.soabench.camunda;

import java.util.List;

/** Camunda 7.24.0, its last community release (Apache-2.0). */
public final class CamundaServerType extends CamundaFamily {

    /** Creates the type. */
    public CamundaServerType() {
        super("camunda", "", "org.camunda.bpm:camunda-engine:7.24.0", List.of("org.springframework:*"));
    }
}
