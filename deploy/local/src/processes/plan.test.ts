import { planProcesses } from './plan.ts';

const plan = planProcesses({
  root: '/vitae',
  node: '/node',
  host: '0.0.0.0',
  ports: {
    gateways: [8080, 8081],
    metrics: [9464, 9465],
    services: [
      { name: 'resume', grpc: 15051, probe: 9051 },
      { name: 'stats', grpc: 40001, probe: 40002 },
    ],
    workers: [8090, 8091],
    mongod: 27018,
    redis: 6380,
  },
  mongodbUri: 'mongodb://m',
  redisUrl: 'redis://r',
  environment: { LOG_LEVEL: 'debug', SITE_URL: 'https://cv.example.com', PORT: '1' },
  masterKeys: 'id:key',
  serviceKeys: 'id:service-key',
  browser: '/chrome',
  soffice: undefined,
});
const all = [...plan.services, ...plan.outside];
const byName = (name: string) => all.find((one) => one.name === name);

test('services come first, then workers and gateways', () => {
  expect(plan.services.map(({ name }) => name)).toEqual(['resume', 'stats']);
  expect(plan.outside.map(({ name }) => name)).toEqual(['export-1', 'export-2', 'gateway-1', 'gateway-2']);
});

test('a service gets its own port, probe and database', () => {
  expect(byName('stats')).toMatchObject({
    command: '/node',
    args: ['/vitae/services/stats/dist/main.js'],
    url: '127.0.0.1:40001',
    env: {
      GRPC_PORT: '40001',
      PROBE_PORT: '40002',
      MONGODB_DATABASE: 'vitae_stats',
      LOG_LEVEL: 'debug',
      SITE_URL: 'https://cv.example.com',
    },
  });
});

test('every gateway knows every service and worker, and gives out the same addresses', () => {
  expect(byName('gateway-2')).toMatchObject({
    url: 'http://127.0.0.1:8081',
    env: {
      PORT: '8081',
      METRICS_PORT: '9465',
      RESUME_ADDRESS: '127.0.0.1:15051',
      STATS_ADDRESS: '127.0.0.1:40001',
      EXPORT_URL: 'http://127.0.0.1:8090,http://127.0.0.1:8091',
      COMPANY_API_URL: 'http://localhost:8080',
      SITE_URL: 'https://cv.example.com',
      MASTER_KEYS: 'id:key',
    },
  });
});

test('only the gateway is given the master keys', () => {
  expect(all.filter(({ env }) => 'MASTER_KEYS' in env).map(({ name }) => name)).toEqual(['gateway-1', 'gateway-2']);
});

test('a worker is told the browser; what was not found it looks for itself', () => {
  const { env } = byName('export-1') ?? {};
  expect(env).toMatchObject({
    PUPPETEER_EXECUTABLE_PATH: '/chrome',
    HTTP_PORT: '8090',
    RESUME_ADDRESS: '127.0.0.1:15051',
  });
  expect(env).not.toHaveProperty('SOFFICE_BINARY');
});
