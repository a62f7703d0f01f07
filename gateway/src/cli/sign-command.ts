import { randomUUID } from 'node:crypto';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import { Argument, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from './cli-context.ts';

type SignOptions = { scheme: 'hmac' | 'md5'; key: string; secret: string };

export function defineSignCommand({ program, print }: CliContext): void {
  program
    .command('sign')
    .description('sign a URL; needs no running system')
    .addOption(new Option('--scheme <scheme>', "the key's scheme").choices(['hmac', 'md5']).default('hmac'))
    .requiredOption('--key <key>', 'the public key')
    .requiredOption('--secret <secret>', 'its secret')
    .addArgument(new Argument('<method>', 'GET, POST, PUT or DELETE').argParser(readMethod))
    .addArgument(
      new Argument('<url>', 'the whole address; parameters that it has are signed with it').argParser(readUrl),
    )
    .action((method: string, url: string, { scheme, key, secret }: SignOptions) => {
      try {
        const signed = signedUrl({ scheme, key, secret, method, url, now: Date.now(), nonce: randomUUID() });
        print(signed, [signed.url]);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        program.error(`error: ${error.message}`, { exitCode: 2 });
      }
    });
}

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(method)) return method;
  throw new InvalidArgumentError('It must be GET, POST, PUT or DELETE.');
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
  throw new InvalidArgumentError('It must be a whole http or https address.');
}
