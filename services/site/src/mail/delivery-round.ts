import type { Delivery, Mail, Mailer } from './mailer.ts';

/** Delivers mails to many companies in sequence. */
export type DeliveryRound = {
  /** Returns `later` for a failed mail, because the failure may concern only its address. */
  deliver(companyId: number, mail: Mail): Promise<Delivery>;
  /** Whether the server seems unavailable, so that further mails would fail too. */
  isHopeless(): boolean;
  /** Throws the first failure of the round, if any. */
  end(): void;
};

/** Consecutive failing companies after which the server, not an address, is the likely cause. */
const HOPELESS_AFTER = 3;

export function createDeliveryRound({ deliver }: Pick<Mailer, 'deliver'>): DeliveryRound {
  const failures: unknown[] = [];
  /** Companies whose mails have failed since the server last responded. */
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
