package io.soabench.camunda;

import java.util.List;

/** Operaton 1.0.3, a fork of Camunda 7 (Apache-2.0). Its POM has libraries of its tests in compile scope, which are left out. */
public final class OperatonServerType extends CamundaFamily {

    /** Creates the type. */
    public OperatonServerType() {
        super(
                "operaton",
                "operaton",
                "org.operaton.bpm:operaton-engine:1.0.3",
                List.of(
                        "org.springframework:*",
                        "org.junit.jupiter:*",
                        "org.junit.platform:*",
                        "org.assertj:*",
                        "net.bytebuddy:*",
                        "org.apiguardian:*",
                        "org.opentest4j:*"));
    }
}
