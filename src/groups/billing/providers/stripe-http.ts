import type Stripe from 'stripe';
import type { TenantOutbound } from '../../../outbound/safe-fetch.ts';

const maxAnswerBytes = 4 * 1024 * 1024;
/** The library adds them; the one who sends a request sets them. */
const ofConnection = /^(host|connection|content-length)$/i;

/**
 * The requests of Stripe's library, by the one way out: an address that leads into the operator's own network is
 * refused there as for all callers.
 */
export function stripeHttp(outbound: TenantOutbound): Stripe.HttpClient {
  return {
    getClientName: () => 'insula',
    async makeRequest(host, port, path, method, headers, requestData, protocol, timeoutMs) {
      const sent = Object.entries(headers as Record<string, string | number>)
        .filter(([name]) => !ofConnection.test(name))
        .map(([name, value]) => [name, String(value)]);
      const answer = await outbound.fetch(`${protocol}://${host}:${port}${path}`, {
        method,
        headers: Object.fromEntries(sent),
        ...(requestData ? { body: requestData } : {}),
        timeoutMs: Math.min(timeoutMs, 15_000),
        maxBytes: maxAnswerBytes,
      });
      return {
        getStatusCode: () => answer.status,
        getHeaders: () => answer.headers,
        getRawResponse: () => answer,
        toStream: () => {
          throw new Error('No answer is read as a stream.');
        },
        toJSON: async () => JSON.parse(answer.body.toString()),
      };
    },
  } as Stripe.HttpClient;
}
