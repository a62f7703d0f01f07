import { allowedCallers } from './allowed-callers.ts';
import { contracts } from './contract.ts';

const callable = (process: string) =>
  Object.entries(allowedCallers).flatMap(([service, methods]) =>
    Object.entries(methods as Record<string, readonly string[]>)
      .filter(([, callers]) => callers.includes(process))
      .map(([method]) => `${service}.${method}`),
  );

describe('the table of allowed callers', () => {
  test.each(Object.entries(contracts))('lists every method of %s', (service, contract) => {
    const methods = allowedCallers[service as keyof typeof allowedCallers];
    expect(Object.keys(methods).toSorted()).toEqual(Object.keys(contract().definition).toSorted());
  });

  test('allows the export worker to read export sources and nothing else', () => {
    expect(callable('export')).toEqual(['resume.GetExportSource']);
  });

  test('allows only the gateway to erase data, create users, change tags, read metadata or write comments', () => {
    const site = callable('site');
    expect(site.filter((method) => /\.(Erase|Create|Associate)|(Update|BatchGet\w*)Comments?$/.test(method))).toEqual([
      'resume.CreateCv',
      // For pictures of one CV, by its owner.
      'resume.EraseFormerPictures',
    ]);
    expect(
      site.filter((method) =>
        /(Create|Update|Delete|ociate)Tags?$|Metadata$|(Changed|Deleted|Match)Users$/.test(method),
      ),
    ).toEqual([]);
  });
});
