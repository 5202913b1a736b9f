import { APICallError } from 'ai';
import { ApiError } from '../../../ground/errors.ts';
import { OutboundError, type TenantOutbound, UnsentError } from '../../../outbound/safe-fetch.ts';

const timeoutMs = 120_000;
const maxBytes = 32 * 1024 * 1024;
/** Answers that have no body (fetch, "null body status"). */
const bodiless = new Set([204, 205, 304]);

/** A fetch that leads only where this server may call. An answer is read as it comes. */
export const fetchThrough =
  (outbound: TenantOutbound): typeof fetch =>
  async (input, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const answer = await outbound.stream(String(input), {
      method: init.method ?? 'GET',
      headers,
      ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
      ...(init.signal ? { signal: init.signal } : {}),
      timeoutMs,
      maxBytes,
    });
    const { status } = answer;
    const body = bodiless.has(status) ? null : ReadableStream.from(answer.body);
    return new Response(body as ReadableStream<Uint8Array> | null, {
      status,
      headers: answer.headers,
    });
  };

/** Describes a failure without the request that was sent, which holds the key. */
export function explain(thrown: unknown): unknown {
  if (thrown instanceof ApiError) return thrown;
  const cause = (thrown as { cause?: unknown }).cause;
  if (cause instanceof UnsentError) return cause;
  const refused = [thrown, cause].find((one) => one instanceof OutboundError);
  if (refused) return new ApiError('UPSTREAM_ERROR', (refused as OutboundError).message);
  if (APICallError.isInstance(thrown)) {
    const { statusCode, responseHeaders } = thrown;
    if (statusCode === 429) {
      const seconds = Number(responseHeaders?.['retry-after']);
      return new ApiError(
        'RATE_LIMITED',
        'The AI provider has too many requests. Try again later.',
        {
          retry_after: Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 30,
        },
      );
    }
    const said = statusCode === undefined ? 'did not answer as expected' : `answered ${statusCode}`;
    const details = statusCode === undefined ? undefined : { status: statusCode };
    return new ApiError('UPSTREAM_ERROR', `The AI provider ${said}.`, details && { details });
  }
  return new ApiError('UPSTREAM_ERROR', 'The AI provider did not answer as expected.');
}
