#!/bin/bash
# Runs HPL on the GPUs of several nodes of PBS, with one rank for each GPU: mpiprocs is the number of GPUs of a node. Each rank of a node
# takes another GPU (docs/gpu.md). N is best a little less than fits into the memory of all GPUs:
#   qsub -l select=2:ncpus=64:ngpus=4:mpiprocs=4 -v 'WORDS=-N 160000 --nb 384' gpus.sh
# -v BLAS=rocm takes GPUs of AMD.
#PBS -N hpl
#PBS -l select=1:ncpus=16:ngpus=1:mpiprocs=1
#PBS -l place=scatter:excl
#PBS -l walltime=01:00:00
#PBS -j oe
cd "${PBS_O_WORKDIR:-.}" || exit
# shellcheck disable=SC2086 # several words
"${HPL:-./hpl}" run --progress none --blas "${BLAS:-cuda}" ${WORDS:-}
