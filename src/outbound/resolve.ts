import dns from 'node:dns';
import { isIP } from 'node:net';
import { isLocalhost } from './target.ts';

const patience = { timeout: 2_000, tries: 2 };

/**
 * All addresses of a host, IPv4 first; empty for an unknown one.
 *
 * The DNS is asked directly, not through the system (`dns.lookup`): that would hold one of the four threads which
 * files and password hashes need as well, for as long as someone's name server likes.
 * @param withHostsFile whether names are also sought where only this machine knows them (/etc/hosts)
 */
export async function addressesOf(host: string, withHostsFile: boolean): Promise<string[]> {
  if (isIP(host)) return [host];
  if (isLocalhost(host)) return ['127.0.0.1'];
  const resolver = new dns.promises.Resolver(patience);
  resolver.setServers(dns.getServers());
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0 || !withHostsFile) return found;
  const known = await dns.promises.lookup(host, { all: true, order: 'ipv4first' }).catch(() => []);
  return known.map(({ address }) => address);
}
