import { useOf } from './box.ts';

/** Where secrets of several kinds stand, for the Box that seals them, and what they are bound to. */

/** The secret of a tenant's captcha. */
export const captchaSecret = 'auth_config.captcha.secret';
/** The private keys of domains that send mail. */
export const dkimPlace = 'email_domains.private_key';
/** Values of `env` of functions. */
export const envPlace = 'functions.env';
/** The keys of AI providers. */
export const keyPlace = 'ai_providers.api_key';

/** The use that the key of an AI provider is bound to. */
export const keyUse = (type: string | undefined, config: { base_url?: string } = {}): string =>
  useOf({ type, base_url: config.base_url });

/** A secret of an integration, by its path in the config. */
export const integrationPlace = (path: string): string => `integrations.${path}`;

/** Paths of a config: of its secrets, and of what these are bound to. A secret has to be sent again with any other. */
export interface Bound {
  secrets: string[];
  bound: string[];
}

const authSecrets = ['auth.value', 'auth.password', 'auth.client_secret'];

/** The secrets in the configs of integrations, by the names of their providers. */
export const integrationSecrets = {
  http_json: { secrets: authSecrets, bound: ['url', 'auth', 'push'] },
  csv_url: { secrets: authSecrets, bound: ['url', 'auth'] },
  webhook_inbound: { secrets: [], bound: [] },
  postgres: {
    secrets: ['password'],
    bound: ['host', 'port', 'database', 'username', 'tls', 'query'],
  },
  mock: { secrets: [], bound: [] },
} satisfies Record<string, Bound>;

/** The use of a config's secrets, without the secrets themselves. */
export function useIn(
  { bound, secrets }: Bound,
  config: Record<string, unknown>,
): Record<string, unknown> {
  const known = structuredClone(config);
  for (const path of secrets) if (at(known, path) !== undefined) put(known, path, null);
  return Object.fromEntries(bound.map((path) => [path, at(known, path)]));
}

/** The visible part of a secret. */
export const masked = (secret: string): string =>
  `••••${secret.length >= 12 ? secret.slice(-4) : ''}`;

/** The value at a path of names. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Sets the value at a path of names, whose parents are made where they are missing. */
export function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() as string;
  let parent = target;
  for (const name of names) {
    const next = Object.hasOwn(parent, name) ? parent[name] : undefined;
    const isMap = typeof next === 'object' && next !== null && !Array.isArray(next);
    const child = isMap ? (next as Record<string, unknown>) : Object.create(null);
    if (!isMap) define(parent, name, child);
    parent = child;
  }
  define(parent, last, value);
}

/** A name such as __proto__ is one like any other. */
const define = (map: object, name: string, value: unknown) =>
  Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true });
