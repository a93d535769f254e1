package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ModuleDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JdkTest {
    @TempDir
    private Path folder;

    /** A folder with a module for a platform, in a file of the name that the base module of a JDK has. */
    private Path modules(String platform) throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        ModuleAttribute module = ModuleAttribute.of(ModuleDesc.of("a.module"), builder -> builder.requires(ModuleDesc.of("java.base"),
                ClassFile.ACC_MANDATED, null));
        Files.write(classes.resolve("module-info.class"), ClassFile.of().buildModule(module));
        Path to = Files.createDirectories(folder.resolve("of " + platform));
        Tool.run(List.of(Path.of(System.getProperty("java.home"), "bin", "jmod").toString(), "create", "--class-path", classes.toString(),
                "--target-platform", platform, to.resolve("java.base.jmod").toString()));
        return to;
    }

    /** A folder like a JDK's that has no modules of its own, as Temurin's. */
    private Path withoutModules(String architecture) throws IOException {
        Path home = folder.resolve("jdk");
        Path jlink = Files.createDirectories(home.resolve("bin")).resolve("jlink");
        assertThat(Files.createFile(jlink).toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "OS_ARCH=\"" + architecture + "\"\n");
        return home;
    }

    @Test
    void shouldLinkModulesOfEitherArchitectureByItsOwnJlink() throws Exception {
        Path modules = modules("linux-aarch64");
        Jdk jdk = Jdk.at(modules);
        assertThat(jdk.architecture()).isEqualTo(Architecture.ARM64);
        assertThat(jdk.jlink()).containsExactly(Path.of(System.getProperty("java.home"), "bin/jlink").toString(), "--module-path",
                modules.toString());
        assertThat(Jdk.at(modules("linux-amd64")).architecture()).isEqualTo(Architecture.X86_64);
    }

    @Test
    void shouldFindModulesInAJdk() throws Exception {
        Path home = withoutModules("aarch64");
        Files.move(modules("linux-aarch64"), home.resolve("jmods"));
        assertThat(Jdk.at(home).jmods()).contains(home.resolve("jmods"));
    }

    @Test
    void shouldRefuseModulesOfOtherSystemsAndProcessors() throws Exception {
        Path windows = modules("windows-amd64");
        assertThatThrownBy(() -> Jdk.at(windows)).isInstanceOf(DistException.class)
                .hasMessage("--jdk " + windows + ": it is for another system than Linux, packages are for x86-64 and arm64");
        Path riscv = withoutModules("riscv64");
        assertThatThrownBy(() -> Jdk.at(riscv)).isInstanceOf(DistException.class).hasMessageContaining("it is for riscv64");
    }

    @Test
    void shouldRefuseAJdkThatOnlyAnotherMachineCanLink() throws Exception {
        Architecture other = Architecture.here() == Architecture.ARM64 ? Architecture.X86_64 : Architecture.ARM64;
        Path home = withoutModules(other.rpm());
        assertThatThrownBy(() -> Jdk.at(home)).isInstanceOf(DistException.class).hasMessageContaining("--jdk " + home
                + ": it has no jmods, so it can only be linked by its own jlink, which runs on " + other.word());
    }

    @Test
    void shouldRefuseAFolderThatIsNoJdk() {
        assertThatThrownBy(() -> Jdk.at(folder)).isInstanceOf(DistException.class)
                .hasMessageStartingWith("--jdk " + folder + ": no bin/jlink and no jmods");
    }
}
