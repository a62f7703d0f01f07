import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../project-root.ts';
import { ADMITTED_TO, BODY_SIZE, missingValues, peersAt, type Values } from './rendered-values.ts';

const backup = { podSelector: { matchLabels: { app: 'vitae-backup' } } };

test('reports peers that the network policy does not admit', () => {
  const values = JSON.stringify({ networkPolicy: { mongodb: { from: [backup] } } });
  const policy = (...from: object[]) =>
    JSON.stringify({
      kind: 'NetworkPolicy',
      spec: { podSelector: { matchLabels: { 'app.kubernetes.io/component': 'mongodb' } }, ingress: [{ from }] },
    });
  expect(missingValues(values, policy({ podSelector: {} }, backup))).toEqual([]);
  expect(missingValues(values, policy({ podSelector: {} }))).toEqual([
    'networkPolicy.mongodb.from does not admit its peers to mongodb',
  ]);
});

test('reports annotations of the Ingress that were not rendered, or not removed', () => {
  const values = (limit?: string | null) =>
    JSON.stringify({ ingress: { enabled: true, annotations: limit === undefined ? {} : { [BODY_SIZE]: limit } } });
  const ingress = (limit?: string) =>
    JSON.stringify({ kind: 'Ingress', metadata: { annotations: limit ? { [BODY_SIZE]: limit } : {} } });
  for (const [limit, rendered] of [
    [undefined, '8m'],
    ['32m', '32m'],
    [null, undefined],
  ] as const) {
    expect(missingValues(values(limit), ingress(rendered))).toEqual([]);
    expect(missingValues(values(limit), ingress('1m'))).toHaveLength(1);
  }
  expect(missingValues(values(), ingress())).toEqual([`The Ingress has ${BODY_SIZE}: null instead of 8m`]);
  expect(missingValues(values(), '')).toEqual(['There is no Ingress']);
});

test('reports options of one process that appear nowhere', () => {
  const values = JSON.stringify({ gateway: { pod: { affinity: { zone: 'b' } }, replicas: 7 }, caBundle: null });
  expect(missingValues(values, '{ kind: Deployment, zone: b }')).toEqual([]);
  expect(missingValues(values, '{ kind: Deployment }')).toEqual(['The value b has no effect']);
});

test('the value sets of the checks admit each kind of peer, and change and remove the limit of request bodies', () => {
  const folder = join(projectRoot, 'deploy/helm/vitae/ci');
  const sets = readdirSync(folder).map((file) => parse(readFileSync(join(folder, file), 'utf8')) as Values);
  const paths = Object.keys(ADMITTED_TO);
  expect(paths.filter((path) => !sets.some((one) => peersAt(path, one.networkPolicy).length > 0))).toEqual([]);
  const limits = sets.map(({ ingress }) => ingress?.annotations?.[BODY_SIZE]);
  expect(limits).toEqual(expect.arrayContaining(['32m', null]));
});
