/** What happens in a system with two processes of each kind, and which alerts fire. */
export type AlertScenario = {
  name: string;
  /** When the alerts are checked, in minutes after the start. */
  minute: number;
  /** Values per minute in promtool's notation, by series. They replace those of a healthy system. */
  series: Record<string, string>;
  /** The alerts that fire at that time. Without any, none may fire at any time before. */
  fires: string[];
  /** Their severity, if the alert has a rule for each of several. */
  severity?: 'page' | 'warning';
};

const LAST_MINUTE = 120;
const constant = (value: number) => `${value}x${LAST_MINUTE}`;
const growing = (perMinute: number) => `0+${perMinute}x${LAST_MINUTE}`;
const REPLICAS = [0, 1];
const SERVICES = ['resume', 'preferences', 'metadata', 'comments', 'stats'];
const PROCESSES = ['gateway', 'site', 'export', ...SERVICES];

const running = (process: string, replica: number) =>
  `vitae_dependency_running{process="${process}",instance="${process}-${replica}",dependency="mongodb"}`;

const PROCESS_OF = {
  'api-availability': 'gateway',
  'api-latency': 'gateway',
  'page-availability': 'site',
  'page-latency': 'site',
  'export-time': 'export',
} as const;
type Slo = keyof typeof PROCESS_OF;
const SLOS = Object.keys(PROCESS_OF) as Slo[];

/** Requests or exports that met an objective or missed it. */
const counted = (slo: Slo, outcome: 'good' | 'bad', replica = 0) =>
  `vitae_slo_requests_total{process="${PROCESS_OF[slo]}",instance="${PROCESS_OF[slo]}-${replica}",slo="${slo}",outcome="${outcome}"}`;
const good = (slo: Slo, replica = 0) => counted(slo, 'good', replica);
const bad = (slo: Slo, replica = 0) => counted(slo, 'bad', replica);

/** Failed requests of one route. The series begins with the first failure. */
const failedRequests = (route: string) =>
  `http_server_request_duration_seconds_count{process="gateway",instance="gateway-0",http_request_method="GET",http_route="${route}",http_response_status_code="503"}`;
const oldest = (priority: string) => `vitae_export_oldest_job_seconds{process="export",priority="${priority}"}`;
const calls = (code: string, replica = 0) =>
  `rpc_server_call_duration_seconds_count{process="resume",instance="resume-${replica}",rpc_method="cv.resume.v1.ResumeService/GetCv",rpc_response_status_code="${code}"}`;
const decisions = (outcome: string) => `vitae_gateway_decisions_total{process="gateway",outcome="${outcome}"}`;
const starts = (renderer: string) => `vitae_export_renderer_starts_total{process="export",renderer="${renderer}"}`;
const shed = 'vitae_rejected_requests_total{process="gateway",cause="overloaded"}';
const redisMemory = (kind: string) => `vitae_redis_memory_bytes{process="gateway",kind="${kind}"}`;
const clock = (process: string) => `vitae_clock_seconds{process="${process}",instance="${process}-0"}`;
/** The values of a clock that is some seconds ahead, from a minute on. */
const clockOff = (seconds: number, minute = 0) => `${60 * minute + seconds}+60x${LAST_MINUTE - minute}`;
const lag = (process: string) => `nodejs_eventloop_lag_p99_seconds{process="${process}",instance="${process}-0"}`;

