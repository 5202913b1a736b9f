import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseEnvironment } from '../ground/config/config.ts';
import { readSecret } from '../ground/machine/secrets.ts';
import { readFirstKey } from '../process/first-tenant.ts';
import { readServerUrl } from '../process/server-address.ts';
import { ApiClient, CallError } from './api-client.ts';

export interface ServerOptions {
  url?: string;
}

export interface OperatorOptions extends ServerOptions {
  platformKey?: string;
  json?: boolean;
}

export interface TenantOptions extends ServerOptions {
  token?: string;
}

const urlOption = () =>
  new Option('--url <url>', 'URL of the server; default: the one that runs on DATA_DIR').argParser(
    (text) => {
      if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
      throw new InvalidArgumentError('It must be a URL such as http://localhost:3000.');
    },
  );

/** Adds what every command that speaks to a server takes: where it is. */
export const forServers = (command: Command): Command => command.addOption(urlOption());

/** Adds what every command of the operator takes: where the server is, its platform key, JSON instead of text. */
export function forOperators(command: Command): Command {
  return forServers(command)
    .option(
      '--platform-key <key>',
      'its platform key; default: PLATFORM_ADMIN_KEY, or the one kept in DATA_DIR',
    )
    .option('--json', 'print the answer as JSON');
}

/** Adds what a command that acts within one tenant takes. */
export function forTenants(command: Command): Command {
  return forServers(command).option(
    '--token <token>',
    'an API key; default: the first key, kept in DATA_DIR',
  );
}

/** The running server, as its operator. @throws CallError when there is none, or no key for it */
export function asOperator(options: OperatorOptions): ApiClient {
  const { PLATFORM_ADMIN_KEY, DATA_DIR } = parseEnvironment();
  const url = serverUrl(options, DATA_DIR);
  const key =
    options.platformKey ?? PLATFORM_ADMIN_KEY ?? readSecret(DATA_DIR, 'platform-admin-key');
  if (key) return new ApiClient(url, key);
  throw new CallError(
    `There is no platform key in ${DATA_DIR}. Pass the server’s own with --platform-key or PLATFORM_ADMIN_KEY`,
  );
}

/** The running server, as the holder of a tenant's key. @param read what makes data of JSON @throws CallError when there is none, or no key for it */
export function asTenant(options: TenantOptions, read?: (text: string) => unknown): ApiClient {
  const { DATA_DIR } = parseEnvironment();
  const url = serverUrl(options, DATA_DIR);
  const token = options.token ?? readFirstKey(DATA_DIR);
  if (token) return new ApiClient(url, token, read);
  throw new CallError(
    `There is no first key in ${DATA_DIR}. Pass an API key with --token; "insula key create" makes one.`,
  );
}

/** Where the server is that a command speaks to. @throws CallError when none runs here */
export function serverUrl({ url }: ServerOptions, dataDir: string): string {
  const found = url ?? readServerUrl(dataDir);
  if (found) return found;
  throw new CallError(
    `No server runs on ${dataDir}. Start one with "npm start", or say where it is: --url http://localhost:3000`,
  );
}
