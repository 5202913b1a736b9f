import { domainToASCII } from 'node:url';
import { z } from 'zod';

/** A domain in any script as the DNS knows it. Other parts of a URL are not cut off: they make it invalid. */
export const asciiHost = (value: string): string =>
  /[\s/\\?#@:[\]%]/.test(value) ? value : domainToASCII(value.replace(/\.$/, ''));

/** A host name in ASCII: no address. */
export function isHost(value: string): boolean {
  return (
    value.length <= 253 &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(value)
  );
}

/** The domain of a field, as the DNS knows it: `Bücher.example.` is xn--bcher-kva.example. */
export const domainName = z
  .string()
  .max(253)
  .transform(asciiHost)
  .refine(
    (value) => isHost(value) && value.includes('.'),
    'must be a domain such as team.example.com',
  );