const HEALTHY: Record<string, string> = {
  ...Object.fromEntries(PROCESSES.flatMap((name) => REPLICAS.map((one) => [running(name, one), constant(1)]))),
  ...Object.fromEntries(
    SLOS.flatMap((slo) =>
      REPLICAS.flatMap((replica) => [
        [good(slo, replica), growing(slo === 'export-time' ? 10 : 599)],
        [bad(slo, replica), growing(/^(api|page)-latency$/.test(slo) ? 1 : 0)],
      ]),
    ),
  ),
  ...Object.fromEntries(['none', 'waiting', 'background', 'visitor', 'batch'].map((one) => [oldest(one), constant(0)])),
  [calls('OK')]: growing(600),
  [calls('OK', 1)]: growing(600),
  [calls('UNAVAILABLE')]: growing(0),
  [calls('UNAUTHENTICATED')]: growing(0),
  [decisions('accepted')]: growing(600),
  [decisions('invalid_signature')]: growing(6),
  [starts('browser')]: '1+0x120',
  [starts('office')]: '1+0x120',
  [shed]: growing(0),
  [redisMemory('used')]: constant(100),
  [redisMemory('limit')]: constant(400),
  ...Object.fromEntries(PROCESSES.map((name) => [lag(name), constant(0.02)])),
  ...Object.fromEntries(PROCESSES.map((name) => [clock(name), growing(60)])),
  'vitae_export_duration_seconds_count{process="export",format="pdf",outcome="internal"}': growing(0),
  'vitae_export_expired_seconds{process="export"}': constant(30),
  'vitae_consumption_unflushed_seconds{process="gateway"}': constant(90),
  'vitae_erasure_overdue_seconds{process="gateway"}': constant(30),
  'vitae_mail_waiting_seconds{process="site"}': constant(3),
  'vitae_sweep_age_seconds{process="export",sweep="exports"}': constant(60),
};

/** Shortens values to the minutes before `end`. */
const until = (end: number, values: string) => values.replace(/\d+$/, String(end));

/** All replicas of a process end after five minutes. */
const stopped = (process: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(HEALTHY)
      .filter(([series]) => series.includes(`process="${process}"`))
      .map(([series, values]) => [series, `${until(5, values)} stale _x${LAST_MINUTE - 7}`]),
  );

/** The replicas of all processes are replaced one after the other. The new one is measured after three minutes. */
const restarted = (): Record<string, string> =>
  Object.fromEntries(
    REPLICAS.flatMap((replica) =>
      Object.entries(HEALTHY)
        .filter(([series]) => series.includes(`-${replica}"`))
        .map(([series, values]) => {
          const end = 10 + 5 * replica;
          // Unlike counters, clocks continue.
          const next = series.startsWith('vitae_clock_seconds') ? clockOff(0, end + 4) : values;
          return [series, `${until(end, values)} stale _x2 ${until(LAST_MINUTE - end - 4, next)}`];
        }),
    ),
  );

/** A few requests fail in the minute of the restart. */
const FEW_FAILURES = `0x10 3x${LAST_MINUTE - 11}`;

/** 500 CVs are exported in 20 minutes. */
const BATCH: Record<string, string> = {
  [oldest('batch')]: `0x5 0+60x20 0x${LAST_MINUTE - 27}`,
  [oldest('waiting')]: `0x5 4x20 0x${LAST_MINUTE - 27}`,

  'vitae_export_queue_jobs{process="export",state="prioritized"}': `0x5 500-25x20 0x${LAST_MINUTE - 27}`,
  [starts('browser')]: `1x5 1+0x20 1x${LAST_MINUTE - 27}`,
  [starts('office')]: `1x5 1+0.5x20 11x${LAST_MINUTE - 27}`,
  [lag('export')]: `0.02x5 0.12x20 0.02x${LAST_MINUTE - 27}`,
  [redisMemory('used')]: `100x5 130x20 105x${LAST_MINUTE - 27}`,
};

const silent = (name: string, series: Record<string, string>): AlertScenario => ({
  name,
  minute: LAST_MINUTE,
  series,
  fires: [],
});
const firing = (alert: string, minute: number, name: string, series: Record<string, string>): AlertScenario => ({
  name,
  minute,
  series,
  fires: [alert],
});

/** For an alert that has a rule for each severity. */
const firingAs = (
  severity: 'page' | 'warning',
  alert: string,
  name: string,
  series: Record<string, string>,
): AlertScenario => ({ ...firing(alert, 6, name, series), severity });

/** The good requests of both replicas, without bad ones. */
const requestsOf = (slo: Slo, values: string): Record<string, string> =>
  Object.fromEntries(
    REPLICAS.flatMap((replica) => [
      [good(slo, replica), values],
      [bad(slo, replica), growing(0)],
    ]),
  );

