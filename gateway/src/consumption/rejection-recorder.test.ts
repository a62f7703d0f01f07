import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import { OAuthProblem, type Problem, problems } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { Request, Response } from 'express';
import { createRejectionRecorder, type Rejection, rejectionOfProblem } from './rejection-recorder.ts';

const NOW = 1_774_267_200_000;
const request = { method: 'PUT', path: '/user', originalUrl: '/user?apiKey=k' } as Request;
const response = { locals: {} } as Response;

function setUp() {
  const counted: unknown[][] = [];
  const listed: unknown[][] = [];
  const recorder = createRejectionRecorder({
    recorder: { recordOutcome: (...outcome) => counted.push(outcome) },
    rejectedRequests: { record: (...rejected) => listed.push(rejected) },
    clock: { now: () => NOW },
  });
  return { recorder, counted, listed };
}

describe('a rejected request', () => {
  const rejection: Rejection = { companyId: 7, source: 'k1', cause: 'nonce_used', isCounted: false };

  test('is counted and listed with its method and target', () => {
    const { recorder, counted, listed } = setUp();
    recorder.record(rejection, 'user.update', request, response);
    expect(counted).toEqual([[7, 'k1', 'user.update', 'nonce_used']]);
    expect(listed).toEqual([
      [
        7,
        expect.objectContaining({
          at: NOW,
          source: 'k1',
          cause: 'nonce_used',
          endpoint: 'user.update',
          method: 'PUT',
          target: '/user?apiKey=k',
        }),
      ],
    ]);
    expect(listed[0]?.[1]).not.toHaveProperty('status');
    expect(listed[0]?.[1]).not.toHaveProperty('suggestion');
    recorder.record({ ...rejection, suggestion: '2012' }, 'user.update', request, response);
    expect(listed[1]?.[1]).toMatchObject({ suggestion: '2012' });
  });

  test('is only listed if the admission script has counted it', () => {
    const { recorder, counted, listed } = setUp();
    recorder.record({ ...rejection, status: 401, isCounted: true }, 'user.update', request, response);
    expect([counted, listed]).toEqual([[], [[7, expect.objectContaining({ status: 401 })]]]);
  });

  test('is only counted if no company could view it', () => {
    const { recorder, counted, listed } = setUp();
    recorder.record({ ...rejection, companyId: NO_COMPANY }, 'user.update', request, response);
    expect([counted.length, listed]).toEqual([1, []]);
  });
});

describe('the rejection of an OAuth problem', () => {
  const EXPECTED: Record<Problem, [string, number]> = {
    parameter_absent: ['missing_parameter', 400],
    parameter_rejected: ['other_refusal', 400],
    version_rejected: ['other_refusal', 400],
    signature_method_rejected: ['other_refusal', 400],
    timestamp_refused: ['invalid_timestamp', 401],
    nonce_used: ['nonce_used', 401],
    signature_invalid: ['invalid_signature', 401],
    consumer_key_unknown: ['unknown_key', 401],
    token_rejected: ['token_rejected', 401],
    token_expired: ['token_rejected', 401],
    permission_denied: ['permission_denied', 401],
  };
  const rejectionOf = (problem: Problem, facts = {}) => {
    const thrown = new OAuthProblem(problem, 'advice', { facts });
    thrown.application = { id: 5, companyId: 7 };
    return rejectionOfProblem(thrown, true);
  };

  test.each(problems)('%s has its cause and status', (problem) => {
    const [cause, status] = EXPECTED[problem];
    expect(rejectionOf(problem)).toEqual({ companyId: 7, source: 'a5', cause, status, isCounted: true });
  });

  test('distinguishes invalid nonces, and timestamps out of range', () => {
    const nonce = rejectionOf('parameter_rejected', { oauth_parameters_rejected: 'oauth_nonce' });
    const timestamp = rejectionOf('timestamp_refused', { oauth_acceptable_timestamps: '1-2' });
    expect([nonce?.cause, timestamp?.cause]).toEqual(['invalid_nonce', 'timestamp_out_of_range']);
  });

  test('is not recorded if the application is unknown', () => {
    expect(rejectionOfProblem(new OAuthProblem('consumer_key_unknown', 'advice'), false)).toBeUndefined();
  });
});
