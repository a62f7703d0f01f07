import { companyRoutes, userRoutes } from '../routes.ts';
import { apiObjectives } from './objectives.ts';

const templates = [...companyRoutes, ...userRoutes]
  .filter(({ method }) => method === 'GET')
  .flatMap(({ paths }) => paths.map((path) => path.replaceAll(/:(\w+)/g, '{$1}')));

const excludedBy = (slo: string) => {
  const without = apiObjectives.find((one) => one.slo === slo)?.without;
  return templates.filter((template) => without?.test(template));
};

test('every read except exports and links to PDF files has to be fast', () => {
  expect(templates.length).toBeGreaterThan(30);
  expect(excludedBy('api-latency').toSorted()).toEqual([
    '/api/v1/cv/{id}/export/{format}',
    '/api/v1/cv/{id}/pdf',
    '/api/v1/dyb/cv/{id}/pdf',
    '/api/v1/exports/{id}',
    '/api/v1/exports/{id}/file',
    '/api/v1/exports/{id}/receipt',
    '/api/v1/svc/cv/{id}/pdf',
    '/cv/{id}/pdf',
  ]);
});

test('every route of the APIs has to be available, but not the pages that the gateway forwards', () => {
  expect(excludedBy('api-availability')).toEqual([]);
  expect(apiObjectives.every(({ without }) => without.test('page'))).toBe(true);
});