export const alertScenarios: AlertScenario[] = [
  silent('nothing happens', {}),
  silent('a batch of 500 CVs is exported', BATCH),
  silent('all processes are restarted one after the other', {
    ...restarted(),
    [bad('api-availability')]: FEW_FAILURES,
    [calls('UNAVAILABLE')]: FEW_FAILURES,
  }),
  silent('five of twenty requests per hour fail', {
    ...requestsOf('api-availability', '0x30 10x90'),
    ...requestsOf('api-latency', '0x30 10x90'),
    [bad('api-availability')]: '0x40 5x80',
  }),
  firing('VitaeApiErrors', 8, '2 % of API requests fail', { [bad('api-availability')]: growing(24) }),
  firing('VitaeApiErrors', 12, '2 % of API requests of a new process fail', {
    [bad('api-availability')]: '_x2 0+24x115',
  }),
  firing('VitaeApiErrors', 60, '0.8 % of API requests fail for an hour', { [bad('api-availability')]: growing(10) }),
  // A new series for each failure, whose first value is not counted.
  firing('VitaeApiErrors', 45, 'failures that each hit another route of a small system', {
    ...requestsOf('api-availability', growing(2)),
    ...requestsOf('api-latency', growing(2)),
    ...Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [failedRequests(`/api/v1/route-${index}`), `_x${29 + index} 1x70`]),
    ),
    [bad('api-availability')]: '0x29 1+1x13 14x70',
  }),
  firing('VitaePageErrors', 8, '2 % of page requests fail', { [bad('page-availability')]: growing(24) }),
  firing('VitaeSlowApi', 8, 'a fifth of the API reads are slow', {
    [good('api-latency')]: growing(360),
    [bad('api-latency')]: growing(240),
  }),
  firing('VitaeSlowPages', 8, 'a fifth of the pages are slow', {
    [good('page-latency')]: growing(360),
    [bad('page-latency')]: growing(240),
  }),
  firing('VitaeSlowExports', 20, 'a fifth of the exports fail or take longer than a minute', {
    [bad('export-time')]: growing(5),
  }),
  firing('VitaeGatewayDown', 8, 'all gateways have been down for two minutes', stopped('gateway')),
  firing('VitaeGatewayDown', 25, 'all gateways have been down for 20 minutes', stopped('gateway')),
  firing('VitaeGatewayDown', 8, 'another installation has no gateway', {
    ...Object.fromEntries(
      ['site', 'export', ...SERVICES].map((process) => [
        `vitae_dependency_running{process="${process}",namespace="other",dependency="mongodb"}`,
        constant(1),
      ]),
    ),
  }),
  {
    name: 'all processes are down, or Prometheus cannot reach them',
    minute: 9,
    series: Object.assign({}, ...PROCESSES.map(stopped)),
    fires: ['VitaeGatewayDown', 'VitaeNoExportWorker', 'VitaeSiteDown'],
  },
  firing('VitaeSiteDown', 8, 'all sites are down', stopped('site')),
  ...SERVICES.map((name) => firing('VitaeServiceDown', 8, `${name} is down`, stopped(name))),
  firing('VitaeNoExportWorker', 9, 'all workers are down', stopped('export')),
  firing('VitaeOverloaded', 15, 'gateways shed requests', { [shed]: growing(5) }),
  // A counter does not exist before its first event.
  firing('VitaeOverloaded', 13, 'gateways shed their first requests', { [shed]: '_x5 50x115' }),
  firing('VitaeManyRejections', 30, 'a third of the signatures are wrong', {
    [decisions('invalid_signature')]: growing(300),
  }),
  firing('VitaeExportsDelayed', 10, 'an export waits', { [oldest('waiting')]: growing(60) }),
  firing('VitaeBatchesDelayed', 20, 'a batch has been waiting for hours', { [oldest('batch')]: '7500+60x120' }),
  firing('VitaeExportFailures', 40, 'exports fail', {
    'vitae_export_duration_seconds_count{process="export",format="pdf",outcome="internal"}': growing(6),
  }),
  firing('VitaeRendererRestarts', 40, 'documents crash LibreOffice', { [starts('office')]: growing(3) }),
  firing('VitaeExpiredFiles', 10, 'files are not deleted', {
    'vitae_export_expired_seconds{process="export"}': constant(4_000),
  }),
  firingAs('warning', 'VitaeDependencyDown', 'MongoDB does not respond to one of two gateways', {
    [running('gateway', 0)]: constant(0),
  }),
  firingAs('page', 'VitaeDependencyDown', 'MongoDB does not respond to two of three gateways', {
    [running('gateway', 0)]: constant(0),
    [running('gateway', 1)]: constant(0),
    [running('gateway', 2)]: constant(1),
  }),
  firingAs('page', 'VitaeDependencyDown', 'MongoDB does not respond to any gateway', {
    [running('gateway', 0)]: constant(0),
    [running('gateway', 1)]: constant(0),
  }),
  silent('the clock of a gateway is 20 s ahead', { [clock('gateway')]: clockOff(20) }),
  firingAs('warning', 'VitaeClockSkew', 'the clock of a gateway is 40 s ahead', { [clock('gateway')]: clockOff(40) }),
  firingAs('warning', 'VitaeClockSkew', 'the clock of a service is 40 s behind', { [clock('resume')]: clockOff(-40) }),
  firingAs('page', 'VitaeClockSkew', 'the clock of a gateway is 130 s ahead', { [clock('gateway')]: clockOff(130) }),
  firingAs('page', 'VitaeClockSkew', 'the clock of a service is 130 s behind', { [clock('resume')]: clockOff(-130) }),
  firingAs('warning', 'VitaeRedisMemory', 'Redis uses 87 % of its memory', { [redisMemory('used')]: constant(350) }),
  firingAs('page', 'VitaeRedisMemory', 'Redis is full', { [redisMemory('used')]: constant(398) }),
  firingAs('page', 'VitaeRedisMemory', 'Redis will be full within the hour', { [redisMemory('used')]: '330+2x120' }),
  firing('VitaeConsumptionBacklog', 10, 'consumption is not flushed', {
    'vitae_consumption_unflushed_seconds{process="gateway"}': constant(700),
  }),
  firing('VitaeMailDelayed', 12, 'the mail server is down', {
    'vitae_mail_waiting_seconds{process="site"}': growing(60),
  }),
  firing('VitaeErasureOverdue', 10, 'personal data is not erased', {
    'vitae_erasure_overdue_seconds{process="gateway"}': constant(4_000),
  }),
  firing('VitaeSweepIncomplete', 10, 'a sweep fails', {
    'vitae_sweep_age_seconds{process="export",sweep="exports"}': constant(4_000),
  }),
  firing('VitaeServiceErrors', 15, '2 % of the calls fail', { [calls('UNAVAILABLE')]: growing(24) }),
  firing('VitaeUnauthenticatedCalls', 10, 'a call has no valid token', { [calls('UNAUTHENTICATED')]: '0x5 1x115' }),
  firing('VitaeUnauthenticatedCalls', 10, 'the first call has no valid token', {
    [calls('UNAUTHENTICATED')]: '_x5 1x115',
  }),
  firing('VitaeUnauthenticatedCalls', 10, 'the first call of a new process has no valid token', {
    [calls('UNAUTHENTICATED', 1)]: '_x5 1x115',
  }),
  firing('VitaeEventLoopLag', 15, 'an event loop is busy', { [lag('resume')]: constant(0.4) }),
];

/** Returns the scenarios as unit tests for `promtool test rules`, as JSON, which is YAML. */
export function alertTests(rules: string): string {
  return JSON.stringify({
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: alertScenarios.map(({ name, minute, series, fires, severity }) => ({
      name,
      interval: '1m',
      input_series: Object.entries({ ...HEALTHY, ...series }).map(([one, values]) => ({ series: one, values })),
      promql_expr_test: [
        {
          expr:
            fires.length > 0
              ? `count by (alertname${severity ? ', severity' : ''}) (ALERTS{alertstate="firing"})`
              : `count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${minute}m]))`,
          eval_time: `${minute}m`,
          exp_samples: fires.map((alert) => ({
            labels: `{alertname="${alert}"${severity ? `,severity="${severity}"` : ''}}`,
            value: 1,
          })),
        },
      ],
    })),
  });
}
