import { setTimeout as sleep } from 'node:timers/promises';
import { readBeside } from '../../../computing/foreign.ts';
import { ApiError } from '../../../ground/errors.ts';
import { type Foreign, type ForeignFault, pathText } from '../../../ground/shapes/foreign-json.ts';
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
} from '../../../outbound/safe-fetch.ts';
import type { ProviderContext, RecordFault } from './provider.ts';

/**
 * The text of an answer: in the given encoding, that of its byte order mark, of its header, or UTF-8; what is not of it is
 * `\ufffd`.
 */
export function textOf({ headers, body }: OutboundAnswer, host: string, said?: string): string {
  const named = /charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const encoding = said ?? markOf(body) ?? named ?? 'utf-8';
  try {
    return new TextDecoder(encoding).decode(body);
  } catch (cause) {
    const shown = encoding.slice(0, 50);
    throw new OutboundError(`${host} answered in the encoding ${shown}, which is not known.`, {
      cause,
    });
  }
}

function markOf([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The JSON of a good answer. @throws OutboundError for any other: its body is not repeated, for it may hold anything */
export async function foreignOf(
  answer: OutboundAnswer,
  url: string,
  { tenant }: ProviderContext,
): Promise<Foreign & { hasBrokenBytes: boolean }> {
  requireGood(answer.status, url);
  const { host } = new URL(url);
  const text = textOf(answer, host);
  const hasBrokenBytes = text.includes('\ufffd') && !isWhole(answer.body, answer.headers);
  try {
    return { ...(await readBeside(tenant, text)), hasBrokenBytes };
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code === 'CONCURRENCY_LIMITED') throw cause;
    throw new OutboundError(
      cause.code === 'INVALID_JSON'
        ? `${host} answered something that is not valid JSON, or is nested too deeply.`
        : `${host} answered more than can be read: ${cause.message}`,
      { cause },
    );
  }
}

/** Whether each `\ufffd` of a text stands in its bytes, and not for some that are no character. */
function isWhole(body: Buffer, headers: Record<string, string>): boolean {
  if (
    /charset/i.test(headers['content-type'] ?? '') &&
    !/utf-?8/i.test(headers['content-type'] ?? '')
  )
    return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

/**
 * Which records of an answer cannot be kept, and why: of each the first fault.
 * @param path where the records stand in it
 * @param found what stands there: a list of records, or the only one
 */
export function faultsOf(
  records: unknown[],
  { faults, hasBrokenBytes = false }: { faults: ForeignFault[]; hasBrokenBytes?: boolean },
  path: string | undefined,
  found: unknown = records,
): Map<number, RecordFault> {
  const all = new Map<number, RecordFault>();
  const place = path?.split('.') ?? [];
  const isList = Array.isArray(found);
  for (const { path: steps, ...fault } of faults) {
    if (!place.every((name, n) => String(steps[n]) === name)) continue;
    const inside = steps.slice(place.length);
    const index = isList ? inside.shift() : 0;
    if (typeof index !== 'number' || all.has(index)) continue;
    all.set(index, { property: pathText(inside) || null, ...fault });
  }
  if (hasBrokenBytes)
    for (const [index, record] of records.entries())
      if (!all.has(index) && JSON.stringify(record)?.includes('\ufffd'))
        all.set(index, { property: null, ...brokenBytes });
  return all;
}

export const brokenBytes = {
  code: 'invalid_bytes',
  message: 'contains bytes that are not valid in the encoding of the source',
};

export function requireGood(status: number, url: string): void {
  if (status >= 200 && status < 300) return;
  const why = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  throw new OutboundError(`${new URL(url).host} answered ${status}.${why}`);
}

/** Asks a server, and again after the time that it names: a 429 or 503 with Retry-After, within the time of a sync. */
export async function fetchPatiently(
  context: ProviderContext,
  url: string,
  request: OutboundRequest,
): Promise<OutboundAnswer> {
  for (;;) {
    const answer = await context.outbound.of(context.tenant, 'integration').fetch(url, request);
    const waitMs = waitOf(answer);
    if (waitMs === undefined) return answer;
    if (waitMs > context.patience.leftMs)
      throw new OutboundError(
        `${new URL(url).host} answered ${answer.status} and asks to wait ${Math.ceil(waitMs / 1000)} seconds, which is longer than a sync waits.`,
      );
    context.patience.leftMs -= waitMs;
    await sleep(waitMs, undefined, { signal: context.patience.signal });
  }
}

/** Returns how long an overloaded server asks clients to wait, in seconds or until a date (RFC 9110, 10.2.3). */
function waitOf({ status, headers }: OutboundAnswer): number | undefined {
  const said = headers['retry-after']?.trim();
  if ((status !== 429 && status !== 503) || !said) return undefined;
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  // At least a moment: a server that answers 0 would be asked for ever.
  return Number.isNaN(ms) ? undefined : Math.max(ms, 1000);
}
