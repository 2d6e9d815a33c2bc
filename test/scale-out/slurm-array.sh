#!/usr/bin/env bash
# Runs data/cluster/slurm.sh as eight tasks, one of which is killed when it has begun and put into the queue again; prints how often.
# slurm-array.sh STORE RANGE PARTS, with SLURM_CONF of a running Slurm.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$3/bin"
printf '#!/bin/sh\nexec "%s/node_modules/.bin/node" "%s/src/cli/main.ts" "$@"\n' "$PWD" "$PWD" >"$3/bin/ledgerlake"
chmod +x "$3/bin/ledgerlake"
export STORE=$1 RANGE=$2 PARTS=$3 PATH="$3/bin:$PATH"
job=$(sbatch --parsable --array=1-8 --cpus-per-task=1 --mem=0 --output="$PARTS/%a.log" data/cluster/slurm.sh)
killed=0
until [ -z "$(squeue -h -j "$job" -o %i)" ]; do
  if [ "$killed" = 0 ] && [ -e "$PARTS/part-3/lake.json" ] && scontrol requeue "${job}_3" 2>/dev/null; then killed=1; fi
  # Slurm lets a task wait that it was told to do again.
  [ "$killed" = 0 ] || scontrol update "JobId=${job}_3" StartTime=now 2>/dev/null || true
  sleep 0.1
done
scontrol show job "${job}_3" | grep -o 'Restarts=[0-9]*'
