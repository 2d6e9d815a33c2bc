#!/bin/bash
# Loads one part of a range per task of the array. Then, on one machine: ledgerlake attach /shared/parts/part-* --lake /shared/lake
#   RANGE=58M:+100k STORE=pubnet@aws PARTS=/shared/parts sbatch --array=1-64 slurm.sh
# A killed task continues when Slurm requeues it. To repeat one by hand: ingest … --shard I/64.
#SBATCH --job-name=ledgerlake
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
exec ledgerlake ingest "${STORE:?}" --range "${RANGE:?}" --shard auto \
  --lake "${PARTS:?}/part-$SLURM_ARRAY_TASK_ID" --workers "${SLURM_CPUS_PER_TASK:-1}" --yes --json
