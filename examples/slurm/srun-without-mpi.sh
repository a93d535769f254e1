#!/bin/bash
# Runs HPL with ranks that srun starts, but without an MPI: ranks find each other by PMI, and send by the program's own layer LLC, over
# InfiniBand where UCX (libucx0) is installed, else over TCP. PMI=pmix needs libpmix2 on the nodes, pmi2 nothing:
#   sbatch --nodes=4 --ntasks-per-node=1 --cpus-per-task=32 srun-without-mpi.sh HPL.dat
#SBATCH --job-name=hpl
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --time=02:00:00
#SBATCH --output=hpl-%j.out
# -K: Slurm ends all ranks if one of them fails
srun -K --mpi="${PMI:-pmi2}" ${SLURM_CPUS_PER_TASK:+--cpus-per-task="$SLURM_CPUS_PER_TASK"} "${HPL:-./hpl}" run --transport llc \
  --progress none "$@"
