package io.soabench.driver;

import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.ServerType;
import java.util.List;

/** A server type that is like another one, unless an implementation overrides it. */
public interface LikeType extends ServerType {

    /** Returns the other type. */
    ServerType like();

    @Override
    default String name() {
        return like().name();
    }

    @Override
    default String licence() {
        return like().licence();
    }

    @Override
    default List<Program> programs() {
        return like().programs();
    }

    @Override
    default Lifecycle lifecycle() {
        return like().lifecycle();
    }
}
