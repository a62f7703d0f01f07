import { type GrpcFixture, openGrpcFixture } from '@vitae/test/support/kit/grpc-fixture';
import { readProcessState } from './process-state.ts';

const state = { version: '1.2.3', missingIndexes: ['users: name'] };

let fixture: GrpcFixture;
let earlier: GrpcFixture;
beforeAll(async () => {
  fixture = await openGrpcFixture({ state: async () => state });
  earlier = await openGrpcFixture();
});
afterAll(() => Promise.all([fixture.close(), earlier.close()]));

const token = ({ identity, contract }: GrpcFixture) => identity.token(contract.name);

test('is reported to a process that may read it', async () => {
  expect(await readProcessState(fixture.address, await token(fixture))).toEqual(state);
});

test('is not reported without a valid token', async () => {
  await expect(readProcessState(fixture.address, 'invalid')).rejects.toMatchObject({ code: 16 });
});

test('is measured like other calls', async () => {
  const metrics = await fixture.metrics.render();
  for (const code of ['OK', 'UNAUTHENTICATED'])
    expect(metrics).toMatch(
      new RegExp(
        `rpc_server_call_duration_seconds_count\\{.*GetProcessState",rpc_response_status_code="${code}".*\\} 1`,
      ),
    );
});

test('is unknown for a service of an earlier release', async () => {
  expect(await readProcessState(earlier.address, await token(earlier))).toBeUndefined();
});
