import { randomUUID } from 'node:crypto';
import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import { type CreatedKey, lifetimes, MAX_OVERLAP_DAYS } from '@vitae/accounts/keys/key-manager';
import { type StoredKey, stateOf } from '@vitae/accounts/keys/key-store';
import { choiceOf, compatibilityChoiceSchema, compatibilityOf } from '@vitae/accounts/signatures/compatibility';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import { timestampPolicies } from '@vitae/accounts/signatures/signing-key';
import { VitaeError } from '@vitae/kit/errors';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { Router } from 'express';
import { z } from 'zod';
import { copyScript } from '../../../layout/assets.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea, SettingsSite } from '../settings-site.tsx';
import { fenceRoutes } from './fence-routes.ts';
import { keyOf, keyPath, NEW_KEY } from './find-key.ts';
import { type KeysDependencies, keyListRoutes } from './key-list-routes.tsx';
import { MadeKeyPage, NewKeyPage } from './new-key-pages.tsx';
import { RevokePage, RollPage } from './revoke-and-roll-pages.tsx';

const PATH = areaPath('keys');
const MAX_NAME = 100;
const newKeyFields = { name: z.string().trim(), lifetime: z.enum(lifetimes) };
const overlaps = Array.from({ length: MAX_OVERLAP_DAYS + 1 }, (_none, days) => String(days));

/** The data that the page of a new key shows once. `oldEnds` is when the replaced key stops working. */
type MadeKey = { secret: string; oldEnds?: number | undefined };

/** /settings/keys: visible to all roles; administrators create, roll and revoke keys. */
export function createKeysArea(dependencies: KeysDependencies): SettingsArea {
  return {
    name: 'keys',
    routes: (site) => {
      const router = Router();
      router.get(copyScript.path, copyScript.serve);
      router.use(creationRoutes(site, dependencies));
      router.use(keyListRoutes(site, dependencies));
      router.use(revocationRoutes(site, dependencies));
      router.use(rollRoutes(site, dependencies));
      router.use(timestampPolicyRoutes(site, dependencies));
      router.use(compatibilityRoutes(site, dependencies));
      router.use(fenceRoutes(site, dependencies));
      return router;
    },
  };
}

function creationRoutes(
  { requireAdministrator, onForm, submitOnce, shownOnce }: SettingsSite,
  { manager, keys, companyApiUrl, clock }: KeysDependencies,
) {
  const router = Router();
  router.get(
    NEW_KEY,
    requireAdministrator('administrator', ({ response, view }) => sendPage(response, <NewKeyPage view={view} />)),
  );
  router.post(
    PATH,
    onForm(
      'administrator',
      async (at, form) => {
        const { response, view, company, record } = at;
        const { name, lifetime } = form.parse(newKeyFields);
        if (!isName(name)) {
          return sendPage(response, <NewKeyPage view={view} {...{ name, lifetime }} problem />, { status: 422 });
        }
        return submitOnce(at, form, async () => {
          const { id, secret } = await manager.create(company.id, name, lifetime, (made, session) =>
            record('keyCreated', targetOf(made), undefined, session),
          );
          return { location: madePath(id), shown: { secret } satisfies MadeKey };
        });
      },
      ({ response, view }, form, status) =>
        sendPage(response, <NewKeyPage view={view} {...form.parse(newKeyFields)} />, { status }),
    ),
  );
  router.get(
    madePath(':id'),
    requireAdministrator('administrator', async (at) => {
      const stored = await keyOf(at, keys);
      const made = await shownOnce<MadeKey>(at, keyPath(stored.id));
      if (!made) return;
      const created = { ...stored, secret: made.secret };
      const oldEnds = made.oldEnds === undefined ? undefined : new Date(made.oldEnds);
      const now = clock.now();
      const page = { view: at.view, created, oldEnds, curl: curlLine(companyApiUrl, created, now), now };
      sendPage(at.response, <MadeKeyPage {...page} />, { script: true });
    }),
  );
  return router;
}

function revocationRoutes({ requireAdministrator, onForm }: SettingsSite, dependencies: KeysDependencies) {
  const { manager, keys, uses, requestsToday } = dependencies;
  const router = Router();
  router.get(
    `${PATH}/:id/revoke`,
    requireAdministrator('administrator', async (at) => {
      const stored = await activeKey(at, dependencies);
      if (!stored) return;
      const use = (await uses.findAll([stored.id])).get(stored.id);
      const today = await requestsToday(at.company, stored.id, abortOnDisconnect(at.request));
      sendPage(at.response, <RevokePage view={at.view} stored={stored} use={use} today={today} />);
    }),
  );
  router.post(
    `${PATH}/:id/revoke`,
    onForm('administrator', async (at, form) => {
      const stored = await keyOf(at, keys);
      form.parse({});
      // Revoking twice has the same result and one log entry.
      await manager.revoke(stored.key, (revoked, session) =>
        at.record('keyRevoked', targetOf(revoked), undefined, session),
      );
      seeOther(at.response, `${keyPath(stored.id)}?done=revoked`);
    }),
  );
  return router;
}

