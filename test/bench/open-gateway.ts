import { getCv } from '@vitae/gateway/features/cvs/cvs';
import { companyApi } from '@vitae/gateway/http/company-api';
import { createCors } from '@vitae/gateway/http/cors';
import { createDecisionMetrics } from '@vitae/gateway/http/decision-metrics';
import { createRequestPipeline } from '@vitae/gateway/http/request-pipeline';
import { createRouteTable } from '@vitae/gateway/http/route-table';
import { companyRoutes } from '@vitae/gateway/routes';
import { logRequests } from '@vitae/kit/http/log-requests';
import { rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { createRequestMetrics } from '@vitae/kit/http/request-metrics';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { securityHeaders } from '@vitae/kit/http/security-headers';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { createOutageGuard } from '@vitae/kit/outage-guard';
import { createResumeClient } from '@vitae/proto/clients/resume-client';
import { reasonStatus } from '@vitae/proto/error-reasons';
import express from 'express';
import { gatewayIdentityOf } from '../support/service-keys.ts';

// A peer: serves CVs as the gateway does but accepts every request. The difference is the cost of authentication and
// quota.
process.once('message', async (text: string) => {
  type Options = { resumeAddress: string; companyId: number; dataDir: string };
  const { resumeAddress, companyId, dataDir } = JSON.parse(text) as Options;
  const log = createLogger({ name: 'bench', level: 'warn' });
  const resume = createResumeClient(resumeAddress, gatewayIdentityOf(dataDir));
  await resume.ready();
  const key = { id: 1, companyId, limits: { standard: 1, intensive: 1 }, timeZone: 'Europe/Paris' };
  const usage = { standard: 0, intensive: 0, now: Math.floor(Date.now() / 1000) };
  const accepted = { rejection: undefined, key, usage, limited: false } as never;
  const metrics = createMetrics('bench');
  const ignore = () => undefined;
  const api = companyApi({
    table: createRouteTable(
      companyRoutes.flatMap((route) => (route.name === 'cv.read' ? [{ ...route, operation: getCv }] : [])),
    ),
    authenticator: { authenticate: async () => accepted },
    legacyUse: { record: ignore },
    keyUse: { record: ignore },
    fenceObserver: { record: ignore },
    metrics: createDecisionMetrics(metrics).company,
    cors: createCors('http://localhost'),
  });
  const pipeline = createRequestPipeline(api, {
    operations: { resume },
    recorder: { recordResponse: ignore },
    rejections: { record: ignore },
    outageGuard: createOutageGuard({ check: async () => undefined }),
    fail: createErrorResponder(log, reasonStatus),
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId, logRequests(log, 0, createRequestMetrics(metrics)), securityHeaders(false), rawBody());
  app.use('/api/v1', pipeline);
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
process.once('disconnect', () => process.exit(0));
