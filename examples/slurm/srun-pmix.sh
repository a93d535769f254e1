#!/bin/bash
# Runs HPL over the MPI of the cluster: srun starts the ranks, which find each other by PMIx. Open MPI takes PMIx; for MPICH, Intel MPI and
# MVAPICH set PMI=pmi2. `srun --mpi=list` shows what this Slurm offers. Load the module of the MPI before:
#   sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=32 srun-pmix.sh HPL.dat
#   sbatch --nodes=4 --export=ALL,PMI=pmi2 srun-pmix.sh -N 40000
#SBATCH --job-name=hpl
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --time=02:00:00
#SBATCH --output=hpl-%j.out
# Slurm 22.05 and later hand the cores of a task on to srun only where asked
srun --mpi="${PMI:-pmix}" ${SLURM_CPUS_PER_TASK:+--cpus-per-task="$SLURM_CPUS_PER_TASK"} "${HPL:-./hpl}" run --progress none "$@"
