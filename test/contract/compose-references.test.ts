import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project-root.ts';
import { composeFile, composeText, dockerfile, dockerfileStages, vitaeServices } from './compose-file.ts';
import { documentedSettings } from './settings-reference/settings-reference.ts';

// docker-compose.yml, the Dockerfile and the files that they mount: everything that one names exists in the other.

const { services, networks, volumes } = composeFile;
const names = Object.keys(services);
const stages = dockerfileStages();
const PROCESSES = ['comments', 'export', 'gateway', 'metadata', 'preferences', 'resume', 'site', 'stats'];
const settings = documentedSettings();
const processOf = (name: string) => (name === 'export' ? 'export worker' : name);
const settingNames = (process: string) =>
  settings.filter(({ defaults }) => defaults.has(processOf(process))).map(({ name }) => name);
function missing(): never {
  throw new Error('A service, stage or build does not exist');
}
const withoutFile = (name: string) => name.replace(/_FILE$/, '');

test('runs every process, from an image that it builds', () => {
  const builds = vitaeServices().flatMap(({ process, definition }) => (definition.build ? [process] : []));
  expect(builds.toSorted()).toEqual(PROCESSES);
  expect([...new Set(vitaeServices().map(({ process }) => process))].toSorted()).toEqual(PROCESSES);
  for (const { process, definition } of vitaeServices().filter(({ definition }) => definition.build)) {
    const { context, dockerfile: file, target, args } = definition.build ?? missing();
    expect(existsSync(join(projectRoot, context, file))).toBe(true);
    expect(target).toBe(process);
    expect([...stages.keys()]).toContain(target);
    for (const argument of Object.keys(args)) expect(dockerfile).toMatch(new RegExp(`^ARG ${argument}(=|$)`, 'm'));
  }
});

test('copies only folders that the build creates', () => {
  const packed = readFileSync(join(projectRoot, 'deploy/pack.sh'), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/out\/(\S+)/gm)].map(([, folder = '']) => folder);
  expect(copied).toHaveLength(PROCESSES.length + 1);
  expect(copied.filter((folder) => !packed.includes(folder))).toEqual([]);
  expect(copied.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([]);
});

