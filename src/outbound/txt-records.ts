import dns from 'node:dns';
import { ApiError } from '../ground/errors.ts';

/** Of one name server, in milliseconds. */
const patience = { timeout: 2000, tries: 2 };

/** The TXT records of a name; empty when the DNS has none. */
export async function textsAt(name: string): Promise<string[]> {
  const resolver = new dns.promises.Resolver(patience);
  resolver.setServers(dns.getServers());
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw new ApiError('UPSTREAM_ERROR', `The DNS does not answer for ${name}. Try again later.`);
  }
}
