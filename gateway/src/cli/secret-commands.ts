import type { CliContext } from './cli-context.ts';

export function defineSecretCommands({ program, system, print }: CliContext): void {
  program
    .command('secrets')
    .description('the secrets that are stored')
    .command('reseal')
    .description('seal every stored secret anew under the first of MASTER_KEYS; may be ended and run again')
    .action(async () => {
      const { connection, settings } = await system();
      const [{ createSecretBox }, { resealSecrets }] = await Promise.all([
        import('@vitae/accounts/keys/secret-box'),
        import('@vitae/accounts/keys/reseal'),
      ]);
      const done = await resealSecrets(connection, createSecretBox(settings.MASTER_KEYS));
      const { keys, applications, accessTokens, secondFactors, busy } = done;
      print(done, [
        `Sealed anew: ${keys} keys, ${applications} applications, ${accessTokens} access tokens, ${secondFactors} second factors.`,
        ...(busy > 0 ? [`${busy} were changed meanwhile: run this once more.`] : []),
      ]);
    });
}
