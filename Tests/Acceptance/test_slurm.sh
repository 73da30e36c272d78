#!/bin/sh
# Runs a fleet on Slurm and with GNU parallel, on this machine alone.
#
#   Tests/Acceptance/test_slurm.sh [ALMANAC]
#
# Starts munged, slurmctld and slurmd on loopback, with keys, ports and folders of their own, and
# ends just these. An array of 8 tasks makes a plan; one task is killed and requeued. Then GNU
# parallel makes the same plan, one part of it failing at first. Both merged catalogues have to hold
# what one run with --jobs 1 makes, byte for byte.
# Needs slurm-wlm, munge and parallel (Debian's packages), and root or a user of Slurm's.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "${1:-$root/.build/release/almanac}")
if [ ! -x "$program" ]; then
  echo "test-slurm: $program is no program — run “make build”" >&2
  exit 66
fi
known=0
python3 "$here/harness.py" test-slurm munged slurmctld slurmd sbatch parallel || known=$?
case $known in 0) ;; 77) exit 0 ;; *) exit 1 ;; esac
PATH=$PATH:/usr/sbin
work=$(mktemp -d)
started=
finish() {
  [ ! -e "$work/slurm.conf" ] || scancel --user="$(id -un)" --quiet 2>/dev/null || true
  for process in $started; do kill "$process" 2>/dev/null || true; done
  for process in $started; do wait "$process" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

step() { echo "test-slurm: $*"; }
fail() {
  echo "test-slurm: $*" >&2
  tail -n 20 "$work"/*.log "$work"/task-*.out >&2 2>/dev/null || true
  exit 1
}
# Waits up to a minute for a condition.
await() {
  what=$1
  shift
  for _ in $(seq 300); do
    if "$@" >/dev/null 2>&1; then return 0; fi
    sleep 0.2
  done
  fail "$what takes more than a minute"
}

# MARK: - A cluster of one machine

host=$(hostname -s)
user=$(id -un)
ports=$(python3 - <<'PYTHON'
import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in sockets])
PYTHON
)
mkdir -m 700 "$work/munge"
mkdir "$work/state" "$work/spool"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 600 "$work/munge/key"
# Munge wants folders that nobody else can write into; the socket is reached by those who may enter.
chmod 755 "$work" "$work/munge"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
  --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" --log-file="$work/munge.log" \
  >/dev/null 2>&1 &
started="$started $!"
# A task that is put back waits until its old credential has expired: five seconds instead of two
# minutes.
cat >"$work/slurm.conf" <<CONF
ClusterName=almanac
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports% *}
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
MinJobAge=300
NodeName=$host NodeAddr=127.0.0.1 Port=${ports#* } CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"
await "munge" test -S "$work/munge/socket"
slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld-out.log" 2>&1 &
started="$! $started"
slurmd -D -f "$SLURM_CONF" >"$work/slurmd-out.log" 2>&1 &
started="$! $started"
node_is_idle() { sinfo --noheader --format=%t | grep -qx idle; }
await "the cluster" node_is_idle
step "a cluster of one machine with $(nproc) cores: $(sinfo --version)"

# MARK: - The plan, and what one run makes of it

plan() {
  "$program" work plan --size 14 --stars 3 --difficulty 7... --count 160 --units 16 \
    --dir "$1" --quiet
}
dump() { "$program" catalog export "$2" --state "$1" --quiet; }
plan "$work/alone"
"$program" work run --dir "$work/alone" --shard 0/1 --jobs 1 --quiet >/dev/null
"$program" work merge --dir "$work/alone" --state "$work/state-alone" --jobs 1 --quiet
dump "$work/state-alone" "$work/alone.jsonl"
[ "$(wc -l <"$work/alone.jsonl")" -gt 150 ] || fail "the single run has made too little"

# MARK: - Slurm

plan "$work/slurm"
cat >"$work/almanac" <<WRAPPER
#!/bin/sh
# Tells who is at work, so that a task can be killed from outside.
echo \$\$ >"$work/pid-\$SLURM_ARRAY_TASK_ID"
exec "$program" "\$@"
WRAPPER
chmod 755 "$work/almanac"
job=$(FLEET="$work/slurm" ALMANAC="$work/almanac" sbatch --parsable --export=ALL \
  --output="$work/task-%a.out" "$root/Pipelines/engines/slurm.sbatch")
step "array job $job: 8 tasks"
await "task 3" test -s "$work/pid-3"
kill -KILL "$(cat "$work/pid-3")"
state_of() { scontrol show job --oneliner "${job}_$1" | sed -n 's/.*JobState=\([A-Z]*\).*/\1/p'; }
has_failed() { [ "$(state_of 3)" = FAILED ]; }
await "the end of the killed task" has_failed
step "task 3 was killed by SIGKILL: $(state_of 3); it is put back into the queue"
rm "$work/pid-3"
scontrol requeue "${job}_3"
all_are_done() {
  [ "$(scontrol show job --oneliner "$job" | grep -c 'JobState=COMPLETED')" = 8 ]
}
await "the array" all_are_done
[ -s "$work/pid-3" ] || fail "task 3 was not started again"
"$program" work merge --dir "$work/slurm" --state "$work/state-slurm" || fail "the merge fails"
dump "$work/state-slurm" "$work/slurm.jsonl"
cmp "$work/alone.jsonl" "$work/slurm.jsonl" || fail "the catalogue of Slurm's tasks is another"
step "$(wc -l <"$work/slurm.jsonl") puzzles, byte for byte those of a single run"

# MARK: - GNU parallel

plan "$work/in parallel"
cat >"$work/almanac" <<WRAPPER
#!/bin/sh
# Part 5 fails once, as if its disk had been full.
case "\$*" in
*"--shard 5/8"*) [ -e "$work/failed" ] || { touch "$work/failed"; exit 75; } ;;
esac
exec "$program" "\$@"
WRAPPER
export ALMANAC="$work/almanac"
parts() {
  "$root/Pipelines/engines/parallel.sh" "$work/in parallel" 8 >/dev/null 2>"$work/parallel.log"
}
status=0
parts || status=$?
[ "$status" = 1 ] || fail "parallel ends with $status and should tell of one failed part"
if "$program" work merge --dir "$work/in parallel" --state "$work/state-parallel" 2>/dev/null; then
  fail "nothing is missing"
fi
parts || fail "--resume-failed fails"
[ "$(awk 'NR > 1 && $7 == 0' "$work/in parallel/parallel.log" | wc -l)" = 8 ] ||
  fail "a part was done twice, or not at all"
rm -r "$work/state-parallel"
"$program" work merge --dir "$work/in parallel" --state "$work/state-parallel" || fail "the merge fails"
dump "$work/state-parallel" "$work/parallel.jsonl"
cmp "$work/alone.jsonl" "$work/parallel.jsonl" || fail "the catalogue of parallel's parts is another"
step "GNU parallel with --resume-failed: the same"
step "all is well"
