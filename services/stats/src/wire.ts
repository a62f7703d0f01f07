import { isIP } from 'node:net';
import { id, optionalId } from '@vitae/kit/fields';
import { maxOffer } from '@vitae/proto/user-statistics';
import { z } from 'zod';

export const userRef = z.object({ userId: id() });

export const statsRef = z.object({ userId: id(), userUpdated: z.int().nonnegative() });

export const visitRequest = z.object({
  userId: id(),
  ip: z
    .string()
    .max(64)
    .refine((ip) => isIP(ip) !== 0, 'must be an IPv4 or IPv6 address'),
  // Accepts any characters, because it is not stored.
  userAgent: z.string().max(8_192, 'must be at most 8192 characters'),
  cvId: optionalId(),
});

const days = z.int().min(1, `must be from 1 to ${maxOffer}`).max(maxOffer, `must be from 1 to ${maxOffer}`);

export const offerRequest = z.object({ userId: id(), days });
export const dailyVisitsRequest = z.object({ userId: id(), cvId: optionalId(), days });
