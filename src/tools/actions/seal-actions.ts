import { isDeepStrictEqual } from 'node:util';
import { type HeaderedCall, type Sealer, sealHeaders } from '../../credentials/secret-headers.ts';
import { ApiError } from '../../ground/errors.ts';

interface Action {
  type: string;
  config: Record<string, unknown>;
}

/** Actions as they are stored: the secret headers of their calls sealed (sealHeaders). @throws ApiError 400 */
export const sealActions = <One extends Action>(
  sealer: Sealer,
  actions: One[],
  before: readonly string[],
  path: string,
): One[] =>
  actions.map((action, index) => {
    if (action.type !== 'webhook') return action;
    const where = `${path}[${index}].config.headers`;
    const config = sealHeaders(action.config as HeaderedCall, before, where, sealer);
    return { ...action, config };
  });

/** Where a call gets a path or a body from that earlier actions decide. */
const readsEarlier = /\{\{\s*(variables|steps)\b/;

/**
 * Compares the calls of a changed definition with the stored ones: a secret header that comes masked, of a call whose
 * templates read earlier results, stays only with all of that; otherwise the author of an earlier action could choose
 * the use of the secret.
 * @param given actions, or what holds some, as the request would have them; `stored` as the API shows them now
 * @param path of `given` in the request
 * @throws ApiError 400 naming the header
 */
export function requireSameBefore(given: unknown, stored: unknown, path: string): void {
  if (isDeepStrictEqual(given, stored)) return;
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, config } = value as Partial<Action>;
    if (type === 'webhook' && config && readsEarlier.test(JSON.stringify(config)))
      for (const [name, text] of Object.entries(config.headers ?? {}))
        if (isMasked(text))
          throw ApiError.invalid(
            `${place}.config.headers.${name}`,
            'required',
            'must be sent again, because an earlier action whose result it uses has changed',
          );
    for (const [name, one] of Object.entries(value))
      visit(one, Array.isArray(value) ? `${place}[${name}]` : place ? `${place}.${name}` : name);
  };
  visit(given, path);
}

const isMasked = (text: unknown): boolean => typeof text === 'string' && text.startsWith('••••');

/** Whether a part of a request has a header that comes masked: the one that is stored is meant. */
export const hasMasked = (part: unknown): boolean => JSON.stringify(part ?? null).includes('"••••');
