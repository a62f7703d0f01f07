import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { pdfText } from '../support/pdf.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

const EXAMPLES = join(import.meta.dirname, '../../deploy/local/examples');

let system: System;
let demo: NonNullable<RunFile['demo']>;

beforeAll(async () => {
  system = await startSystem();
  demo = (await system.runFile()).demo as NonNullable<RunFile['demo']>;
}, 400_000);

afterAll(() => system?.stop());

describe('getting started', () => {
  test('the printed URL returns the CV with quota headers once, then is rejected as a replay', async () => {
    const first = await checkedFetch(demo.signedUrl);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toMatch(/^application\/json/);
    expect(first.headers.get('x-ratelimit-limit')).toBe('250');
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeLessThan(250);
    expect(first.headers.get('x-request-id')).toMatch(/\S+/);
    expect(await first.json()).toMatchObject({
      id: demo.cvIds[0],
      userId: demo.owner.userId,
      experiences: { experience: expect.any(Array) },
    });

    const second = await checkedFetch(demo.signedUrl);
    expect([second.status, await second.text()]).toEqual([403, 'Nonce already used']);
  });

  test('rejects a URL with one changed byte because of its signature', async () => {
    const url = await system.sign('GET', `/api/v1/svc/cv/${demo.cvIds[0]}`, demo);
    const other = await checkedFetch(
      url.replace(/nonce=(.)/, (_whole, first: string) => `nonce=${first === 'a' ? 'b' : 'a'}`),
    );
    expect([other.status, await other.text()]).toEqual([403, 'Invalid signature']);
  });

  test('prints the URLs and credentials of run.json', async () => {
    const output = system.output();
    for (const text of [system.url, demo.key, demo.admin.email, demo.owner.username]) expect(output).toContain(text);
  });

  test('imports a CV on the command line, returns it and exports a PDF in reading order', async () => {
    const user = await system.vitae<{ id: number }>(
      'user',
      'create',
      '--company',
      String(demo.companyId),
      '--username',
      'newcomer',
      '--email',
      'newcomer@example.com',
      '--firstname',
      'New',
      '--lastname',
      'Comer',
    );
    const imported = await system.vitae<{ id: number; title: string; report: { path: string; outcome: string }[] }[]>(
      'cv',
      'import',
      '--user',
      String(user.id),
      '--main',
      '--publish',
      join(EXAMPLES, 'senior-engineer.resume.json'),
    );
    expect(imported).toHaveLength(1);
    const cv = imported[0] as (typeof imported)[0];
    expect(cv.report.length).toBeGreaterThan(20);
    expect(cv.report.filter(({ outcome }) => outcome === 'dropped')).toEqual([]);

    const read = await checkedFetch(await system.sign('GET', `/api/v1/cv/${cv.id}`, demo));
    const body = await read.text();
    expect(JSON.parse(body)).toMatchObject({ id: cv.id, userId: user.id, published: true });
    expect(body).toContain('Staff Software Engineer');

    const pdf = await checkedFetch(await system.sign('GET', `/api/v1/cv/${cv.id}/export/pdf`, demo));
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename/);
    const bytes = Buffer.from(await pdf.arrayBuffer());
    expect(pdf.headers.get('content-length')).toBe(String(bytes.length));
    const text = await pdfText(bytes);
    const inOrder = [
      'Vasquez',
      'Staff engineer with 14 years',
      'Confluent',
      'Designed the tiered-storage architecture',
      'Dropbox',
    ];
    const positions = inOrder.map((words) => text.indexOf(words));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions[0]).toBeGreaterThanOrEqual(0);
  });

  test('exports the PDF to a file on the command line', async () => {
    const out = join(system.dataDir, 'cv.pdf');
    const exported = await system.vitae<{ file: string; bytes: number; format: string }>(
      'cv',
      'export',
      '--cv',
      String(demo.cvIds[0]),
      '--format',
      'pdf',
      '--out',
      out,
    );
    const bytes = await readFile(out);
    expect(exported).toMatchObject({ bytes: bytes.length, format: 'pdf' });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('has no problems or warnings', async () => {
    type Report = { healthy: boolean; checks: { name: string; status: string; message: string }[] };
    const { healthy, checks } = await system.vitae<Report>('doctor');
    const inStatus = (wanted: string) => checks.filter(({ status }) => status === wanted);
    expect([healthy, inStatus('problem')]).toEqual([true, []]);
    // The disk of the test machine may be almost full.
    expect(inStatus('warning').filter(({ name }) => !name.startsWith('Disk of '))).toEqual([]);
    const skipped = inStatus('skipped').map(({ name }) => name);
    expect(skipped).toEqual(['Redis of the export queue', 'Certificates']);
    expect(JSON.stringify(checks)).not.toContain(demo.secret);
  });

  test('exports an imported JSON Resume without loss', async () => {
    const file = join(EXAMPLES, 'complete-resume.json');
    const original = JSON.parse(await readFile(file, 'utf8'));
    const [cv] = await system.vitae<{ id: number }[]>('cv', 'import', '--user', String(demo.owner.userId), file);
    const out = join(system.dataDir, 'cv.json');
    await system.vitae('cv', 'export', '--cv', String(cv?.id), '--format', 'json', '--out', out);
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual(original);
  });

  test('lists users and CVs on the command line in pages', async () => {
    const { id } = await system.vitae<{ id: number }>('company', 'create', '--name', 'Listed');
    const company = ['--company', String(id)];
    const users: number[] = [];
    for (const name of ['ada', 'bea', 'cyd']) {
      const fields = ['--username', name, '--email', `${name}@example.com`, '--firstname', name, '--lastname', 'Doe'];
      users.push((await system.vitae<{ id: number }>('user', 'create', ...company, ...fields)).id);
    }
    const listed: number[] = [];
    for (const page of ['1', '2']) {
      const list = ['user', 'list', ...company, '--limit', '2', '--page', page];
      const { users: some, total } = await system.vitae<{ users: { id: number }[]; total: number }>(...list);
      expect([some.length, total]).toEqual([page === '1' ? 2 : 1, 3]);
      listed.push(...some.map((user) => user.id));
    }
    expect(listed.sort((a, b) => a - b)).toEqual(users);
    const example = join(EXAMPLES, 'senior-engineer.resume.json');
    await system.vitae('cv', 'import', ...company, '--user', String(users[0]), example);
    expect(await system.vitae('cv', 'list', ...company)).toMatchObject({ total: 1, cvs: [{ user: { id: users[0] } }] });
    expect(await system.vitae('cv', 'list', ...company, '--user', String(users[1]))).toEqual({ total: 0, cvs: [] });
  });

  test('the printed address shows the start page to browsers and JSON to API clients', async () => {
    const [address = ''] = system.output().match(/(?<=Vitae is ready: )\S+/) ?? [];
    const page = await fetch(address, { headers: { Accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('href="/settings"')]);
    const json = await fetch(address, { headers: { Accept: 'application/json' } });
    expect([json.status, await json.json()]).toEqual([404, { error: expect.any(Object) }]);
  });

  test.each([
    ['not JSON', 'name: Ada'],
    ['empty', ''],
    ['without any known field', '{"basics":{"shoe":38},"hobby":"x"}'],
    ['without any field', '{"basics":{}}'],
  ])('rejects a file that is %s and names it', async (_description, content) => {
    const file = join(system.dataDir, 'wrong.json');
    await writeFile(file, content);
    const failure = await system
      .vitae('cv', 'import', '--user', String(demo.owner.userId), file)
      .catch((error: { stderr: string; code: number }) => error);
    expect(failure).toMatchObject({ code: 1 });
    const { error } = JSON.parse((failure as { stderr: string }).stderr);
    expect(error.message).toContain('wrong.json');
  });
});
