#!/bin/bash
# Runs HPL on one whole node of Slurm, on all of its cores. Submit it in the folder of hpl-hetero, or say where that is:
#   sbatch one-node.sh
#   sbatch --export=ALL,HPL=/opt/hpl-hetero/hpl one-node.sh HPL.dat
# Words behind the script's name are those of `hpl run`: an HPL.dat, or options. Without any, the program chooses a test that suits the
# node.
#SBATCH --job-name=hpl
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --time=01:00:00
#SBATCH --output=hpl-%j.out
"${HPL:-./hpl}" run --progress none "$@"
