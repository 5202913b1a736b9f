import type { Box } from '../credentials/box.ts';
import { ApiError } from '../errors.ts';
import { at, type Config, type Provider, put } from './provider.ts';

/** Sealed secrets by their paths in the config. */
export type Sealed = Record<string, string>;

/** Where a secret of an integration stands, for the Box that seals it. */
export const placeOf = (path: string): string => `integrations.${path}`;

/** What may be shown of a secret. */
export const masked = (secret: string): string =>
  `••••${secret.length >= 12 ? secret.slice(-4) : ''}`;

/**
 * A config as it is stored, with its secrets beside it. A secret that comes masked, as the API shows it, is kept.
 * @throws ApiError 400 for one that would be kept although the config now leads to another server
 */
export function seal(
  provider: Provider,
  config: Config,
  before: Config | undefined,
  sealer: { box: Box; tenant: string },
): { config: Config; secrets: Sealed; kept: string[] } {
  const stored = structuredClone(config);
  const secrets: Sealed = {};
  const kept: string[] = [];
  for (const path of provider.secrets) {
    const secret = at(config, path);
    if (typeof secret !== 'string') continue;
    if (secret.startsWith('••••')) {
      requireKnown(provider, path, secret, config, before);
      kept.push(path);
    } else {
      secrets[path] = sealer.box.seal(sealer.tenant, placeOf(path), secret);
      put(stored, path, masked(secret));
    }
  }
  return { config: stored, secrets, kept };
}

function requireKnown(
  provider: Provider,
  path: string,
  secret: string,
  config: Config,
  before: Config | undefined,
): void {
  const old = before && provider.config.safeParse(before);
  const where = `config_json.${path}`;
  if (!before || at(before, path) !== secret || !old?.success)
    throw ApiError.invalid(
      where,
      'masked',
      'is masked, and not the one that is stored. Send the secret itself',
    );
  const known = provider.origins(old.data as Config);
  if (provider.origins(config).every((origin) => known.includes(origin))) return;
  throw ApiError.invalid(
    where,
    'required',
    'has to be sent again, because the config now leads to another server, which must not get the one that is stored',
  );
}

/** A config with its secrets, for the calls that are made with it. */
export function open(stored: Config, secrets: Sealed, box: Box, tenant: string): Config {
  const config = structuredClone(stored);
  for (const [path, sealed] of Object.entries(secrets))
    if (at(config, path) !== undefined) put(config, path, box.open(tenant, placeOf(path), sealed));
  return config;
}
