import type { Locale } from '@vitae/proto/locale';

/**
 * What every account page needs. A page that responds to a form (`isSubmitted`) has no links to other languages: they
 * would lose the text in the form.
 */
export type AccountView = { locale: Locale; sessionId: string; path: string; isSubmitted?: boolean };
