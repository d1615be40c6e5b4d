package io.soabench.engine.overseer.system;

/** The kernel's error numbers that this library distinguishes. Source: errno(3), {@code asm-generic/errno-base.h}. */
public final class Errno {

    /** The operation is not permitted. */
    public static final int EPERM = 1;
    /** Not found: for counters, no such event. */
    public static final int ENOENT = 2;
    /** No such process or thread. */
    public static final int ESRCH = 3;
    /** Interrupted by a signal. */
    public static final int EINTR = 4;
    /** No such device: for counters, no such PMU. */
    public static final int ENXIO = 6;
    /** No such child. */
    public static final int ECHILD = 10;
    /** Permission denied. */
    public static final int EACCES = 13;
    /** Another program has exclusive use. */
    public static final int EBUSY = 16;
    /** No such device. */
    public static final int ENODEV = 19;
    /** A wrong argument. */
    public static final int EINVAL = 22;
    /** Too many open files. */
    public static final int EMFILE = 24;
    /** The kernel has no such system call. */
    public static final int ENOSYS = 38;
    /** The operation is not supported. */
    public static final int EOPNOTSUPP = 95;
    /** A quota of the disk is exceeded. */
    public static final int EDQUOT = 122;

    private Errno() {}

    /** Returns the name of an error, or its number. */
    public static String name(int error) {
        return switch (error) {
            case EPERM -> "EPERM";
            case ENOENT -> "ENOENT";
            case ESRCH -> "ESRCH";
            case EINTR -> "EINTR";
            case ENXIO -> "ENXIO";
            case ECHILD -> "ECHILD";
            case EACCES -> "EACCES";
            case EBUSY -> "EBUSY";
            case ENODEV -> "ENODEV";
            case EINVAL -> "EINVAL";
            case EMFILE -> "EMFILE";
            case ENOSYS -> "ENOSYS";
            case EOPNOTSUPP -> "EOPNOTSUPP";
            case EDQUOT -> "EDQUOT";
            default -> "error " + error;
        };
    }
}
