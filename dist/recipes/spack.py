# A Spack package of hpl-hetero @VERSION@, for a repository of the site: save it there as packages/hpl-hetero/package.py
# (packages/hpl_hetero/package.py in a repository of Spack 1.0 and newer), then, in the folder with the archive:
#   spack install hpl-hetero
import os
import platform

from spack.package import *


class HplHetero(Package):
    """High-Performance Linpack benchmark for nodes that differ. Solves the same system as netlib HPL, reads the same
    HPL.dat and prints the same text, but gives a faster process more of the matrix. The archive holds a Java runtime
    and OpenBLAS, so that nothing is compiled."""

    manual_download = True

    license("Apache-2.0")

    # Linux's name of the processor, then the archive's name of it and the archive's checksum
    _archives = {
        "x86_64": ("x86-64", "@SHA256 x86-64@"),
        "aarch64": ("arm64", "@SHA256 arm64@"),
    }

    if platform.system() == "Linux" and platform.machine() in _archives:
        version(
            "@VERSION@",
            sha256=_archives[platform.machine()][1],
            url="file://{0}/hpl-hetero-@VERSION@-linux-{1}.tar.gz".format(os.getcwd(), _archives[platform.machine()][0]),
        )

    def install(self, spec, prefix):
        install_tree(".", prefix)
        mkdirp(prefix.bin)
        symlink("../hpl", prefix.bin.hpl)

    def test_version(self):
        """ask hpl for its version"""
        hpl = which(self.prefix.bin.hpl)
        assert str(self.spec.version) in hpl("--version", output=str.split, error=str.split)
