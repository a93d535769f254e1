#!/bin/bash
# Runs HPL on one whole node of PBS, on all of its cores. Submit it in the folder of hpl-hetero, or say where that is:
#   qsub one-node.sh
#   qsub -v HPL=/opt/hpl-hetero/hpl,WORDS=HPL.dat one-node.sh
# WORDS are those of `hpl run`: an HPL.dat, or options. Without any, the program chooses a test that suits the node.
#PBS -N hpl
#PBS -l select=1:ncpus=32:mpiprocs=1
#PBS -l place=excl
#PBS -l walltime=01:00:00
#PBS -j oe
cd "${PBS_O_WORKDIR:-.}" || exit
# shellcheck disable=SC2086 # several words
"${HPL:-./hpl}" run --progress none ${WORDS:-}
