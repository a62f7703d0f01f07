import type { Delivery, Mail, Mailer } from './mailer.ts';

/** Mails to many companies, one after the other. */
export type DeliveryRound = {
  /** A mail that fails is one for later: it may be that address alone at which the server hangs. */
  deliver(companyId: number, mail: Mail): Promise<Delivery>;
  /** Whether the server seems to be away, so that the others would wait in vain. */
  isHopeless(): boolean;
  /** Fails as the first of the mails did, if one has. */
  end(): void;
};

/** Companies in a row whose mails fail until it is the server, and none of their addresses. */
const HOPELESS_AFTER = 3;

export function createDeliveryRound({ deliver }: Pick<Mailer, 'deliver'>): DeliveryRound {
  const failures: unknown[] = [];
  /** Since the server last said anything of a mail. */
  const failing = new Set<number>();
  return {
    deliver: async (companyId, mail) => {
      try {
        const delivery = await deliver(mail);
        failing.clear();
        return delivery;
      } catch (error) {
        failures.push(error);
        failing.add(companyId);
        return 'later';
      }
    },
    isHopeless: () => failing.size >= HOPELESS_AFTER,
    end: () => {
      if (failures.length > 0) throw failures[0];
    },
  };
}
