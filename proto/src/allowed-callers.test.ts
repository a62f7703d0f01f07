import { allowedCallers } from './allowed-callers.ts';
import { contracts } from './contract.ts';

const callable = (process: string) =>
  Object.entries(allowedCallers).flatMap(([service, methods]) =>
    Object.entries(methods as Record<string, readonly string[]>)
      .filter(([, callers]) => callers.includes(process))
      .map(([method]) => `${service}.${method}`),
  );

describe('the callers of each service', () => {
  test.each(Object.entries(contracts))('name every method of %s', (service, contract) => {
    const methods = allowedCallers[service as keyof typeof allowedCallers];
    expect(Object.keys(methods).toSorted()).toEqual(Object.keys(contract().definition).toSorted());
  });

  test('let the export worker read export sources and nothing else', () => {
    expect(callable('export')).toEqual(['resume.GetExportSource']);
  });

  test('let only the gateway erase data, create users or read comments', () => {
    const site = callable('site');
    expect(site.filter((method) => /\.(Erase|Create|Associate)|Comments$/.test(method))).toEqual([]);
    expect(site.length).toBeLessThan(callable('gateway').length / 2);
  });
});
