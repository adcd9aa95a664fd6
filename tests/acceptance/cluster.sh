#!/usr/bin/env bash
# The same sweep by --jobs, by ranks of MPI and by an array job of Slurm writes the same bytes; munged, slurmctld and slurmd are started for it.
# Root only: the three run as root in a temporary folder, on this machine alone, and are stopped at the end.
source "$TRENZA_ROOT/scripts/lib.sh"

ensure_packages cluster
[[ "$(id -u)" == 0 ]] || die "Slurm's node runs jobs of others: call this as root"
work="$(mktemp -d)"
chmod 755 "$work"
mkdir -m 755 "$work/munge" "$work/state" "$work/spool"
host="$(hostname -s)"
daemons=()
stop() {
  local status=$?
  for ((i = ${#daemons[@]} - 1; i >= 0; --i)); do kill "${daemons[i]}" 2>/dev/null || true; done
  wait
  ((status == 0)) || tail -n 20 "$work"/*.log >&2
  rm -rf "$work"
}
trap stop EXIT

dd if=/dev/urandom of="$work/munge/key" bs=1 count=1024 status=none
chmod 400 "$work/munge/key"
munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" \
  --seed-file="$work/munge/seed" --log-file="$work/munged.log" >"$work/munged-out.log" 2>&1 &
daemons+=($!)
cat >"$work/slurm.conf" <<CONF
ClusterName=trenza
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"
for ((i = 0; i < 100; ++i)); do
  if [[ -S "$work/munge/socket" ]]; then break; fi
  sleep 0.1
done
PATH="$PATH:/usr/sbin"
slurmctld -D -c -i >"$work/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D -c -N "$host" >"$work/slurmd.log" 2>&1 &
daemons+=($!)
for ((i = 0; i < 300; ++i)); do
  if [[ "$(sinfo --noheader --format=%T 2>/dev/null)" == idle* ]]; then break; fi
  sleep 0.1
done
sinfo >&2

cat >"$work/plain.yaml" <<'YAML'
topology: {rtt: 4}
traffic: {pattern: uniform, packet_flits: 16}
run: {cycles: 3000}
sweep:
  series: [{name: rt, topology: {rt: 4}}, {name: rtt, topology: {rtt: 4}}]
  traffic.load: {from: 0.1, to: 0.8, step: 0.1}
  seeds: 3
YAML
cat >"$work/found.yaml" <<'YAML'
topology: {rt: 4}
traffic: {pattern: uniform, packet_flits: 16}
run: {cycles: 3000}
sweep:
  router.virtual_channels.adaptive: [1, 2]
  find: {saturation: traffic.load, within: 0.05}
YAML
cat >"$work/failed.yaml" <<'YAML'
topology: {rtt: 4}
traffic: {pattern: uniform, packet_flits: 4, load: 0.3}
sweep: {run.cycles: [400, 900000000, 500], limit: 2}
YAML
cd "$work"
mpi=(mpirun -n 3 --allow-run-as-root --oversubscribe)
for sweep in plain found failed; do
  wanted=0
  if [[ $sweep == failed ]]; then wanted=1; fi
  expect() {
    local status=0
    "$@" || status=$?
    ((status == wanted)) || die "exit status $status, not $wanted: $*"
  }
  expect "$TRENZA" sweep $sweep.yaml -o $sweep-jobs --jobs 2
  expect "${mpi[@]}" "$TRENZA" sweep $sweep.yaml -o $sweep-mpi --mpi
  expect "$TRENZA" sweep $sweep.yaml -o $sweep-slurm --slurm --sbatch=--time=10
  for other in mpi slurm; do
    diff -r --exclude=log $sweep-jobs $sweep-$other || die "$sweep: --$other wrote other bytes than --jobs"
    "$TRENZA" table $sweep-$other --csv $other.csv
    "$TRENZA" table $sweep-jobs --csv jobs.csv
    cmp jobs.csv $other.csv
  done
done
# What a killed rank, and a sweep whose array job is cancelled, leave is gone on with.
documents() { find "$1/points" -name '*.json' 2>/dev/null | wc -l; }
wait_for_documents() {
  for ((i = 0; i < 600; ++i)); do
    if (($(documents "$1") >= 3)); then return; fi
    sleep 0.05
  done
  die "$1: no points after 30 seconds"
}
"${mpi[@]}" "$TRENZA" sweep plain.yaml -o killed --mpi --quiet --set run.cycles=60000 2>killed.out &
ranks=$!
wait_for_documents killed
kill -KILL "$(tr ' ' '\n' <"/proc/$ranks/task/$ranks/children" | sed -n 2p)" # one that runs points
wait "$ranks" && die "a rank was killed, and mpirun says nothing"
(($(documents killed) < 48)) || die "the sweep was over before a rank was killed"
"$TRENZA" sweep plain.yaml -o killed --jobs 2 --set run.cycles=60000 --quiet
"$TRENZA" sweep plain.yaml -o calm --jobs 2 --set run.cycles=60000 --quiet
diff -r --exclude=log killed calm || die "a killed rank left its mark"
"$TRENZA" sweep plain.yaml -o stopped --slurm --set run.cycles=60000 --quiet &
sweep=$!
wait_for_documents stopped
kill -TERM "$sweep"
wait "$sweep" && die "an interrupted sweep says that it is done"
(($(documents stopped) < 48)) || die "the sweep was over before it was interrupted"
[[ -z "$(squeue --noheader)" ]] || sleep 5
[[ -z "$(squeue --noheader)" ]] || die "an interrupted sweep left tasks in the queue"
"$TRENZA" sweep plain.yaml -o stopped --slurm --set run.cycles=60000 --quiet
diff -r --exclude=log stopped calm || die "an interrupted array job left its mark"
if "$TRENZA" sweep plain.yaml -o refused --slurm --sbatch=--partition=none >refused.out 2>&1; then die "no partition, no error"; fi
grep -q '^--slurm: sbatch: error: ' refused.out || die "sbatch refuses, and trenza says: $(cat refused.out)"
say "$(find plain-jobs/points -name '*.json' | wc -l) + $(find found-jobs/points -name '*.json' | wc -l) points: the same bytes by --jobs 2, mpirun -n 3 and Slurm"