test('documents every variable and gives it a default', () => {
  const documented = readFileSync(join(projectRoot, 'docs/deploying.md'), 'utf8');
  const variables = [...composeText.matchAll(/(?<!\$)\$\{(\w+)(:-)?/g)];
  expect(variables.length).toBeGreaterThan(30);
  expect(variables.filter(([, , hasDefault]) => !hasDefault).map(([, name]) => name)).toEqual([]);
  const unknown = variables.filter(([, name]) => !documented.includes(`\`${name}\``)).map(([, name]) => name);
  expect([...new Set(unknown)]).toEqual([]);
});

test.each(vitaeServices())('$service passes only settings that the $process knows', ({ process, definition }) => {
  const known = settingNames(process);
  const given = Object.keys(definition.environment ?? {}).map(withoutFile);
  expect(given.length).toBeGreaterThan(5);
  expect(given.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(vitaeServices())('$service has every required setting of the $process', ({ process, definition }) => {
  const required = settings.filter(({ defaults }) => defaults.get(processOf(process)) === 'required');
  expect(required.length).toBeGreaterThan(0);
  const given = [...Object.keys(definition.environment ?? {}), ...Object.keys(stages.get(process)?.environment ?? {})];
  expect(required.map(({ name }) => name).filter((name) => !given.map(withoutFile).includes(name))).toEqual([]);
});

test.each(PROCESSES)(
  'the image of the %s sets only settings that it knows, and checks a port that it opens',
  (process) => {
    const { environment, ports, healthcheck } = stages.get(process) ?? missing();
    // PROBE is read by the health check, the others by Node and the programs of the worker.
    const others = ['PROBE', 'NODE_ENV', 'HOME'];
    const unknown = Object.keys(environment).filter((name) => !others.includes(name));
    expect(unknown.filter((name) => !settingNames(process).includes(name))).toEqual([]);
    expect(healthcheck).toContain('process.env.PROBE');
    const port = Number(new URL(environment.PROBE ?? '').port);
    expect(ports).toContain(port);
    const opened = Object.entries(environment).filter(([name]) => name.endsWith('PORT'));
    expect(opened.map(([, value]) => Number(value))).toContain(port);
    expect(ports.toSorted()).toEqual(opened.map(([, value]) => Number(value)).toSorted());
  },
);

test.each(names)('%s names only volumes, networks, files and services that exist', (name) => {
  const service = services[name] ?? missing();
  for (const volume of service.volumes ?? []) {
    const [source = ''] = volume.split(':');
    if (source.startsWith('.'))
      expect({ source, exists: existsSync(join(projectRoot, source)) }).toEqual({ source, exists: true });
    else expect(Object.keys(volumes)).toContain(source);
  }
  const joined = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {});
  expect(Object.keys(networks)).toEqual(expect.arrayContaining(joined));
  for (const [dependency, { condition }] of Object.entries(service.depends_on ?? {})) {
    const needed = services[dependency] ?? missing();
    const stage = stages.get(vitaeServices().find(({ service }) => service === dependency)?.process ?? '');
    if (condition === 'service_healthy') expect(needed.healthcheck ?? stage?.healthcheck).toBeDefined();
  }
});

test('runs vitae doctor only on request, as a gateway that can reach the public URLs', () => {
  const { doctor = missing(), 'gateway-2': gateway = missing() } = services;
  expect(doctor).toMatchObject({
    ...{ image: gateway.image, volumes: gateway.volumes, environment: gateway.environment },
    ...{ profiles: ['doctor'], restart: 'no', healthcheck: { disable: true }, depends_on: {} },
  });
  const internal = (name: string) => networks[name]?.internal === true;
  const joined = doctor.networks as string[];
  expect(joined.filter(internal)).toEqual(gateway.networks);
  expect(joined.filter((name) => !internal(name))).toEqual(['public']);
  const [node, main, command, ...options] = doctor.entrypoint ?? [];
  expect([node, main, command]).toEqual(['node', 'dist/cli/main.js', 'doctor']);
  expect(existsSync(join(projectRoot, 'gateway/src/cli/main.ts'))).toBe(true);
  const configuration = readFileSync(join(projectRoot, 'deploy/compose/haproxy.cfg'), 'utf8');
  const port = /^ {2}bind :(\d+)$/m.exec(configuration)?.[1];
  expect(options).toEqual(['--loopback', `haproxy:${port}`]);
});

test('uses every volume and network that it declares', () => {
  const used = Object.values(services).flatMap((service) => [
    ...(service.volumes ?? []).map((volume) => volume.split(':')[0]),
    ...(Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})),
  ]);
  expect([...Object.keys(volumes), ...Object.keys(networks)].filter((name) => !used.includes(name))).toEqual([]);
});

test('addresses name services and ports that their images open', () => {
  const configuration = readFileSync(join(projectRoot, 'deploy/compose/haproxy.cfg'), 'utf8');
  const servers = [...configuration.matchAll(/^\s*server(?:-template)? .*?([\w-]+):(\d+)/gm)];
  const targets = [...composeText.matchAll(/(?:dns:\/\/\/|http:\/\/)([a-z]+):(\d+)$/gm)];
  expect(servers).toHaveLength(3);
  expect(targets).toHaveLength(7);
  for (const [, host = '', port] of [...servers, ...targets]) {
    const process = vitaeServices().find(({ service }) => service === host)?.process ?? missing();
    expect({ host, ports: stages.get(process)?.ports }).toEqual({
      host,
      ports: expect.arrayContaining([Number(port)]),
    });
  }
  const variables = [...configuration.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(Object.keys(services.haproxy?.environment ?? {})).toEqual(expect.arrayContaining(variables));
});
