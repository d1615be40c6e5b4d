package io.soabench.template;

import java.util.List;

/** Another version of Parrot, so that both can be in one run. */
final class NextParrotServerType extends ParrotServerType {

    @Override
    public String name() {
        return "parrot-next";
    }

    @Override
    public List<Program> programs() {
        return List.of(new Program("parrot", "com.example:parrot-server:1.1"));
    }
}
