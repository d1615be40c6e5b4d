package io.soabench.camunda;

import java.util.List;

/** CIB seven 2.0.0, a fork of Camunda 7 (Apache-2.0). */
public final class CibSevenServerType extends CamundaFamily {

    /** Creates the type. */
    public CibSevenServerType() {
        super("cibseven", "cibseven", "org.cibseven.bpm:cibseven-engine:2.0.0", List.of("org.springframework:*"));
    }
}
