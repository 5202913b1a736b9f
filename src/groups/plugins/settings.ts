import { isDeepStrictEqual } from 'node:util';
import { type Box, lostSecretError } from '../../credentials/box.ts';
import { lostSecret } from '../../credentials/lost-secret.ts';
import { masked } from '../../credentials/places.ts';
import { ApiError } from '../../ground/errors.ts';
import { judgeOf } from '../../tools/json-schema/json-schema.ts';
import { type Body, kindOf } from './kinds.ts';
import { settingsIn } from './markers.ts';
import { nameOf, type Part } from './parts.ts';
import type { Manifest } from './shapes.ts';

/** The settings of a plugin, in the three forms that are needed of them. */
export interface Settings {
  /** As they are shown, and stored: secrets masked. */
  config: Body;
  /** The secrets among them, sealed. */
  secrets: Record<string, string>;
  /** With their secrets, to be put in the place of `{"$setting": …}`; never stored. */
  values: Body;
  /** Secrets that this request has not brought: they are what was stored. */
  kept: string[];
  /** Secrets that were lost: they are neither among the values nor kept. */
  lost?: string[];
}

export const noSettings: Settings = { config: {}, secrets: {}, values: {}, kept: [] };

const placeOf = (name: string): string => `plugins.${name}`;

/** The settings that settings_schema says are secrets. */
function secretsOf({ settings_schema }: Manifest): string[] {
  const properties = (settings_schema?.properties ?? {}) as Record<string, Body | boolean>;
  return Object.keys(properties).filter((name) => (properties[name] as Body)?.writeOnly === true);
}

/** The settings as they are stored, opened. */
export function openSettings(
  config: Body,
  secrets: Record<string, string>,
  { box, tenant }: { box: Box; tenant: string },
): Settings {
  // One that was lost is not there: it has to be sent again.
  const there = Object.entries(secrets).filter(([, sealed]) => sealed !== lostSecret);
  const opened = there.map(
    ([name, sealed]) => [name, box.open(tenant, placeOf(name), sealed)] as const,
  );
  const bare = Object.entries(config).filter(([name]) => secrets[name] !== lostSecret);
  return {
    config,
    secrets: Object.fromEntries(there),
    values: Object.fromEntries([...bare, ...opened]),
    kept: there.map(([name]) => name),
    lost: Object.keys(secrets).filter((name) => secrets[name] === lostSecret),
  };
}

/**
 * The settings that a request brings, checked against the manifest that is to have them. A secret that comes masked, as
 * the API shows it, is the one that is stored.
 * @param given what the request has; undefined leaves what there is, checked against what is perhaps another manifest
 * @throws ApiError 400, or 409 SECRET_LOST where what is stored cannot stay
 */
export async function readSettings(
  manifest: Manifest,
  given: Body | undefined,
  before: Settings,
  { box, tenant }: { box: Box; tenant: string },
): Promise<Settings> {
  const [lost] = before.lost ?? [];
  if (lost !== undefined && given === undefined) throw lostSecretError(placeOf(lost));
  const schema = manifest.settings_schema ?? { type: 'object', additionalProperties: false };
  const judge = await judgeOf(tenant, schema, 'manifest_json.settings_schema');
  const isSecret = new Set(secretsOf(manifest));
  requireAtTop(schema);
  const values: Body = { ...defaultsOf(schema), ...(given ?? known(manifest, before, isSecret)) };
  const made: Settings = { config: {}, secrets: {}, values, kept: [] };
  for (const [name, value] of Object.entries(values)) {
    if (!isSecret.has(name)) {
      if (isMasked(value)) throw maskedOne(name);
      made.config[name] = value;
      continue;
    }
    if (typeof value !== 'string')
      throw ApiError.invalid(
        `config_json.${name}`,
        'invalid_type',
        'is a secret, and must be a text',
      );
    const old = before.secrets[name];
    const isKept = old !== undefined && (given === undefined || value === before.config[name]);
    if (isKept) {
      values[name] = before.values[name];
      made.kept.push(name);
    } else if (isMasked(value)) throw maskedOne(name);
    made.config[name] = masked(values[name] as string);
    made.secrets[name] = isKept ? old : box.seal(tenant, placeOf(name), value);
  }
  const fault = await judge(values);
  if (fault) throw ApiError.invalid('config_json', 'invalid', `does not fit its schema: ${fault}`);
  return made;
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith('••••');

const maskedOne = (name: string) =>
  ApiError.invalid(
    `config_json.${name}`,
    'masked',
    'is masked, and not the one that is stored. Send the value itself',
  );

/** A secret deeper in the settings would lie in clear: only those at the top are sealed. @throws ApiError 400 */
function requireAtTop(schema: Body): void {
  const top = (schema.properties ?? {}) as Record<string, Body>;
  const bare = Object.values(top).map((one) => ({ ...one, writeOnly: undefined }));
  const rest = JSON.stringify([{ ...schema, properties: undefined }, bare]);
  if (!rest.includes('"writeOnly":true')) return;
  throw ApiError.invalid(
    'manifest_json.settings_schema',
    'invalid',
    'has writeOnly below the top: secrets are settings of their own, in `properties`',
  );
}

/**
 * A secret that is not sent again goes nowhere new: the sender of another manifest, or of another address among the
 * settings, may not know it.
 * @throws ApiError 400 for one that is used, while something that runs with it is new or has changed
 */
export function requireSecretsAgain(
  before: { parts: Part[]; settings: Settings },
  after: { parts: Part[]; settings: Settings },
): void {
  const { kept, config } = after.settings;
  const bodies = new Map(before.parts.map((part) => [nameOf(part), part.body]));
  const running = after.parts.filter((part) => kindOf(part.kind).switch);
  const secretIn = (parts: Part[]) =>
    parts.flatMap(({ body }) => settingsIn(body)).find((one) => kept.includes(one));
  const isOther = (name: string) =>
    !kept.includes(name) && !isDeepStrictEqual(config[name], before.settings.config[name]);
  for (const part of running) {
    const isNew = !isDeepStrictEqual(part.body, bodies.get(nameOf(part)));
    const setting = settingsIn(part.body).find(isOther);
    if (!isNew && setting === undefined) continue;
    // Other code may read what any part was given; another setting changes the parts that use it.
    const name = secretIn(isNew ? after.parts : [part]);
    if (name === undefined) continue;
    const why = isNew
      ? `the manifest changes code or actions that run: ${part.place}`
      : `${setting} is another one`;
    throw ApiError.invalid(
      `config_json.${name}`,
      'required',
      `has to be sent again, because ${why}`,
    );
  }
}

/** The stored settings that a manifest still has. A value that is no longer a secret is dropped. */
function known(
  { settings_schema }: Manifest,
  { values, secrets }: Settings,
  isSecret: ReadonlySet<string>,
): Body {
  const names = Object.keys((settings_schema?.properties ?? {}) as Body);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => names.includes(name) && (secrets[name] === undefined || isSecret.has(name)),
    ),
  );
}

function defaultsOf(schema: Body): Body {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Body>);
  return Object.fromEntries(
    properties.flatMap(([name, one]) =>
      one?.default === undefined ? [] : [[name, structuredClone(one.default)]],
    ),
  );
}