function rollRoutes({ requireAdministrator, onForm, submitOnce }: SettingsSite, dependencies: KeysDependencies) {
  const { manager, keys } = dependencies;
  const router = Router();
  router.get(
    `${PATH}/:id/roll`,
    requireAdministrator('administrator', async (at) => {
      const stored = await activeKey(at, dependencies);
      if (stored) sendPage(at.response, <RollPage view={at.view} stored={stored} />);
    }),
  );
  router.post(
    `${PATH}/:id/roll`,
    onForm('administrator', async (at, form) => {
      const { view, response, record } = at;
      const stored = await activeKey(at, dependencies);
      if (!stored) return;
      const { overlap, lifetime } = form.parse({ overlap: z.enum(overlaps), lifetime: z.enum(lifetimes) });
      try {
        await submitOnce(at, form, async () => {
          const { id, secret } = await manager.roll(stored, lifetime, Number(overlap), ({ key }, session) =>
            record('keyRolled', targetOf(stored), { to: shortName(key), overlap }, session),
          );
          const oldEnds = (await keyOf(at, keys)).expiresAt?.getTime();
          return { location: madePath(id), shown: { secret, oldEnds } satisfies MadeKey };
        });
      } catch (error) {
        if (VitaeError.from(error).reason !== 'key_ended') throw error;
        sendPage(response, <RollPage view={view} stored={stored} ended />, { status: 409 });
      }
    }),
  );
  return router;
}

function timestampPolicyRoutes({ onForm }: SettingsSite, { manager, keys }: KeysDependencies) {
  const router = Router();
  router.post(
    `${PATH}/:id/timestamp-policy`,
    onForm('administrator', async (at, form) => {
      const stored = await keyOf(at, keys);
      const { policy } = form.parse({ policy: z.enum(timestampPolicies) });
      if (stored.scheme === 'md5' && policy !== stored.timestampPolicy) {
        await manager.setTimestampPolicy(stored.key, policy, ({ timestampPolicy: from }, session) =>
          at.record('timestampPolicyChanged', targetOf(stored), { from, to: policy }, session),
        );
      }
      seeOther(at.response, `${keyPath(stored.id)}?done=policy`);
    }),
  );
  return router;
}

function compatibilityRoutes({ onForm }: SettingsSite, dependencies: KeysDependencies) {
  const router = Router();
  router.post(
    `${PATH}/:id/compatibility`,
    onForm('administrator', async (at, form) => {
      const stored = await activeKey(at, dependencies);
      if (!stored) return;
      const { compatibility: to } = form.parse({ compatibility: compatibilityChoiceSchema });
      await dependencies.manager.setCompatibility(stored.key, compatibilityOf(to), (before, session) =>
        at.record('compatibilityChanged', targetOf(stored), { from: choiceOf(before.compatibility), to }, session),
      );
      seeOther(at.response, `${keyPath(stored.id)}?done=compatibility`);
    }),
  );
  return router;
}

/** Returns the key if it is active. Redirects to its page otherwise. */
async function activeKey(at: AdministratorContext, { keys, clock }: KeysDependencies): Promise<StoredKey | undefined> {
  const stored = await keyOf(at, keys);
  if (stateOf(stored, clock.now()) === 'active') return stored;
  seeOther(at.response, keyPath(stored.id));
  return undefined;
}

function madePath(id: number | ':id'): string {
  return `${PATH}/${id}/made`;
}

/** Returns a curl command with a request that every key may send and that uses no quota. */
function curlLine(companyApiUrl: string, { key, secret }: CreatedKey, now: number): string {
  const url = `${companyApiUrl}/api/v1/rate-limit`;
  const signed = signedUrl({ scheme: 'hmac', method: 'GET', url, key, secret, now, nonce: randomUUID() });
  return `curl '${signed.url}'`;
}

function targetOf({ id, name }: StoredKey): AuditTarget {
  return { kind: 'key', id: String(id), name };
}

function shortName(key: string): string {
  return `${key.slice(0, 16)}…`;
}

function isName(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME;
}
