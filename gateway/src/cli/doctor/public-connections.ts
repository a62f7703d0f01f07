import { type Check, skipped } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';

export const mayConnect = ({ settings, run }: Pick<DoctorContext, 'settings' | 'run'>): boolean =>
  run !== undefined || settings.DOCTOR_PUBLIC_URLS === 'on';

/** Skips a check that connects to the public URLs if the network does not allow it. */
export const onlyIfPublic = (check: Check): Check => ({
  ...check,
  run: async (context) =>
    mayConnect(context)
      ? check.run(context)
      : skipped(
          'This process may not connect to the public URLs.',
          'Allow it with networkPolicy.publicTo.peers of the chart (docs/deploying.md#network-policies), or check them from outside.',
        ),
});
