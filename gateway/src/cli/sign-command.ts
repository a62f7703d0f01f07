import { randomUUID } from 'node:crypto';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import { Argument, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from './cli-context.ts';

type SignOptions = { scheme: 'hmac' | 'md5'; key: string; secret: string };

export function defineSignCommand({ program, print }: CliContext): void {
  program
    .command('sign')
    .description('Sign a URL. Does not need a running system.')
    .addOption(new Option('--scheme <scheme>', 'signature scheme of the key').choices(['hmac', 'md5']).default('hmac'))
    .requiredOption('--key <key>', 'public key')
    .requiredOption('--secret <secret>', 'secret of the key')
    .addArgument(new Argument('<method>', 'GET, POST, PUT or DELETE').argParser(readMethod))
    .addArgument(new Argument('<url>', 'absolute URL, including the parameters to sign').argParser(readUrl))
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
  throw new InvalidArgumentError('It must be an absolute http or https URL.');
}
