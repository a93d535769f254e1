package hplhetero.run;

import hplhetero.run.terminal.ExitCode;
import java.util.List;

/** The public cases that are outputs of HPL programs; {@code HistoryCommandsTest} has the numbers that are read. */
final class OutputCases {
    static final List<PublicCase> ALL = List.of(
            new PublicCase("c22-nvidia-1.0.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c24-intel.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c25-ansible.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c26-mpich-label.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c26-ompi5-tag.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c26-srun-label.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c26-tag-output.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c29-vvv.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c31-ansi.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c31-crlf.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c31-utf16.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c35-minutes.out", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c69-hplx.csv", "import FILE", ExitCode.OK, ": 1 added"),
            new PublicCase("c30-rochpl.out", "import FILE", ExitCode.OK, ": 2 added"),
            new PublicCase("c28-mail.out", "import FILE", ExitCode.USAGE,
                    ": is quoted as in a mail, and quoting breaks lines: give the file itself that HPL has written"),
            new PublicCase("c34-mxp.out", "import FILE", ExitCode.USAGE, ": is the output of HPL-MxP, another benchmark"),
            new PublicCase("c70-two-files-one-bad.out", "import FILE", ExitCode.USAGE, ": has no result of a test: give a file that"));

    private OutputCases() {
    }
}
