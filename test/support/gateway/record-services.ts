import { createCommentsApp } from '@vitae/comments/app';
import type { Clock } from '@vitae/kit/clock';
import { createPreferencesApp } from '@vitae/preferences/app';
import { contracts } from '@vitae/proto/contract';
import type { CommentsServiceDefinition } from '@vitae/proto/gen/cv/comments/v1/CommentsService';
import type { PreferencesServiceDefinition } from '@vitae/proto/gen/cv/preferences/v1/PreferencesService';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import { createStatsApp } from '@vitae/stats/app';
import { openServiceFixture, type ServiceFixture } from '../kit/service-fixture.ts';

/** The services with records of CV owners, each with its own database. */
export type RecordServices = {
  stats: ServiceFixture<StatsServiceDefinition>;
  comments: ServiceFixture<CommentsServiceDefinition>;
  preferences: ServiceFixture<PreferencesServiceDefinition>;
  close(): Promise<void>;
};

export async function openRecordServices(clock: Clock): Promise<RecordServices> {
  const stats = await openServiceFixture(contracts.stats(), (connection) => createStatsApp({ connection, clock }));
  const comments = await openServiceFixture(contracts.comments(), (connection) =>
    createCommentsApp({ connection, clock }),
  );
  const preferences = await openServiceFixture(contracts.preferences(), (connection) =>
    createPreferencesApp({ connection, clock }),
  );
  const services = { stats, comments, preferences };
  const close = async () => void (await Promise.all(Object.values(services).map((service) => service.close())));
  return { ...services, close };
}
