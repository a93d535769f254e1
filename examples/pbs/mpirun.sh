#!/bin/bash
# Runs HPL over Open MPI on the nodes of PBS: mpirun starts the ranks. Load the module of the MPI before. For MPICH and Intel MPI write
# `mpiexec -f "$PBS_NODEFILE" -n "$(wc -l < "$PBS_NODEFILE")"` in the place of mpirun and its options:
#   qsub -l select=8:ncpus=64:mpiprocs=1 -v WORDS=HPL.dat mpirun.sh
#PBS -N hpl
#PBS -l select=2:ncpus=32:mpiprocs=1
#PBS -l place=scatter:excl
#PBS -l walltime=02:00:00
#PBS -j oe
cd "${PBS_O_WORKDIR:-.}" || exit
# Open MPI would fill the cores of the first node before it goes to the next, and bind each rank to one core.
# shellcheck disable=SC2086 # several words
mpirun ${MPIRUN_OPTIONS:-} --map-by node --bind-to none -np "$(wc -l < "$PBS_NODEFILE")" --hostfile "$PBS_NODEFILE" \
  "${HPL:-./hpl}" run --progress none ${WORDS:-}
