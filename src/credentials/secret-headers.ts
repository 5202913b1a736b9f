import { ApiError } from '../ground/errors.ts';
import { Box, useOf } from './box.ts';

/** A header as a request gives it: a text, or one that is a secret whatever its name. */
export type GivenHeader = string | { secret: string };

/** A call whose headers may hold secrets: with its other members, which are what those are for. */
export interface HeaderedCall {
  headers?: Record<string, GivenHeader> | undefined;
  [part: string]: unknown;
}

/** As the database keeps it: secrets sealed in their places. */
export type SealedCall<Call extends HeaderedCall> = Omit<Call, 'headers'> & {
  headers?: Record<string, string>;
};

/** The tenant of the secrets, and the box that seals them. */
export interface Sealer {
  box: Box;
  tenant: string;
}

/** That of a call. */
export const sealerOf = ({
  services,
  caller,
}: {
  services: { box: Box };
  caller: { tenant: string };
}): Sealer => ({ box: services.box, tenant: caller.tenant });

/** Names of headers that hold a secret, also as a regular expression of PostgreSQL. */
export const secretHeader =
  /authorization|cookie|password|credential|signature|secret|token|(^|[-_])(api)?key$/i;
/** Named like one, and none. */
const harmless = /^(idempotency-key|x-idempotency-key|x-csrf-token-name)$/i;
const mask = '••••';
const template = /\{\{[^{}]*\}\}/;
/** The name of a scheme, which may stand before a template: `Bearer {{trigger.token}}`. */
const scheme = /^(basic|bearer|digest|token|apikey)$/i;
/** A template with text of its own. */
const literal = /\|\s*default:(?!\s*(""|''|null)\s*\}\})/;
/** A URL whose scheme or host is chosen when it is called, however many slashes are before it. */
export const anyHost = /^[^:/?#]*(:\/*[^/?#]*)?\{\{/;

/** Where a secret of this header stands, for the Box that seals it. */
export const headerPlace = (name: string): string => `headers.${name.toLowerCase()}`;

/** Whether a header holds a secret, by its name. */
const isSecretName = (name: string): boolean => secretHeader.test(name) && !harmless.test(name);

/** Whether a header is a secret as it is written in a request. */
export const isSecret = (name: string, value: string): boolean =>
  value !== '' && isSecretName(name) && !isTemplate(value);

/**
 * A call as it is stored: its secret headers sealed with all the rest of it, so that none is sent anywhere else, by another
 * method or with another body. A header that comes masked, as the API shows it, is the stored one that fits.
 * @param before the sealed secrets that the record has now
 * @param path of `headers` in the request, for errors
 * @throws ApiError 400 naming the header that has to be sent again, or that mixes a secret with a template
 */
export function sealHeaders<Call extends HeaderedCall>(
  call: Call,
  before: readonly string[],
  path: string,
  { box, tenant }: Sealer,
): SealedCall<Call> {
  const { headers, ...rest } = call;
  if (!headers) return rest as SealedCall<Call>;
  const use = useOfCall(call);
  const sealed = Object.entries(headers).map(([name, given]) => {
    const where = `${path}.${name}`;
    const value = typeof given === 'string' ? given : given.secret;
    if (Box.isSealed(value))
      throw ApiError.invalid(where, 'invalid_header', 'is not a value that a header may have');
    const isMasked = value.startsWith(mask);
    if (!isMasked && !holdsSecret(name, given, where)) return [name, value];
    if (anyHost.test(String(call.url)))
      throw ApiError.invalid(
        where,
        'invalid_header',
        'is a secret, but a template determines the host that receives it. Write the host in the url',
      );
    if (isMasked) return [name, known(name, use, before, where, { box, tenant })];
    return [name, box.seal(tenant, headerPlace(name), value, use)];
  });
  return { ...rest, headers: Object.fromEntries(sealed) } as SealedCall<Call>;
}

/** A secret header was sealed for another call, or with another ENCRYPTION_KEY. */
export class SealError extends Error {
  override name = 'SealError';
}

/** The headers of a stored call, with their secrets, and those by themselves. @throws SealError */
export function openHeaders(
  stored: HeaderedCall,
  headers: Record<string, unknown>,
  { box, tenant }: Sealer,
): { headers: Record<string, string>; secrets: string[] } {
  const use = useOfCall(stored);
  const secrets: string[] = [];
  const all = Object.entries(headers).map(([name, value]) => {
    const text = String(value);
    if (!Box.isSealed(text)) return [name, text] as const;
    const secret = opened(name, text, use, { box, tenant });
    secrets.push(secret);
    return [name, secret] as const;
  });
  return { headers: Object.fromEntries(all), secrets };
}

/** Headers as a log keeps them. */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Box.isSealed(value) || isSecretName(name) ? mask : value,
    ]),
  );

