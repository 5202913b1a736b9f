import { type Box, useOf } from '../../../credentials/box.ts';
import { lostMask } from '../../../credentials/lost-secret.ts';
import { at, integrationPlace, masked, put, useIn } from '../../../credentials/places.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { Config, Provider } from './provider.ts';

/** Sealed secrets by their paths in the config. */
export type Sealed = Record<string, string>;

/**
 * A config as it is stored, with its secrets beside it. A secret that comes masked, as the API shows it, is kept.
 * @throws ApiError 400 for one that would be kept although the config now uses it for something else
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
  const use = useOf(useIn(provider, config));
  for (const path of provider.secrets) {
    const secret = at(config, path);
    if (typeof secret !== 'string') continue;
    if (secret.startsWith('••••')) {
      requireKnown(provider, path, secret, config, before);
      kept.push(path);
    } else {
      secrets[path] = sealer.box.seal(sealer.tenant, integrationPlace(path), secret, use);
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
  if (secret === lostMask)
    throw ApiError.invalid(
      where,
      'masked',
      'was lost with the ENCRYPTION_KEY of the server. Send the secret itself',
    );
  if (!before || at(before, path) !== secret || !old?.success)
    throw ApiError.invalid(
      where,
      'masked',
      'is masked, and not the one that is stored. Send the secret itself',
    );
  const [was, is] = [useIn(provider, old.data as Config), useIn(provider, config)];
  const changed = provider.bound.find((name) => useOf(was[name]) !== useOf(is[name]));
  if (changed === undefined) return;
  throw ApiError.invalid(
    where,
    'required',
    `has to be sent again, because config_json.${changed} is another one: the one that is stored is not for that`,
  );
}

/** A config with its secrets, for the calls that are made with it. */
export function open(
  provider: Provider,
  stored: Config,
  secrets: Sealed,
  { box, tenant }: { box: Box; tenant: string },
): Config {
  const config = structuredClone(stored);
  const use = useOf(useIn(provider, stored));
  for (const [path, sealed] of Object.entries(secrets))
    if (at(config, path) !== undefined)
      put(config, path, box.open(tenant, integrationPlace(path), sealed, use));
  return config;
}
