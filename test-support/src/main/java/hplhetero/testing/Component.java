package hplhetero.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A component that some tests need and that not every machine has. This class uses only the JDK: {@code java Component.java} prints the
 * Debian packages of all missing components.
 */
public enum Component {
    OPEN_MPI("Open MPI", () -> program("mpirun.openmpi"), "openmpi-bin"),
    MPICH("MPICH", () -> program("mpiexec.mpich"), "mpich"),
    C_COMPILER("a C compiler", () -> program("cc") && file("/usr/include", "stdio.h"), "gcc", "libc6-dev"),
    OPEN_MPI_COMPILER("Open MPI for C", () -> program("mpicc.openmpi") && file("/usr/lib", "*/openmpi/include/mpi.h"),
            "openmpi-bin", "libopenmpi-dev"),
    MPICH_COMPILER("MPICH for C", () -> program("mpicc.mpich"), "mpich", "libmpich-dev"),
    MPJ_EXPRESS("MPJ Express", () -> file("/usr/share/mpj/lib", "mpj.jar"), "libmpj-java"),
    SLURM("Slurm", () -> program("slurmctld") && program("munged"), "slurm-wlm", "munge"),
    NETLIB_HPL("netlib HPL", () -> program("hpcc"), "hpcc"),
    /** A second OpenBLAS in the process, which is the system's libblas. */
    SYSTEM_OPENBLAS("the system's OpenBLAS", () -> file("/usr/lib", "*/openblas-pthread/libblas.so.3"), "libopenblas0-pthread"),
    UCX("UCX", () -> file("/usr/lib", "*/libucp.so.0"), "libucx0"),
    UCX_FOR_C("UCX for C", () -> program("cc") && file("/usr/include", "ucp/api/ucp.h"), "gcc", "libc6-dev", "libucx-dev"),
    PMIX("PMIx", () -> file("/usr/lib", "*/libpmix.so.2"), "libpmix2"),
    /** OpenCL with a driver for the host's cores. */
    OPENCL("OpenCL", () -> file("/usr/lib", "*/libOpenCL.so.1") && file("/etc", "OpenCL/vendors/pocl.icd"), "ocl-icd-libopencl1",
            "pocl-opencl-icd"),
    ZSH("zsh", () -> program("zsh"), "zsh"),
    TERMINAL("script, which emulates a terminal", () -> program("script"), "bsdutils"),
    PROCESS_LIST("ps", () -> program("ps"), "procps"),
    NETWORK_TOOLS("ip and nft", () -> program("ip") && program("nft"), "iproute2", "nftables"),
    /** A network by which hosts reach each other, including hosts that a test makes on this machine. */
    NETWORK("a network", "connect this machine to one: it has no interface but loopback", Component::hasAddress),
    INFINIBAND("an InfiniBand fabric in software", () -> program("ibsim-run") && program("opensm") && program("ibnetdiscover"),
            "ibsim-utils", "opensm", "infiniband-diags"),
    CHROMIUM("a browser without a screen", () -> program("chromium-headless-shell"), "chromium-headless-shell"),
    /** Ansible with Python, the language that it is written in. */
    ANSIBLE("Ansible", () -> program("ansible-playbook") && program("python3"), "ansible-core"),
    ROOT("the rights of root", "run the tests as root", () -> "root".equals(System.getProperty("user.name"))),
    NAMESPACES("network namespaces", "run the tests as root of a machine (of a container: a privileged one)",
            () -> succeeds("unshare", "--mount", "--net", "--pid", "--fork", "true")),
    ARM64_EMULATOR("an emulator of arm64", () -> program("qemu-aarch64-static"), "qemu-user-static"),
    ARM64_JDK("a JDK for arm64", ".ci/arm64-java FOLDER; export " + Variables.ARM64_JAVA + "=FOLDER",
            () -> System.getenv(Variables.ARM64_JAVA) != null),
    PACKAGES("packages to install", "./hpl dist --output FOLDER; export " + Variables.PACKAGES + "=FOLDER",
            () -> System.getenv(Variables.PACKAGES) != null),
    PACKAGE_INSTALLER("dpkg", () -> program("dpkg"), "dpkg"),
    RPM("rpm", () -> program("rpm"), "rpm");

    /** The environment variables that tests read. */
    public static final class Variables {
        /** The variable that names a folder made by .ci/arm64-java. */
        public static final String ARM64_JAVA = "HPL_TEST_ARM64_JAVA_HOME";

        /** The variable that names a folder filled by {@code hpl dist}. */
        public static final String PACKAGES = "HPL_TEST_PACKAGES";

        private Variables() {
        }
    }

    private final String title;
    private final String remedy;
    private final BooleanSupplier probe;
    private final List<String> packages;
    private Boolean there;

    Component(String title, BooleanSupplier probe, String... packages) {
        this(title, "apt-get install " + String.join(" ", packages), probe, packages);
    }

    Component(String title, String remedy, BooleanSupplier probe, String... packages) {
        this.title = title;
        this.remedy = remedy;
        this.probe = probe;
        this.packages = List.of(packages);
    }

    /** Returns the component's name for people. */
    public String title() {
        return title;
    }

    /** Returns the command, or the advice, by which a user gets the component. */
    public String remedy() {
        return remedy;
    }

    /** Returns whether this machine has the component. The machine is searched once. */
    public synchronized boolean isThere() {
        if (there == null) {
            there = probe.getAsBoolean();
        }
        return there;
    }

    /** Returns whether a program is on the path or in root's folders, which are not on everybody's path. */
    private static boolean program(String name) {
        return Stream.of((System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    /** Returns whether a folder has a file; the first step of the file's path may be a pattern. */
    private static boolean file(String folder, String path) {
        int slash = path.indexOf('/');
        if (slash < 0) {
            return Files.exists(Path.of(folder, path));
        }
        try (DirectoryStream<Path> first = Files.newDirectoryStream(Path.of(folder), path.substring(0, slash))) {
            for (Path found : first) {
                if (Files.exists(found.resolve(path.substring(slash + 1)))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasAddress() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                    .anyMatch(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress());
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                    .waitFor() == 0;
        } catch (IOException missing) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Prints the Debian packages of all components that this machine lacks, in one line. */
    public static void main(String[] arguments) {
        System.out.println(Arrays.stream(values()).filter(component -> !component.isThere())
                .flatMap(component -> component.packages.stream()).distinct().collect(Collectors.joining(" ")));
    }
}
