import type { ResumeClient } from '../clients/resume-client.ts';
import type { Route } from '../http/route-table.ts';
import type { Handler } from './call.ts';
import { readCv } from './cvs.ts';
import { type ExportRouteDependencies, exportCv, readExport, readExportFile } from './exports.ts';
import { readRateLimit } from './rate-limits.ts';
import { readUser } from './users.ts';

export type CompanyRouteDependencies = { resume: ResumeClient; exports: ExportRouteDependencies };

/** Every call of the company API: one row each. */
export function companyRoutes({ resume, exports }: CompanyRouteDependencies): Route<Handler>[] {
  return [
    { name: 'users.read', method: 'GET', paths: ['/api/v1/users/:id'], quota: 'standard', handle: readUser(resume) },
    { name: 'cv.read', method: 'GET', paths: ['/api/v1/cv/:id', '/api/v1/svc/cv/:id', '/api/v1/dyb/cv/:id'], quota: 'standard', handle: readCv(resume) },
    { name: 'cv.export', method: 'GET', paths: ['/api/v1/cv/:id/export/:format'], quota: 'intensive', handle: exportCv(exports) },
    { name: 'exports.read', method: 'GET', paths: ['/api/v1/exports/:id'], quota: 'standard', handle: readExport(exports) },
    { name: 'exports.file', method: 'GET', paths: ['/api/v1/exports/:id/file'], quota: 'standard', handle: readExportFile(exports) },
    { name: 'rate-limit.read', method: 'GET', paths: ['/api/v1/rate-limit'], quota: 'free', handle: readRateLimit() },
  ];
}
