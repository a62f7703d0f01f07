#!/bin/sh
# pack.sh FOLDER [PROCESS…]: copies each process with its runtime dependencies into FOLDER, laid out as the project is.
set -eu
cd "$(dirname "$0")/.."
folder=$1
shift
[ $# -gt 0 ] || set -- gateway services/site services/resume services/preferences services/metadata services/comments \
  services/stats services/export
# pnpm verified the lockfile when it installed the dependencies.
for process in "$@"; do
  pnpm --config.trustLockfile=true --filter "./$process" deploy --prod --legacy --prefer-offline "$folder/$process"
done
# Most of Scalar's 50 MB are source maps.
find "$folder" -path '*/@scalar/api-reference/*' -name '*.map' -delete
# The site serves the guides and the signature vectors under /docs.
mkdir -p "$folder/docs" && cp docs/*.md docs/*.json "$folder/docs/"
