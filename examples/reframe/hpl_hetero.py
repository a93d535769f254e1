"""A ReFrame test that runs hpl-hetero, checks its residuals and tells its rate: see README.md."""

import os

import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import (parameter, performance_function, run_before,
                                   sanity_function, variable)

# A row of the results, whose last column is the rate; netlib HPL's are the same.
ROW = r'^W[RC]\S+\s+(?P<n>\d+)\s+\d+\s+\d+\s+\d+\s+[\d.]+\s+(?P<gflops>\d\.\d+e[+-]\d+)$'
RESIDUAL = r'^\|\|Ax-b\|\|_oo/\S.*\.\.\. '


@rfm.simple_test
class HplHetero(rfm.RunOnlyRegressionTest):
    descr = 'High-Performance Linpack by hpl-hetero'
    valid_systems = ['*']
    valid_prog_environs = ['*']

    #: Order of the matrix.
    n = parameter([1000, 4000], type=int)

    #: The launcher of hpl-hetero: that of this clone, or an installed one.
    hpl = variable(str, value=os.path.normpath(
        os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'hpl')))

    #: Further options of `hpl run`, such as --hosts a,b or --nb 256.
    options = variable(str, value='')

    # Gflops on a system: what is expected, and by what share it may be missed
    # below and above. A hundredth of a Gflops is a floor that any machine passes.
    reference = {
        '*': {'gflops': (0.01, 0, None, 'Gflops')}
    }

    @run_before('run')
    def set_command(self):
        self.executable = self.hpl
        self.executable_opts = ['run', '-N', str(self.n), '--progress', 'none',
                                '--json', 'result.json', *self.options.split()]
        self.keep_files = ['result.json']

    @sanity_function
    def residuals_passed(self):
        """One test of this order, which has passed, and an end without errors."""
        return sn.all([
            sn.assert_eq(sn.count(sn.findall(ROW, self.stdout)), 1,
                         msg='{0} result(s) in the output, expected {1}: see rfm_job.err'),
            sn.assert_eq(sn.extractsingle(ROW, self.stdout, 'n', int), self.n),
            sn.assert_found(RESIDUAL + 'PASSED$', self.stdout),
            sn.assert_not_found(RESIDUAL + 'FAILED$', self.stdout),
            sn.assert_eq(self.job.exitcode, 0),
        ])

    @performance_function('Gflops')
    def gflops(self):
        return sn.extractsingle(ROW, self.stdout, 'gflops', float)
