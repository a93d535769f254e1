#!/bin/bash
# Runs HPL on several nodes of PBS, with one rank on each (mpiprocs=1). The program takes the nodes of the job and starts its ranks by ssh,
# over an MPI if all nodes have it. Set ncpus to the cores of a node. Submit it in the folder of hpl-hetero:
#   qsub -l select=8:ncpus=64:mpiprocs=1 many-nodes.sh
#   qsub -l select=8:ncpus=64:mpiprocs=1 -v 'WORDS=-N 100000 --nb 256' many-nodes.sh
# With `check` or `burnin` in the place of `run`, the same lines look for a bad node.
#PBS -N hpl
#PBS -l select=2:ncpus=32:mpiprocs=1
#PBS -l place=scatter:excl
#PBS -l walltime=02:00:00
#PBS -j oe
cd "${PBS_O_WORKDIR:-.}" || exit
# shellcheck disable=SC2086 # several words
"${HPL:-./hpl}" run --progress none ${WORDS:-}
