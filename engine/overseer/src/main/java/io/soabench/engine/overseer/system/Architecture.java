package io.soabench.engine.overseer.system;

import java.util.Optional;

/** The numbers of system calls. Source: the kernel's {@code arch/x86/entry/syscalls/syscall_64.tbl} and {@code asm-generic/unistd.h}. */
enum Architecture {
    X86_64(186, 298, 237, 238, 239, 314, 315),
    /** The numbers of all machines that Linux learned late: 64-bit ARM, RISC-V. */
    GENERIC(178, 241, 235, 237, 236, 274, 275);

    final long gettid;
    final long perfEventOpen;
    final long mbind;
    final long setMempolicy;
    final long getMempolicy;
    final long schedSetattr;
    final long schedGetattr;

    Architecture(
            long gettid,
            long perfEventOpen,
            long mbind,
            long setMempolicy,
            long getMempolicy,
            long schedSetattr,
            long schedGetattr) {
        this.gettid = gettid;
        this.perfEventOpen = perfEventOpen;
        this.mbind = mbind;
        this.setMempolicy = setMempolicy;
        this.getMempolicy = getMempolicy;
        this.schedSetattr = schedSetattr;
        this.schedGetattr = schedGetattr;
    }

    /**
     * Returns the architecture of a name.
     *
     * @param name as in the system property {@code os.arch}
     */
    static Optional<Architecture> of(String name) {
        return switch (name) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64", "riscv64" -> Optional.of(GENERIC);
            default -> Optional.empty();
        };
    }
}
