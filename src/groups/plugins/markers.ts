import { isSecret } from '../../credentials/secret-headers.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Body } from './kinds.ts';
import type { Part } from './parts.ts';

/**
 * `{"$ref": "functions/Score"}` stands for the id of another part of the manifest, `{"$setting": "currency"}` for a setting
 * of the plugin. Objects, not braces in a text: texts of automations and mails are templates already.
 */
type Marker = { name: '$ref' | '$setting'; value: string };

function markerOf(value: object): Marker | undefined {
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0) return undefined;
  const [name, of] = entry;
  if ((name !== '$ref' && name !== '$setting') || typeof of !== 'string') return undefined;
  return { name, value: of };
}

/** Members whose own members are sealed where they are stored: headers of calls, the environment of a function. */
const sealing = ['headers', 'env'];

/** The member of a value that describes a call, if it is a call: an action, a job. */
const callIn = (value: object): string | undefined => {
  const { type, action_type } = value as Body;
  return type === 'webhook' ? 'config' : action_type === 'webhook' ? 'action_config' : undefined;
};

/**
 * The same value with what `replace` makes of each marker. A missing setting leaves its member out.
 * @param within the member that the value stands in
 * @param isCall whether the value describes a call
 */
function replaced(
  value: unknown,
  replace: (marker: Marker, within: string) => unknown,
  within = '',
  isCall = false,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((one) => replaced(one, replace)).filter((one) => one !== undefined);
  }
  const marker = markerOf(value);
  if (marker) return replace(marker, within);
  const call = callIn(value);
  const entries = Object.entries(value).map(([name, one]) => {
    // Headers that belong to no call are not sealed.
    const own = name === 'headers' && !isCall ? '' : name;
    const inside = sealing.includes(within) ? within : own;
    return [name, replaced(one, replace, inside, name === call)] as const;
  });
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

/**
 * The body of a part with the ids and the settings that its markers stand for.
 * @param isSecretSetting of a setting
 * @param idOf the id of a part, by its name (`functions/Score`)
 * @throws ApiError 400 for a secret where it would lie in clear
 */
export const fill = (
  part: Part,
  settings: Body,
  isSecretSetting: (setting: string) => boolean,
  idOf: (name: string) => string,
): Body =>
  replaced(
    part.body,
    ({ name, value }, within) => {
      if (name === '$ref') return idOf(value);
      if (!isSecretSetting(value) || settings[value] === undefined) return settings[value];
      if (within === 'headers') return { secret: settings[value] };
      if (within === 'env' || within === 'secret') return settings[value];
      throw ApiError.invalid(
        part.place,
        'secret_in_clear',
        `uses the secret ${value} where it would lie in clear: a secret goes into a header of a call, the env of a function or the secret of a webhook`,
      );
    },
    '',
    part.kind === 'webhooks',
  ) as Body;

/** Requires that secrets of headers come as settings: a manifest is shown as it is. @throws ApiError 400 */
export function requireSettings(parts: Part[]): void {
  for (const part of parts) {
    const visit = (value: unknown, isCall: boolean): void => {
      if (typeof value !== 'object' || value === null) return;
      const call = callIn(value);
      for (const [name, one] of Object.entries(value)) {
        if (name === 'headers' && isCall) requireSettingsIn(part, one);
        visit(one, name === call);
      }
    };
    visit(part.body, part.kind === 'webhooks');
  }
}

function requireSettingsIn({ place }: Part, headers: unknown): void {
  for (const [name, given] of Object.entries((headers ?? {}) as Body)) {
    const isMarked = typeof (given as { secret?: unknown } | null)?.secret === 'string';
    if (!isMarked && !(typeof given === 'string' && isSecret(name, given))) continue;
    throw ApiError.invalid(
      place,
      'secret_in_clear',
      `has a secret in its header ${name.slice(0, 100)}: make it a setting that is writeOnly, and write {"$setting": …}`,
    );
  }
}

/** The parts that come before one, by which it may refer to them. @throws ApiError 400 for anything else */
export function idAmong(ids: ReadonlyMap<string, string>, { place }: Part) {
  return (name: string): string => {
    const id = ids.get(name);
    if (id !== undefined) return id;
    const known = [...ids.keys()].slice(0, 20).join(', ') || 'none';
    throw ApiError.invalid(
      place,
      'unknown_reference',
      `refers to ${name.slice(0, 100)}, which is not a part before it (there are: ${known})`,
    );
  };
}

/** The values of the markers of a name in a body. */
function valuesOf(body: Body, wanted: Marker['name']): string[] {
  const found: string[] = [];
  replaced(body, ({ name, value }) => {
    if (name === wanted) found.push(value);
    return null;
  });
  return found;
}

/** The parts that a body refers to. */
export const referredIn = (body: Body): string[] => valuesOf(body, '$ref');

/** The settings that a body uses. */
export const settingsIn = (body: Body): string[] => valuesOf(body, '$setting');
