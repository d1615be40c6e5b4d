package io.soabench.agent.stage;

import io.soabench.plugin.ServerType;

/**
 * The places of files on one host, in one repetition. All paths are absolute and those of the host. Safe for use by
 * many threads.
 */
public interface Layout {

    /** Folder of everything that is removed at the end of the repetition. */
    String root();

    /** Folder for what belongs to the run record of the repetition. */
    String out();

    /** A folder on the disk of which something must be left. */
    String disk();

    /** Folder of a server, below {@link #root}. */
    String server(String name);

    /** Folder of a load client, below {@link #root}. */
    String client(String name);

    /** File of the plan. */
    String plan();

    /** A file or folder of the compiled testbed; itself for an empty path. */
    String compiled(String path);

    /** Folder for archives of the classes of the tool's own programs; empty when there is none. */
    String archives();

    /** The {@code java} command. */
    String java();

    /** The class path of a server type's program, joined. */
    String classPath(ServerType type, ServerType.Program program);

    /** The class path of the load client, joined. */
    String loadClassPath();
}
