import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The source of a release. All artifacts derive from it alone, so they can be reproduced. */
export type ReleaseSource = {
  root: string;
  version: string;
  commit: string;
  /** When the commit was made, in seconds since 1970. */
  committedAt: number;
};

const PLATFORMS = ['linux/amd64', 'linux/arm64'];

/** Returns the names of the processes with an image. */
export const imageNames = (root: string): string[] =>
  globSync(['gateway/src/main.ts', 'services/*/src/main.ts'], { cwd: root })
    .map((file) => basename(dirname(dirname(file))))
    .toSorted();

/** Returns the build file for `docker buildx bake`: one image per process, for each platform, with attestations. */
export function imageBuild({ root, version, commit, committedAt }: ReleaseSource): string {
  const names = imageNames(root);
  const created = new Date(committedAt * 1000).toISOString();
  const target = (name: string) => ({
    inherits: ['release'],
    target: name,
    tags: [`\${REGISTRY}/${name}:${version}`],
    labels: { 'org.opencontainers.image.title': `vitae/${name}` },
  });
  return JSON.stringify(
    {
      variable: {
        REGISTRY: { default: 'registry.example.com/vitae' },
        NODE_IMAGE: { default: 'docker.io/library/node:24-bookworm-slim' },
      },
      group: { default: { targets: names } },
      target: {
        release: {
          context: '.',
          dockerfile: 'deploy/Dockerfile',
          platforms: PLATFORMS,
          // BuildKit uses SOURCE_DATE_EPOCH as the time of the image and its history.
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the build file
          args: { NODE_IMAGE: '${NODE_IMAGE}', SOURCE_DATE_EPOCH: String(committedAt) },
          attest: ['type=provenance,mode=max', 'type=sbom'],
          labels: {
            'org.opencontainers.image.version': version,
            'org.opencontainers.image.revision': commit,
            'org.opencontainers.image.created': created,
            'org.opencontainers.image.description': 'A self-hosted résumé platform',
            'org.opencontainers.image.licenses': 'LicenseRef-Proprietary',
          },
        },
        ...Object.fromEntries(names.map((name) => [name, target(name)])),
      },
    },
    null,
    2,
  );
}
