import { replicasOf } from './service-states.ts';

test.each([
  ['127.0.0.1:50051', ['ipv4:127.0.0.1:50051']],
  ['dns:///127.0.0.1:50051', ['ipv4:127.0.0.1:50051']],
  ['[::1]:50051', ['ipv6:[::1]:50051']],
  ['ipv4:10.0.0.1:50051,10.0.0.2:50051', ['ipv4:10.0.0.1:50051', 'ipv4:10.0.0.2:50051']],
])('finds each replica behind %s', async (address, replicas) => {
  expect(await replicasOf(address)).toEqual(replicas);
});
