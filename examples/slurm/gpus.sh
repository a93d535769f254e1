#!/bin/bash
# Runs HPL on the GPUs of several nodes, with one rank for each GPU. Each rank of a node takes another GPU (docs/gpu.md). Give as many tasks
# on a node as the node has GPUs. N is best a little less than fits into the memory of all GPUs:
#   sbatch --nodes=2 --gpus-per-node=4 --ntasks-per-node=4 gpus.sh -N 160000 --nb 384
# --export=ALL,BLAS=rocm takes GPUs of AMD.
#SBATCH --job-name=hpl
#SBATCH --nodes=1
#SBATCH --gpus-per-node=1
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --time=01:00:00
#SBATCH --output=hpl-%j.out
"${HPL:-./hpl}" run --progress none --blas "${BLAS:-cuda}" "$@"
