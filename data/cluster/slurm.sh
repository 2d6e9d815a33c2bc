#!/bin/bash
# One part of a load for each task of the array; then, on one machine: ledgerlake attach /shared/parts/part-* --lake /shared/lake
#   RANGE=58M:+100k STORE=pubnet@aws PARTS=/shared/parts sbatch --array=1-64 slurm.sh
# A task that was killed goes on with its part when Slurm requeues it; to do one again by hand: ingest … --shard I/64.
#SBATCH --job-name=ledgerlake
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
exec ledgerlake ingest "${STORE:?}" --range "${RANGE:?}" --shard auto \
  --lake "${PARTS:?}/part-$SLURM_ARRAY_TASK_ID" --workers "${SLURM_CPUS_PER_TASK:-1}" --yes --json
