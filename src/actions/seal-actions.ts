import { type HeaderedCall, type Sealer, sealHeaders } from '../credentials/secret-headers.ts';

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

/** Whether a part of a request has a header that comes masked: the one that is stored is meant. */
export const hasMasked = (part: unknown): boolean => JSON.stringify(part ?? null).includes('"••••');
