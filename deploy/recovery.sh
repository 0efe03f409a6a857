#!/bin/sh
# Takes PostgreSQL back to a moment between two backups; docs/operation.md says when to use which:
#   recovery.sh init URL ARCHIVE                    makes a new, empty folder the archive of this database
#   recovery.sh archive SEGMENT ARCHIVE             archive_command of PostgreSQL: '/opt/muster/recovery.sh archive %p /archive'
#   recovery.sh base URL FOLDER                     makes a base backup in a new folder
#   recovery.sh restore FOLDER ARCHIVE DATA MOMENT  makes a data folder that PostgreSQL recovers to MOMENT when it starts
# Needs the tools of PostgreSQL in the PATH. Run `restore` as the user of PostgreSQL.
set -eu

fail() {
  echo "recovery: $1" >&2
  exit 1
}

usage() {
  sed -n 's/^#   //p' "$0" >&2
  exit 2
}

# Names the database of an archive, "IDENTIFIER TIMELINE". An empty mount point has no mark, so a disk that is not mounted
# is noticed. A recovery begins a new timeline.
mark=muster-archive

init() {
  [ -d "$2" ] || fail "there is no folder $2: create it, or mount its disk"
  database=$(psql --no-psqlrc --quiet --tuples-only --no-align --dbname="$1" --command="
    select system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system()")
  if [ -e "$2/$mark" ]; then
    [ "$(cat "$2/$mark")" = "$database" ] || fail "$2 belongs to another database, or to this one before a recovery: name a new folder"
    return 0
  fi
  # What an archive without a mark already has must be of this database.
  read -r identifier timeline <<DATABASE
$database
DATABASE
  for file in "$2"/*; do
    [ ! -f "$file" ] || is_own "$file" || fail "$2 has ${file##*/}, which is not of this database: name a new folder"
  done
  echo "$database" >"$2/.$mark.part"
  settle "$2/.$mark.part" "$2/$mark"
}

read_mark() {
  [ -e "$1/$mark" ] || fail "$1 is no archive: is its disk mounted? If it is new: recovery.sh init URL $1"
  read -r identifier timeline <"$1/$mark" || fail "$1/$mark is damaged: name a new folder, and run recovery.sh init URL FOLDER"
}

# Whether a segment is of this database and timeline: bytes 24 to 31 of a segment are the identifier of its database.
is_own() {
  case "${1##*/}" in
    "$timeline"*.backup) ;;
    "$timeline"*) has_identifier "$1" ;;
    *) false ;;
  esac
}

has_identifier() {
  [ "$(od -An -t u8 -j 24 -N 8 "$1" | tr -d ' ')" = "$identifier" ]
}

# The rename survives a power failure, too.
settle() {
  sync "$1" 2>/dev/null || sync
  mv "$1" "$2"
  sync "$(dirname "$2")" 2>/dev/null || sync
}

# A segment appears in the archive complete or not at all, and never in place of another one.
archive() {
  name=$(basename "$1")
  kept="$2/$name"
  read_mark "$2"
  # A recovered database also sends what it has of earlier timelines.
  last=$(printf '%s\n' "$timeline" "$(printf %.8s "$name")" | LC_ALL=C sort | tail -n 1)
  [ "$last" = "$timeline" ] ||
    fail "$2 ends before $name, because the database was recovered: make a new archive with recovery.sh init, and a new base backup"
  case "$name" in
    *.backup | *.history) ;;
    *) has_identifier "$1" || fail "$2 is the archive of another database" ;;
  esac
  if [ -e "$kept" ]; then
    cmp -s "$1" "$kept" || fail "$kept is there with other contents: make a new archive with recovery.sh init, and a new base backup"
    sync "$2" 2>/dev/null || sync
    return 0
  fi
  cp "$1" "$2/.$name.part"
  settle "$2/.$name.part" "$kept"
}

# The folder gets its name when it is complete and was read once.
base() {
  [ ! -e "$2" ] || fail "$2 exists: name a new folder"
  rm -rf "$2.part"
  pg_basebackup --dbname="$1" --pgdata="$2.part" --checkpoint=fast
  pg_verifybackup --quiet "$2.part" || fail "the base backup is damaged: make it again"
  settle "$2.part" "$2"
}

control() {
  LC_ALL=C pg_controldata "$1" | sed -n "s/^$2: *//p"
}

restore() {
  case "$4" in
    [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]\ [0-9][0-9]:[0-9][0-9]*[+-][0-9][0-9]*) ;;
    *) fail "write the moment with its time zone: '2026-03-14 07:30:00+00'" ;;
  esac
  case "$2$4" in *"'"* | *'"'* | *'%'*) fail "the archive and the moment must be without quotes and percent signs" ;; esac
  case "$2" in /*) ;; *) fail "write the archive as an absolute path" ;; esac
  [ -z "$(ls -A "$3" 2>/dev/null)" ] || fail "$3 is not empty: stop PostgreSQL, and move its data folder away first"
  pg_verifybackup --quiet "$1" || fail "the base backup $1 is damaged: take an earlier one"
  found="$(control "$1" 'Database system identifier') $(printf %08X "$(control "$1" "Latest checkpoint's TimeLineID")")"
  # An archive without a mark, of an earlier version of this script, has segments all the same.
  if [ -e "$2/$mark" ] || ! ls "$2" | grep -qx '[0-9A-F]\{24\}'; then
    read_mark "$2"
    [ "$found" = "$identifier $timeline" ] || fail "$2 is the archive of another database than the base backup $1, or of another time of it"
  fi
  mkdir -p "$3"
  chmod 700 "$3"
  # With this file and without the settings below, PostgreSQL does not start: an incomplete copy is never taken for a database.
  touch "$3/recovery.signal"
  cp -R "$1/." "$3" || fail "$3 is incomplete: make room on its disk, empty it, and repeat the command"
  cat >>"$3/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp "$2/%f" "%p"'
recovery_target_time = '$4'
recovery_target_action = 'promote'
SETTINGS
  echo "Start PostgreSQL with the data folder $3. It is ready when 'select pg_is_in_recovery()' answers f."
  echo "If it ends with 'recovery ended before configured recovery target was reached', the archive ends before $4."
}

command=${1:-}
[ "$#" -eq 0 ] || shift
case "$command $#" in
  'init 2' | 'archive 2' | 'base 2' | 'restore 4') "$command" "$@" ;;
  *) usage ;;
esac
