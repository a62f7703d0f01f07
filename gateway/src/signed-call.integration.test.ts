import { type ScratchGateway, type ScratchSystem, startScratchSystem } from './scratch/scratch-gateway.ts';

let system: ScratchSystem;
let gateway: ScratchGateway;

beforeAll(async () => {
  system = await startScratchSystem(process.env);
  gateway = await system.start();
  system.resume.cvs.set(7, { companyId: system.company.id, revision: 3, json: '{"id":7,"title":"Ingénieure"}' });
  system.resume.cvs.set(8, { companyId: system.company.id + 1, revision: 1, json: '{"id":8}' });
});
afterAll(() => system.close());

describe('a signed call', () => {
  test('answers the bytes of the CV, with quota, request id and revision', async () => {
    const answer = await fetch(system.sign(gateway, '/api/v1/svc/cv/7'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('{"id":7,"title":"Ingénieure"}');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('etag')).toBe('"3"');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('250');
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^24\d$/);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });
});
