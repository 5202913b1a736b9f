import { hash } from 'node:crypto';
import type { TenantOutbound } from '../../outbound/safe-fetch.ts';

const service = 'https://api.pwnedpasswords.com';
const patience = { timeoutMs: 3000, maxBytes: 512 * 1024 };

/**
 * Whether a password is in the breaches that Have I Been Pwned knows. Only the first five digits of its sha1 leave the
 * process (https://haveibeenpwned.com/API/v3#PwnedPasswords). False when the service is away: no one is kept out by it.
 */
export async function isPwned(
  outbound: TenantOutbound,
  password: string,
  address = service,
): Promise<boolean> {
  const digest = hash('sha1', password.normalize('NFC')).toUpperCase();
  const url = `${address}/range/${digest.slice(0, 5)}`;
  const answer = await outbound
    .fetch(url, { ...patience, headers: { 'add-padding': 'true' } })
    .catch(() => undefined);
  if (answer?.status !== 200) return false;
  // Padding has the count 0.
  return answer.body
    .toString('latin1')
    .split('\r\n')
    .some((line) => line.startsWith(`${digest.slice(5)}:`) && !line.endsWith(':0'));
}
