#!/bin/sh
# sign.sh REGISTRY: signs the published images and the files of a release, in the folder that contains them.
# Needs cosign, docker buildx and sha256sum. With MINISIGN_KEY=/path, also signs the checksums with minisign.
set -eu
cd "$(dirname "$0")"
registry=$1
sha256sum --check --quiet SHA256SUMS
sbom=$(ls vitae-*.cdx.json)
version=${sbom#vitae-}
version=${version%.cdx.json}

# Signatures refer to digests: a tag can be moved later.
for process in gateway site resume preferences metadata comments stats export; do
  digest=$(docker buildx imagetools inspect "$registry/$process:$version" --format '{{.Manifest.Digest}}')
  cosign sign --yes "$registry/$process@$digest"
  cosign attest --yes --type cyclonedx --predicate "$sbom" "$registry/$process@$digest"
done
# SHA256SUMS contains the checksums of all other files.
for file in "vitae-$version.tgz" "$sbom" SHA256SUMS; do
  cosign sign-blob --yes --bundle "$file.sigstore.json" "$file"
done
[ -z "${MINISIGN_KEY:-}" ] || minisign -S -s "$MINISIGN_KEY" -m SHA256SUMS
