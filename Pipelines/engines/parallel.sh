#!/bin/sh
# All parts of a plan with GNU parallel, on this machine or on those of a --sshloginfile.
#
#   Pipelines/engines/parallel.sh FOLDER PARTS [flags of parallel, such as --sshloginfile hosts]
#
# Run it again to go on: parts that are done are passed over, those that failed are tried again. The status is 0 when
# all parts are done, and otherwise that of parallel: the number of parts that failed.
set -eu

folder=$1
parts=$2
shift 2
# It hands its words to a shell: quoted, a blank in the folder's name stays one.
seq 0 $((parts - 1)) | parallel --quote --joblog "$folder/parallel.log" --resume-failed "$@" \
  "${ALMANAC:-almanac}" work run --dir "$folder" --shard "{}/$parts" --jobs 1 --quiet
