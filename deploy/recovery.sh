#!/bin/sh
# Takes PostgreSQL back to a moment between two backups; docs/operation.md says when to use which:
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

# A segment appears in the archive complete or not at all, and never in place of another one.
archive() {
  name=$(basename "$1")
  kept="$2/$name"
  if [ -e "$kept" ]; then
    cmp -s "$1" "$kept" && return
    fail "$kept is there with other contents: is this the archive of another database?"
  fi
  cp "$1" "$2/.$name.part"
  sync "$2/.$name.part" 2>/dev/null || sync
  mv "$2/.$name.part" "$kept"
}

# The folder gets its name when it is complete and was read once.
base() {
  [ ! -e "$2" ] || fail "$2 exists: name a new folder"
  rm -rf "$2.part"
  pg_basebackup --dbname="$1" --pgdata="$2.part" --checkpoint=fast
  pg_verifybackup --quiet "$2.part" || fail "the base backup is damaged: make it again"
  mv "$2.part" "$2"
}

restore() {
  case "$4" in
    [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]\ [0-9][0-9]:[0-9][0-9]*[+-][0-9][0-9]*) ;;
    *) fail "write the moment with its time zone: '2026-03-14 07:30:00+00'" ;;
  esac
  case "$2$4" in *"'"* | *'"'* | *'%'*) fail "the archive and the moment must be without quotes and percent signs" ;; esac
  case "$2" in /*) ;; *) fail "write the archive as an absolute path" ;; esac
  [ -d "$2" ] || fail "there is no archive at $2"
  [ -z "$(ls -A "$3" 2>/dev/null)" ] || fail "$3 is not empty: stop PostgreSQL, and move its data folder away first"
  pg_verifybackup --quiet "$1" || fail "the base backup $1 is damaged: take an earlier one"
  mkdir -p "$3"
  chmod 700 "$3"
  cp -R "$1/." "$3"
  cat >>"$3/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp "$2/%f" "%p"'
recovery_target_time = '$4'
recovery_target_action = 'promote'
SETTINGS
  touch "$3/recovery.signal"
  echo "Start PostgreSQL with the data folder $3. It is ready when 'select pg_is_in_recovery()' answers f."
  echo "If it ends with 'recovery ended before configured recovery target was reached', the archive ends before $4."
}

command=${1:-}
[ "$#" -eq 0 ] || shift
case "$command $#" in
  'archive 2' | 'base 2' | 'restore 4') "$command" "$@" ;;
  *) usage ;;
esac