/** A text as a log keeps it, in case the called server has sent the secrets back. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap(formsOf)
    .reduce(
      (kept, secret) => (secret.length < shortestHidden ? kept : kept.replaceAll(secret, mask)),
      text,
    );
const shortestHidden = 6;

/**
 * Forms of a header that a receiver may echo, longest first: without its scheme, the name and password of Basic,
 * cookies.
 */
function formsOf(secret: string): string[] {
  const [name = '', ...rest] = secret.trim().split(/\s+/);
  const bare = rest.length > 0 && scheme.test(name) ? [rest.join(' ')] : [];
  const pair =
    bare[0] && /^basic$/i.test(name) ? [Buffer.from(bare[0], 'base64').toString('utf8')] : [];
  const password = pair.map((both) => both.slice(both.indexOf(':') + 1));
  const cookies = secret.split(/;\s*/).flatMap((one) => /^[^=\s]+=(.+)$/.exec(one)?.[1] ?? []);
  return [secret, ...bare, ...pair, ...password, ...cookies];
}

/** All of a call but its secrets; of those, their names. */
export function useOfCall({ headers = {}, ...rest }: HeaderedCall): string {
  const isOpen = ([name, given]: [string, GivenHeader]) =>
    typeof given === 'string' &&
    !Box.isSealed(given) &&
    !given.startsWith(mask) &&
    !(isSecretName(name) && !isTemplate(given));
  const all = Object.entries(headers);
  const names = all.filter((one) => !isOpen(one)).map(([name]) => name.toLowerCase());
  return useOf({
    ...rest,
    headers: Object.fromEntries(all.filter(isOpen)),
    secrets: names.toSorted(),
  });
}

function holdsSecret(name: string, given: GivenHeader, where: string): boolean {
  const isMarked = typeof given !== 'string';
  const value = isMarked ? given.secret : given;
  if (!isMarked && !isSecretName(name)) return false;
  if (!template.test(value)) return value !== '';
  if (!isMarked && isTemplate(value)) return false;
  throw ApiError.invalid(
    where,
    'invalid_header',
    'combines a secret with a template. Send either the secret or the template',
  );
}

/** A value without text of its own: templates without a default, and the name of a scheme. */
function isTemplate(value: string): boolean {
  if (!template.test(value) || literal.test(value)) return false;
  const rest = value.replaceAll(new RegExp(template, 'g'), '').trim();
  return rest === '' || scheme.test(rest);
}

function opened(name: string, sealed: string, use: string, { box, tenant }: Sealer): string {
  try {
    return box.open(tenant, headerPlace(name), sealed, use);
  } catch {
    throw new SealError(`${name} was sealed for another call, or with another key`);
  }
}

function known(
  name: string,
  use: string,
  before: readonly string[],
  where: string,
  { box, tenant }: Sealer,
): string {
  const found = before.find((sealed) => {
    try {
      box.open(tenant, headerPlace(name), sealed, use);
      return true;
    } catch {
      return false;
    }
  });
  if (found !== undefined) return found;
  throw ApiError.invalid(
    where,
    'required',
    'has to be sent again: it is masked, and the one that is stored is for another call (another url, method, body or header)',
  );
}
