import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { webDocumentInSlices } from '@vitae/document/build-document';
import { type LinkPreviewTexts, linkPreviewTexts } from '@vitae/document/pages/preview-page';
import type { Caller } from '@vitae/kit/caller';
import { unlessReason, VitaeError } from '@vitae/kit/errors';
import { runInSlices } from '@vitae/kit/slices';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { ExportSource, LinkPreviewChoice } from '@vitae/proto/export-source';
import { callerOf, refOf } from '../own-profile.ts';

/** A private link that the owner added. */
export type NamedLink = {
  token: string;
  url: string;
  name: string;
  createdAt: Date;
  /** Null for a link without expiry. */
  expiresAt: Date | null;
  expired: boolean;
};

/** How a CV is shared. */
export type Sharing = {
  /** The address of the page when the CV is published. */
  pageUrl: string;
  /** The last part of the address of a CV that is not the main one. */
  slug: string;
  /** The owner's part of the addresses of all CVs. */
  userSlug: string;
  /** Earlier values of `userSlug`, which still lead to the CVs. */
  formerUserSlugs: string[];
  links: NamedLink[];
  shown: LinkPreviewChoice;
};

/** The limits of the resume service. */
export const MAX_LINKS = 20;
export const MAX_NAME = 80;
/** Days until a new link expires, as in forms; 0 for a link without expiry. */
export const dayOptions = ['7', '30', '90', '0'] as const;

/** The messages for the reasons why the resume service rejects a slug of an owner. */
const userSlugFaults = {
  invalid_argument: 'tooShort',
  slug_reserved: 'taken',
  slug_taken: 'taken',
  too_many_addresses: 'tooMany',
} as const;
export type UserSlugFault = (typeof userSlugFaults)[keyof typeof userSlugFaults];

export type NewLink = { name: string; days: number };

/** Links and addresses of the owner's CVs. CVs of other owners are reported as not found. */
export type OwnSharing = {
  sharing(owner: Owner, cvId: number, requestId: string): Promise<Sharing>;
  /** The texts of the preview that messengers show for a link to the CV. */
  linkPreview(owner: Owner, cvId: number, requestId: string): Promise<LinkPreviewTexts>;
  /** Returns false if the CV has as many links as possible. */
  addLink(owner: Owner, cvId: number, link: NewLink, requestId: string): Promise<boolean>;
  revokeLink(owner: Owner, cvId: number, token: string, requestId: string): Promise<void>;
  /** Replaces the permanent private link. */
  replacePrivateLink(owner: Owner, cvId: number, requestId: string): Promise<void>;
  /** Returns false if another CV of the owner has this address. */
  setSlug(owner: Owner, cvId: number, slug: string, requestId: string): Promise<boolean>;
  /** Changes the owner's part of the addresses of all CVs. Returns a fault if the text is rejected. */
  setUserSlug(owner: Owner, slug: string, requestId: string): Promise<UserSlugFault | undefined>;
  /** Makes a former name available to other users. Returns false if it is not a former name of the owner. */
  releaseUserSlug(owner: Owner, slug: string, requestId: string): Promise<boolean>;
  setLinkPreview(owner: Owner, cvId: number, shown: LinkPreviewChoice, requestId: string): Promise<void>;
};

export function createOwnSharing({ call }: Pick<ResumeClient, 'call'>, now: () => number = Date.now): OwnSharing {
  return {
    sharing: (owner, id, requestId) => readSharing(call, id, callerOf(owner, requestId)),
    linkPreview: async (owner, id, requestId) => {
      const caller = callerOf(owner, requestId);
      const { document } = await call.GetExportSource({ id, withoutPictures: true }, { caller });
      const source = JSON.parse(document.toString('utf8')) as ExportSource;
      return linkPreviewTexts(await runInSlices(webDocumentInSlices(source, now())), source.linkPreview);
    },
    addLink: async (owner, id, link, requestId) => {
      const added = await call
        .AddCvLink({ id, ...link }, { caller: callerOf(owner, requestId) })
        .catch(unlessReason('too_many_links'));
      return added !== undefined;
    },
    revokeLink: async (owner, id, token, requestId) => {
      await call.RevokeCvLink({ id, token }, { caller: callerOf(owner, requestId) });
    },
    replacePrivateLink: async (owner, id, requestId) => {
      await call.ReplacePrivateLink({ id }, { caller: callerOf(owner, requestId) });
    },
    setSlug: async (owner, id, slug, requestId) => {
      const changed = await call
        .SetCvSlug({ id, slug }, { caller: callerOf(owner, requestId) })
        .catch(unlessReason('slug_taken'));
      return changed !== undefined;
    },
    setUserSlug: async (owner, slug, requestId) => {
      try {
        await call.SetUserSlug({ user: refOf(owner), slug }, { caller: callerOf(owner, requestId) });
        return undefined;
      } catch (thrown) {
        const fault = Object.entries(userSlugFaults).find(([reason]) => reason === VitaeError.from(thrown).reason);
        if (!fault) throw thrown;
        return fault[1];
      }
    },
    releaseUserSlug: async (owner, slug, requestId) => {
      const request = { user: refOf(owner), slug };
      return (await call.ReleaseUserSlug(request, { caller: callerOf(owner, requestId) })).released;
    },
    setLinkPreview: async (owner, id, shown, requestId) => {
      await call.SetCvLinkPreview({ id, ...shown }, { caller: callerOf(owner, requestId) });
    },
  };
}

/** The beginning of the public addresses of all users. */
export function namePrefix({ pageUrl }: Pick<Sharing, 'pageUrl'>): string {
  return `${new URL(pageUrl).origin}/p/`;
}

/** @throws {VitaeError} NOT_FOUND cv_not_found if the caller cannot access the CV */
export async function readSharing(
  call: Pick<ResumeClient['call'], 'GetCvSharing'>,
  id: number,
  caller: Caller,
): Promise<Sharing> {
  const { links, previewName, previewPhoto, ...addresses } = await call.GetCvSharing({ id }, { caller });
  return { ...addresses, links: links.map(linkOf), shown: { name: previewName, photo: previewPhoto } };
}

type WireLink = Awaited<ReturnType<ResumeClient['call']['GetCvSharing']>>['links'][number];

function linkOf({ token, url, name, createdAt, expiresAt, expired }: WireLink): NamedLink {
  return {
    ...{ token, url, name, expired },
    createdAt: new Date(createdAt),
    expiresAt: expiresAt === 0 ? null : new Date(expiresAt),
  };
}
