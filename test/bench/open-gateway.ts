import { cvCalls } from '@vitae/gateway/features/cvs/cvs';
import { createCompanyApi } from '@vitae/gateway/http/company-api';
import { createRequestMetrics } from '@vitae/gateway/http/request-metrics';
import { createRouteTable } from '@vitae/gateway/http/route-table';
import { systemClock } from '@vitae/kit/clock';
import { rawBody } from '@vitae/kit/http/raw-body';
import { requestId } from '@vitae/kit/http/request-id';
import { createErrorResponder } from '@vitae/kit/http/respond-with-error';
import { securityHeaders } from '@vitae/kit/http/security-headers';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { createStallGuard } from '@vitae/kit/stall-guard';
import { createResumeClient } from '@vitae/proto/clients/resume-client';
import { reasonStatus } from '@vitae/proto/error-reasons';
import express from 'express';
import { gatewayIdentityOf } from '../support/service-keys.ts';

// The peer for "policies off": the gateway's own stack and hop, with a gate that lets everybody in.
process.once('message', async (text: string) => {
  type Told = { resumeAddress: string; companyId: number; dataDir: string };
  const { resumeAddress, companyId, dataDir } = JSON.parse(text) as Told;
  const log = createLogger({ name: 'bench', level: 'warn' });
  const resume = createResumeClient(resumeAddress, gatewayIdentityOf(dataDir));
  await resume.ready();
  const key = { id: 1, companyId, limits: { standard: 1, intensive: 1 }, timeZone: 'Europe/Paris' };
  const usage = { standard: 0, intensive: 0, now: Math.floor(Date.now() / 1000) };
  const entry = { refusal: undefined, key, usage, limited: false } as never;
  const companyApi = createCompanyApi({
    routes: createRouteTable(cvCalls(resume)),
    gate: { enter: async () => entry },
    refusedCalls: { record: () => undefined },
    clock: systemClock,
    legacyUse: { used: () => undefined },
    keyUse: { used: () => undefined },
    recorder: {
      answered: () => undefined,
      refused: () => undefined,
      flush: async () => undefined,
      close: async () => undefined,
    },
    metrics: createRequestMetrics(createMetrics('bench')),
    stalls: createStallGuard({ check: async () => undefined }),
    fail: createErrorResponder(log, reasonStatus),
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId, securityHeaders(false), rawBody);
  app.use('/api/v1', companyApi);
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
process.once('disconnect', () => process.exit(0));
