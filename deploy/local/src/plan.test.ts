import { planProcesses } from './plan.ts';

const plan = planProcesses({
  root: '/vitae',
  node: '/node',
  host: '0.0.0.0',
  ports: {
    gateways: [8080, 8082],
    metrics: [9464, 9465],
    sites: [
      { http: 8081, metrics: 9466 },
      { http: 8083, metrics: 9467 },
    ],
    services: [
      { name: 'resume', grpc: 15051, probe: 9051 },
      { name: 'stats', grpc: 40001, probe: 40002 },
    ],
    workers: [8090, 8091],
    mongod: 27018,
    redis: 6380,
  },
  mongodbUri: 'mongodb://m',
  redisUrls: { gateway: 'redis://gateway@r', site: 'redis://site@r', export: 'redis://export@r' },
  environment: { LOG_LEVEL: 'debug', SITE_URL: 'https://cv.example.com', PORT: '1', TRUST_PROXY: '192.0.2.1' },
  masterKeys: 'id:key',
  serviceKeys: {
    privateKeys: { gateway: 'gateway-key', site: 'site-key', export: 'export-key' },
    publicKeys: 'gateway:g',
  },
  browser: '/chrome',
  soffice: undefined,
});
const all = [...plan.services, ...plan.workersAndSites, ...plan.gateways];
const byName = (name: string) => all.find((one) => one.name === name);

describe('the process plan', () => {
  test('starts services before workers and sites, and gateways last', () => {
    expect(plan.services.map(({ name }) => name)).toEqual(['resume', 'stats']);
    expect(plan.workersAndSites.map(({ name }) => name)).toEqual(['export-1', 'export-2', 'site-1', 'site-2']);
    expect(plan.gateways.map(({ name }) => name)).toEqual(['gateway-1', 'gateway-2']);
  });

  test('gives each service its own port, probe and database', () => {
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

  test('gives every gateway the addresses of all services, workers and sites, and the same public addresses', () => {
    expect(byName('gateway-2')).toMatchObject({
      url: 'http://127.0.0.1:8082',
      env: {
        PORT: '8082',
        METRICS_PORT: '9465',
        RESUME_ADDRESS: '127.0.0.1:15051',
        STATS_ADDRESS: '127.0.0.1:40001',
        EXPORT_URL: 'http://127.0.0.1:8090,http://127.0.0.1:8091',
        SITE_PROXY_URL: 'http://127.0.0.1:8081,http://127.0.0.1:8083',
        COMPANY_API_URL: 'http://localhost:8080',
        SITE_URL: 'https://cv.example.com',
        MASTER_KEYS: 'id:key',
        TRUST_PROXY: '192.0.2.1',
      },
    });
  });

  test('connects sites to the database of the gateway, behind the gateways only', () => {
    expect(byName('site-2')).toMatchObject({
      url: 'http://127.0.0.1:8083',
      args: ['/vitae/services/site/dist/main.js'],
      env: {
        HOST: '127.0.0.1',
        PORT: '8083',
        METRICS_PORT: '9467',
        MONGODB_DATABASE: 'vitae_gateway',
        COMPANY_API_URL: 'http://localhost:8080',
        EXPORT_URL: 'http://127.0.0.1:8090,http://127.0.0.1:8091',
        TRUST_PROXY: 'loopback',
      },
    });
    expect(byName('site-2')?.env).not.toHaveProperty('SITE_PROXY_URL');
  });

  test('gives the master keys to gateways and sites only', () => {
    expect(all.filter(({ env }) => 'MASTER_KEYS' in env).map(({ name }) => name)).toEqual([
      'site-1',
      'site-2',
      'gateway-1',
      'gateway-2',
    ]);
  });

  test('gives workers the browser that was found', () => {
    const { env } = byName('export-1') ?? {};
    expect(env).toMatchObject({
      PUPPETEER_EXECUTABLE_PATH: '/chrome',
      HTTP_PORT: '8090',
      RESUME_ADDRESS: '127.0.0.1:15051',
    });
    expect(env).not.toHaveProperty('SOFFICE_BINARY');
  });
});
