import { keySource } from '@vitae/accounts/consumption/counter';
import { type RejectedRequests, suggestionFor } from '@vitae/accounts/consumption/rejected-requests';
import { dueDays, WARNING_DAYS } from '@vitae/accounts/keys/expiry-warnings';
import type { ReadObservedUse } from '@vitae/accounts/keys/fence-preview';
import type { KeyManager } from '@vitae/accounts/keys/key-manager';
import { type KeyStore, type StoredKey, stateOf } from '@vitae/accounts/keys/key-store';
import type { KeyUseStore } from '@vitae/accounts/keys/key-use';
import type { LegacyUseStore } from '@vitae/accounts/keys/legacy-use';
import type { Clock } from '@vitae/kit/clock';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { type Request, Router } from 'express';
import { queryOf } from '../../../layout/form.ts';
import { sendPage } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsSite } from '../settings-site.tsx';
import type { EnteredFence, FenceState } from './fence-form.ts';
import { ID, keyOf, keyPath } from './find-key.ts';
import { type KeyChange, KeyPage, keyChanges } from './key-page.tsx';
import { type KeysChoice, KeysPage } from './keys-page.tsx';
import type { LegacyKey } from './legacy-keys.tsx';
import type { EndpointRequests } from './revoke-and-roll-pages.tsx';

export type KeysDependencies = {
  manager: KeyManager;
  keys: KeyStore;
  uses: Pick<KeyUseStore, 'findAll'>;
  legacyUses: Pick<LegacyUseStore, 'findAll'>;
  /** Returns the endpoints that a key has requested today, most frequent first. */
  requestsToday(
    company: { id: number; timeZone: string },
    keyId: number,
    signal: AbortSignal,
  ): Promise<EndpointRequests[]>;
  /** Returns how a historical key was used in the last 30 days. */
  observedUse: ReadObservedUse;
  /** Maps the names of the company API's endpoints to addresses. */
  endpoints: ReadonlyMap<string, string>;
  rejectedRequests: Pick<RejectedRequests, 'list'>;
  companyApiUrl: string;
  clock: Clock;
};

const PATH = areaPath('keys');
const PER_PAGE = 50;
/** The longest name of a key. */
const MAX_TEXT = 100;
const MAX_EXPIRING = 100;
/** Shows the keys that expire first. */
const MAX_WARNED = 10;

/** The list of keys, and the page of each. */
export function keyListRoutes({ requireAdministrator }: SettingsSite, dependencies: KeysDependencies): Router {
  const { keys, uses, clock } = dependencies;
  const router = Router();
  router.get(
    PATH,
    requireAdministrator('viewer', async ({ request, response, view, company }) => {
      const now = clock.now();
      const choice = choiceOf(request);
      const before = idIn(request, 'before');
      const historicalBefore = idIn(request, 'historical');
      const isTooLong = (choice.text?.length ?? 0) > MAX_TEXT;
      const found = isTooLong ? [] : await keys.search(company.id, { ...choice, before, now }, PER_PAGE + 1);
      const shown = found.slice(0, PER_PAGE);
      const historical = await keys.listHistorical(company.id, now, PER_PAGE + 1, historicalBefore);
      const shownHistorical = historical.slice(0, PER_PAGE);
      const isAnyHistorical = historical.length > 0 || historicalBefore !== undefined;
      const page = {
        view,
        keys: shown,
        uses: await uses.findAll(shown.map(({ id }) => id)),
        next: nextOf(found, shown),
        choice,
        before,
        expiring: await expiringSoon(company.id, now, keys),
        historical: await withUse(shownHistorical, dependencies),
        historicalBefore,
        nextHistorical: nextOf(historical, shownHistorical),
        historicalUsedAt: isAnyHistorical ? await keys.findLastHistoricalUse(company.id, now) : undefined,
        now,
        done: queryOf(request, 'done') === 'revoked' ? ('revoked' as const) : undefined,
      };
      sendPage(response, <KeysPage {...page} />);
    }),
  );
  router.get(
    `${PATH}/:id`,
    requireAdministrator('viewer', async (at) => {
      const done = queryOf(at.request, 'done');
      await showKey(at, await keyOf(at, keys), dependencies, { done: keyChanges.find((change) => change === done) });
    }),
  );
  return router;
}

/** Shows the page of a key, optionally with a fence that was not saved. */
export async function showKey(
  at: AdministratorContext,
  stored: StoredKey,
  dependencies: KeysDependencies,
  { done, entered, status }: { done?: KeyChange | undefined; entered?: EnteredFence; status?: number } = {},
): Promise<void> {
  const [historical] = stored.scheme === 'md5' ? await withUse([stored], dependencies) : [];
  const use = (await dependencies.uses.findAll([stored.id])).get(stored.id);
  const now = dependencies.clock.now();
  const isActive = stateOf(stored, now) === 'active';
  const hasFence = historical !== undefined && isActive;
  const suggestion = isActive && !stored.compatibility ? await suggested(stored, dependencies) : undefined;
  const fence = hasFence ? await fenceState(at, stored, dependencies, entered) : undefined;
  const view = { ...at.view, address: keyPath(stored.id) };
  const page = { view, stored, use, historical, fence, suggestion, now, done };
  sendPage(at.response, <KeyPage {...page} />, { status: status ?? (entered?.problem ? 422 : 200) });
}

async function suggested({ id, companyId }: StoredKey, { rejectedRequests }: KeysDependencies) {
  return suggestionFor(keySource(id), await rejectedRequests.list(companyId));
}

async function fenceState(
  { request, company }: AdministratorContext,
  { id, fence }: StoredKey,
  { observedUse, endpoints }: KeysDependencies,
  entered: EnteredFence | undefined,
): Promise<FenceState> {
  const observed = await observedUse(company, id, abortOnDisconnect(request));
  return { stored: fence ?? undefined, entered, observed, endpoints };
}

/** Returns the keys that expiry mails warn about, so that a new 30-day key is not reported on its first day. */
async function expiringSoon(
  companyId: number,
  now: number,
  keys: Pick<KeyStore, 'listExpiring'>,
): Promise<StoredKey[]> {
  const until = new Date(now + WARNING_DAYS[0] * 86_400_000);
  const ending = await keys.listExpiring({ from: new Date(now), until, companyId }, MAX_EXPIRING);
  return ending.filter((key) => dueDays(key, now) !== undefined).slice(0, MAX_WARNED);
}

async function withUse(
  historical: readonly StoredKey[],
  { legacyUses, uses }: Pick<KeysDependencies, 'legacyUses' | 'uses'>,
): Promise<LegacyKey[]> {
  const ids = historical.map(({ id }) => id);
  const counts = await legacyUses.findAll(ids);
  const last = await uses.findAll(ids);
  return historical.map((stored) => ({
    stored,
    use: counts.get(stored.id),
    address: last.get(stored.id)?.address ?? '?',
  }));
}

/** Returns the id before which the next page starts, if there is one. */
function nextOf(found: readonly StoredKey[], shown: readonly StoredKey[]): number | undefined {
  return found.length > shown.length ? shown.at(-1)?.id : undefined;
}

function idIn(request: Request, name: string): number | undefined {
  const asked = queryOf(request, name) ?? '';
  return ID.test(asked) ? Number(asked) : undefined;
}

function choiceOf(request: Request): KeysChoice {
  const text = queryOf(request, 'text')?.trim();
  const state = (['active', 'expired', 'revoked'] as const).find((one) => one === queryOf(request, 'state'));
  return { ...(text && { text }), ...(state && { state }) };
}
