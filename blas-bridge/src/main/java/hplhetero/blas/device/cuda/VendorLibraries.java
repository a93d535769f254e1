package hplhetero.blas.device.cuda;

import hplhetero.blas.KernelException;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The loaded libraries of a vendor. They are found on the system and stay loaded for good.
 *
 * @param vendor   the vendor
 * @param runtime  the runtime: memory, copies, streams
 * @param blas     the BLAS
 * @param programs what loads programs of ours, without an architecture
 */
record VendorLibraries(Vendor vendor, NativeLibrary runtime, NativeLibrary blas, ProgramLoader programs) {
    /** The file name of hipRTC, AMD's compiler of programs, without its version, which is the runtime's. */
    private static final String HIP_COMPILER = "libhiprtc.so";
    private static final String CUDA_DRIVER = "libcuda.so.1";

    /**
     * Loads the runtime and the BLAS of a vendor.
     *
     * @param file one file that holds both, which a person named; if empty, the system's files are searched
     * @throws KernelException when the libraries are not installed or cannot be used
     */
    static VendorLibraries load(Vendor vendor, Optional<Path> file) {
        Vendor.Files files = vendor.files;
        return find(vendor, file).orElseThrow(() -> new KernelException("no " + vendor.title + " here, library=" + files.runtime() + "."
                + files.runtimeVersions().getFirst() + " and " + files.blas() + "." + files.blasVersions().getFirst()
                + " (or older) were not found: install " + vendor.title + ", or name its folder in LD_LIBRARY_PATH or " + files.home()));
    }

    /**
     * Loads the runtime and the BLAS of a vendor; empty where they are not installed.
     *
     * @param file one file that holds both, which a person named; if empty, the system's files are searched
     * @throws KernelException when a library is there and cannot be used
     */
    static Optional<VendorLibraries> find(Vendor vendor, Optional<Path> file) {
        if (file.isPresent()) {
            try {
                NativeLibrary both = NativeLibrary.open(NativeLibrary.nameOf(file.get()), Arena.global());
                return Optional.of(new VendorLibraries(vendor, both, both,
                        new ProgramLoader(vendor, both, both.name(), Optional.of(both), "")));
            } catch (NativeLibrary.Refused e) {
                throw new KernelException(vendor.title + " library cannot be loaded, library=" + file.get() + ": " + e.getMessage(), e);
            }
        }
        for (int version = 0; version < vendor.files.runtimeVersions().size(); version++) {
            Optional<NativeLibrary> runtime = find(vendor, vendor.files.runtime() + "." + vendor.files.runtimeVersions().get(version));
            Optional<NativeLibrary> blas = find(vendor, vendor.files.blas() + "." + vendor.files.blasVersions().get(version));
            if (runtime.isPresent() && blas.isPresent()) {
                String further = vendor == Vendor.CUDA ? CUDA_DRIVER : HIP_COMPILER + "." + vendor.files.runtimeVersions().get(version);
                return Optional.of(new VendorLibraries(vendor, runtime.get(), blas.get(),
                        new ProgramLoader(vendor, runtime.get(), further, find(vendor, further), "")));
            }
        }
        return Optional.empty();
    }

    private static Optional<NativeLibrary> find(Vendor vendor, String name) {
        List<String> names = new ArrayList<>(List.of(name));
        String home = System.getenv(vendor.files.home());
        if (home != null) {
            names.add(home + "/lib64/" + name);
            names.add(home + "/lib/" + name);
        }
        vendor.files.folders().forEach(folder -> names.add(folder + "/" + name));
        for (String one : names) {
            try {
                return Optional.of(NativeLibrary.open(one, Arena.global()));
            } catch (NativeLibrary.Refused e) {
                // try the next place
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the function of one of these libraries.
     *
     * @throws KernelException when the library is too old to have it
     */
    MemorySegment function(NativeLibrary library, String name) {
        return library.find(name).orElseThrow(() -> missing(library, name));
    }

    /** Returns the error that says that a library is too old to have a function. */
    KernelException missing(NativeLibrary library, String name) {
        return new KernelException(vendor.title + " library has no " + name + ", library=" + library.name() + ": install a newer "
                + vendor.title);
    }
}
