import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../support/project-root.ts';

type Build = { context: string; dockerfile: string; target: string; args: Record<string, string> };

export type ComposeService = {
  image: string;
  build?: Build;
  environment?: Record<string, string | null>;
  volumes?: string[];
  networks?: string[] | Record<string, unknown>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] } | { disable: true };
  profiles?: string[];
  entrypoint?: string[];
  command?: string | string[];
  restart?: string;
};

export type ComposeFile = {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
};

/** A stage of the Dockerfile with what it inherits from the stages that it is based on. */
export type Stage = { environment: Record<string, string>; ports: number[]; healthcheck: string | undefined };

export const composeText = readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8');
export const composeFile = parse(composeText, { merge: true }) as ComposeFile;
export const dockerfile = readFileSync(join(projectRoot, 'deploy/Dockerfile'), 'utf8');

/** Returns the stages of the Dockerfile by name. */
export function dockerfileStages(): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  for (const part of dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .split(/^FROM /m)
    .slice(1)) {
    const [, base = '', name = ''] = /^(\S+) AS (\S+)/.exec(part) ?? [];
    const inherited = stages.get(base);
    const variables = [...part.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      line.split(/\s+/).map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
    const ports = [...part.matchAll(/^EXPOSE (.+)$/gm)].flatMap(([, line = '']) => line.split(' ').map(Number));
    stages.set(name, {
      environment: { ...inherited?.environment, ...Object.fromEntries(variables) },
      ports: [...(inherited?.ports ?? []), ...ports],
      healthcheck: /^HEALTHCHECK .*CMD (.+)$/m.exec(part)?.[1] ?? inherited?.healthcheck,
    });
  }
  return stages;
}

/** Returns the services of Compose that run a process of Vitae, with the name and the image of the process. */
export const vitaeServices = (): { service: string; process: string; definition: ComposeService }[] =>
  Object.entries(composeFile.services).flatMap(([service, definition]) => {
    const process = /^\$\{VITAE_REGISTRY:-vitae\}\/(\w+):/.exec(definition.image)?.[1];
    return process === undefined ? [] : [{ service, process, definition }];
  });
