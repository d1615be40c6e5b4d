package io.soabench.agent.stage;

import io.soabench.plugin.ServerType;

/**
 * The places of files on one host, in one repetition. All paths are absolute and those of the host. Safe for use by
 * many threads.
 */
public interface RepetitionLayout {

    /** Returns the folder of everything that is removed at the end of the repetition. */
    String root();

    /** Returns the folder for the run record of the repetition. */
    String out();

    /** Returns a folder on the disk that must keep free space. */
    String disk();

    /** Returns the folder of a server, below {@link #root}. */
    String server(String name);

    /** Returns the folder of a load client, below {@link #root}. */
    String client(String name);

    /** Returns the file of the plan. */
    String plan();

    /** Returns a file or folder of the compiled testbed; itself for an empty path. */
    String compiled(String path);

    /** Returns the folder for class archives of the tool's own programs; empty when there is none. */
    String archives();

    /** Returns the {@code java} command. */
    String java();

    /** Returns the class path of a server type's program, joined. */
    String classPath(ServerType type, ServerType.Program program);

    /** Returns the class path of the load client, joined. */
    String loadClassPath();
}
