import { timingSafeEqual } from 'node:crypto';
import { challengeAnswers, challengePath } from '../../credentials/host-proof.ts';
import { ApiError } from '../../ground/errors.ts';
import type { OperationServices } from '../../operations/services.ts';
import { type OutboundAnswer, OutboundError } from '../../outbound/safe-fetch.ts';
import { textsAt } from '../../outbound/txt-records.ts';

/** A host, and the way in which it is to show that it belongs here. */
export interface ToProve {
  hostname: string;
  type: 'TXT' | 'HTTP';
  value: string;
}

type Means = Pick<OperationServices, 'outbound' | 'box'>;

/**
 * Looks for the proof of a host.
 * @param port of the host, for a test that cannot listen on the one of HTTP
 * @returns why it is not there, or null
 * @throws UnsentError while nothing may leave the installation
 */
export const missingProof = (means: Means, host: ToProve, port = 80): Promise<string | null> =>
  host.type === 'TXT' ? missingText(host) : missingChallenge(means, host, port);

async function missingText({ hostname, value }: ToProve): Promise<string | null> {
  const name = `_insula.${hostname}`;
  try {
    const texts = await textsAt(name);
    if (texts.includes(value)) return null;
    return texts.length === 0
      ? `There is no TXT record ${name}.`
      : `No TXT record ${name} has the value.`;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** By the port of HTTP of the host, whose addresses must be public as for any other call. No redirect is followed. */
async function missingChallenge(
  { outbound, box }: Means,
  { hostname, value }: ToProve,
  port: number,
): Promise<string | null> {
  try {
    const answer = await outbound
      .of(null, 'route')
      .fetch(`http://${hostname}:${port}${challengePath}${value}`, {
        timeoutMs: 5_000,
        maxBytes: 1_000,
      });
    return faultOf(answer, challengeAnswers(box, hostname, value));
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

/** The fault of an answer to a challenge; null for one of those that were expected. */
export function faultOf({ status, body }: OutboundAnswer, expected: string[]): string | null {
  if (status !== 200) return `The host answered the challenge with the status ${status}.`;
  const isRight = (wanted: Buffer) =>
    body.length === wanted.length && timingSafeEqual(body, wanted);
  return expected.some((one) => isRight(Buffer.from(one)))
    ? null
    : 'The host answered the challenge, but does not lead to this installation.';
}
