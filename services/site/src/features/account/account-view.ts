import type { Locale } from '@vitae/proto/locale';

/** What every account page needs. */
export type AccountView = { locale: Locale; sessionId: string; path: string };
