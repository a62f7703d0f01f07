#!/bin/sh
# pack.sh FOLDER [PROCESS…]: of each process what an image holds, in a folder of its own: its code and what it needs to run.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift
[ $# -gt 0 ] || set -- gateway resume preferences metadata comments stats export
for process in "$@"; do
  ${PNPM:-pnpm} --filter "@vitae/$process" deploy --prod --legacy --prefer-offline "$folder/$process"
done
# The guides that the gateway shows under /docs stand beside it, as they do in the project.
mkdir -p "$folder/docs" && cp docs/*.md "$folder/docs/"
