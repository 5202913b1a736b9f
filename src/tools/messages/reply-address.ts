import { timingSafeEqual } from 'node:crypto';
import type { Box } from '../../credentials/box.ts';

const place = 'tickets.reply';
const pattern = /^t(\d{1,12})-([0-9a-z]{25})-([0-9a-f]{24})@/i;

/** The content of a reply address, proved or not. */
export interface ReplyAddress {
  tenant: string;
  /** Of the ticket. */
  number: number;
  proof: string;
}

/**
 * Returns the address that answers to a mail about a ticket go to. It contains tenant and ticket, and proves that the
 * mail went to this reader. In 64 characters before the @, all lower case, because mail programs keep no more (RFC
 * 5321).
 */
export function replyAddress(
  { box, domain }: { box: Box; domain: string },
  { tenant, number, reader }: { tenant: string; number: number; reader: string },
): string {
  const short = BigInt(`0x${tenant.slice('ten_'.length)}`)
    .toString(36)
    .padStart(25, '0');
  return `t${number}-${short}-${proofsOf(box, tenant, number, reader)[0]}@${domain}`;
}

/** Reads a reply address; undefined for any other. */
export function readReplyAddress(address: unknown): ReplyAddress | undefined {
  const [, number, short, proof] = pattern.exec(typeof address === 'string' ? address : '') ?? [];
  if (!number || !short || !proof) return undefined;
  let id = 0n;
  for (const digit of short) id = id * 36n + BigInt(Number.parseInt(digit, 36));
  const tenant = `ten_${id.toString(16).padStart(32, '0')}`;
  return { tenant, number: Number(number), proof: proof.toLowerCase() };
}

/** Whether a mail with this address went to this reader, and to no other. */
export function isReplyOf(box: Box, { tenant, number, proof }: ReplyAddress, reader: string) {
  const given = Buffer.from(proof);
  return proofsOf(box, tenant, number, reader).some((due) =>
    timingSafeEqual(given, Buffer.from(due)),
  );
}

/** By each key that verifies, the one that signs first. */
const proofsOf = (box: Box, tenant: string, number: number, reader: string): string[] =>
  box
    .macs(tenant, place, `${number} ${reader.toLowerCase()}`)
    .map((mac) => Buffer.from(mac, 'base64url').subarray(0, 12).toString('hex'));
