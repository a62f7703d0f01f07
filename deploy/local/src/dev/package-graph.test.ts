import { packageFolders } from '../../build.mjs';
import { projectRoot } from '../project-root.ts';
import { dependsOn, readPackageGraph } from './package-graph.ts';

describe('the package graph', () => {
  const graph = new Map([
    ['gateway', ['accounts', 'kit']],
    ['site', ['accounts', 'document']],
    ['accounts', ['kit', 'proto']],
    ['document', ['proto']],
    ['proto', ['kit']],
    ['kit', []],
  ]);
  const dependents = (...changed: string[]) =>
    [...graph.keys()].filter((folder) => dependsOn(graph, folder, new Set(changed)));

  test('finds direct and transitive dependents of a changed package', () => {
    expect(dependents('gateway')).toEqual(['gateway']);
    expect(dependents('document')).toEqual(['site', 'document']);
    expect(dependents('kit')).toEqual([...graph.keys()]);
  });

  test('terminates if packages depend on each other', () => {
    const cyclic = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(dependsOn(cyclic, 'a', new Set(['c']))).toBe(false);
  });

  test('is read from the manifests of the workspace', () => {
    const read = readPackageGraph(projectRoot, packageFolders());
    expect(read.get('services/accounts')?.toSorted()).toEqual(['proto', 'services/kit']);
    expect(dependsOn(read, 'gateway', new Set(['services/document']))).toBe(false);
  });
});
