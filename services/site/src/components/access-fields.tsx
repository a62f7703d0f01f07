import { type DataType, dataTypes, type GrantAccess, MAX_GRANTED_CVS } from '@vitae/accounts/grants/grant-access';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { z } from 'zod';
import { messagesFor } from '../locales/messages.ts';
import { cvNames, type NamedCv } from './cv-names.ts';

/** A CV of the owner. */
export type AccessibleCv = NamedCv & { main: boolean };

/** Selects what an application can access. The list of CVs is visible only if it applies. */
export function AccessFields({
  locale,
  cvs,
  access,
}: {
  locale: Locale;
  cvs: readonly AccessibleCv[];
  access: GrantAccess;
}): VNode {
  const { account, consent } = messagesFor(locale);
  const names = cvNames(locale, cvs);
  const { cvs: selected, data } = access;
  return (
    <>
      <fieldset class="choices access-choices cv-choice">
        <legend>{consent.access.cvs}</legend>
        <label>
          <input type="radio" name="cvs" value="all" checked={selected === 'all'} />
          <span>{consent.access.allCvs}</span>
        </label>
        <label>
          <input type="radio" name="cvs" value="selected" checked={selected !== 'all'} />
          <span>{cvs.length > 0 ? consent.access.selectedCvs : consent.access.noCvs}</span>
        </label>
        {cvs.length > 0 && (
          <div class="cv-choice-list">
            {cvs.map(({ id, main }) => (
              <label key={id}>
                <input type="checkbox" name="cv" value={id} checked={selected !== 'all' && selected.includes(id)} />
                <span>
                  {names.get(id)}
                  {main && <span class="muted"> · {account.cvs.main}</span>}
                </span>
              </label>
            ))}
          </div>
        )}
      </fieldset>
      <fieldset class="choices access-choices">
        <legend>{consent.access.data}</legend>
        {dataTypes.map((type) => (
          <label key={type}>
            <input type="checkbox" name="data" value={type} checked={data.includes(type)} />
            <span>{consent.scopes[type]}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** Checkboxes with one name: none, one or several values. */
const checked = z.union([z.string().transform((value) => [value]), z.array(z.string())]).default([]);

/** The fields of `AccessFields`. */
export const accessFields = { cvs: z.enum(['all', 'selected']).default('selected'), cv: checked, data: checked };

type SelectedFields = { cvs: 'all' | 'selected'; cv: string[]; data: string[] };

/** Returns the selected access. Only CVs in `ownCvs`, those of the owner, can be selected. */
export async function selectedAccess(
  { cvs, cv, data }: SelectedFields,
  ownCvs: () => Promise<readonly AccessibleCv[]>,
): Promise<{ access: GrantAccess; problem: AccessProblem | undefined }> {
  const ids = cvs === 'all' ? cvs : (await ownCvs()).map(({ id }) => id).filter((id) => cv.includes(String(id)));
  const access: GrantAccess = { cvs: ids, data: dataTypes.filter((type: DataType) => data.includes(type)) };
  return { access, problem: accessProblem(access) };
}

export type AccessProblem = 'nothing' | 'tooMany';

/** Returns the access without deleted CVs, which forms do not show. */
export function withoutOtherCvs({ cvs, data }: GrantAccess, own: readonly AccessibleCv[]): GrantAccess {
  return { cvs: cvs === 'all' ? cvs : cvs.filter((id) => own.some((cv) => cv.id === id)), data };
}

export function accessProblem({ cvs, data }: GrantAccess): AccessProblem | undefined {
  if (cvs.length === 0 && data.length === 0) return 'nothing';
  return cvs !== 'all' && cvs.length > MAX_GRANTED_CVS ? 'tooMany' : undefined;
}

export function accessProblemMessage(locale: Locale, problem: AccessProblem): string {
  const { consent, text } = messagesFor(locale);
  return text(consent.access[problem], { max: MAX_GRANTED_CVS });
}
