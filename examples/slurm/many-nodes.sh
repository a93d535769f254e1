#!/bin/bash
# Runs HPL on several nodes of Slurm, with one rank on each. The program takes the nodes of the job and starts its ranks by srun: neither
# an MPI nor ssh is needed. Submit it in the folder of hpl-hetero, on a file system that all nodes share:
#   sbatch --nodes=8 many-nodes.sh
#   sbatch --nodes=8 --export=ALL,HPL=/opt/hpl-hetero/hpl many-nodes.sh HPL.dat
# With `check` or `burnin` in the place of `run`, the same lines look for a bad node.
#SBATCH --job-name=hpl
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --time=02:00:00
#SBATCH --output=hpl-%j.out
"${HPL:-./hpl}" run --progress none "$@"
