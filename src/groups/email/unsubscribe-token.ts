import { timingSafeEqual } from 'node:crypto';
import type { Box } from '../../credentials/box.ts';

const place = 'email.unsubscribe';

/** Where the link of a mail leads that ends them: it contains tenant and address, signed. */
export function unsubscribeUrl(
  { box, baseUrl }: { box: Box; baseUrl: string },
  tenant: string,
  address: string,
): string {
  const said = Buffer.from(JSON.stringify([tenant, address.toLowerCase()])).toString('base64url');
  return `${baseUrl}/v1/email/unsubscribe/${said}.${box.mac(tenant, place, said)}`;
}

interface Said {
  tenant: string;
  address: string;
}

/** Reads the content of a token, signed or not: enough to know its tenant. */
export function readToken(token: unknown): Said | undefined {
  const [said = ''] = typeof token === 'string' ? token.split('.', 1) : [];
  try {
    const [tenant, address] = JSON.parse(Buffer.from(said, 'base64url').toString());
    return typeof tenant === 'string' && typeof address === 'string'
      ? { tenant, address }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The address of a token that is ours; undefined for any other. */
export function openToken(box: Box, token: string): Said | undefined {
  const [said = '', mac = ''] = token.split('.');
  const read = readToken(token);
  if (!read) return undefined;
  const given = Buffer.from(mac);
  const isDue = (text: string) => {
    const due = Buffer.from(text);
    return given.length === due.length && timingSafeEqual(given, due);
  };
  return box.macs(read.tenant, place, said).some(isDue) ? read : undefined;
}
