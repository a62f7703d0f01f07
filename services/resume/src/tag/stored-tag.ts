import type { Tag } from '@vitae/proto/tag';

export type StoredTag = {
  id: number;
  companyId: number;
  title: string;
  type: number;
  specialization: string | null;
  idOrigin: string | null;
  translations: Record<string, string>;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
};

/** The tag of the company API. */
export function tagOf(tag: StoredTag): Tag {
  const { id, title, type, specialization, idOrigin, translations } = tag;
  return { id, title, type, specialization, id_origin: idOrigin, translations };
}
