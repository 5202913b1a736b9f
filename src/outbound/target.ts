import { isIP } from 'node:net';
import { OutboundError } from './error.ts';

/**
 * Ports of other protocols, whose servers could take a request for a message of their own: the bad ports of the Fetch
 * standard (https://fetch.spec.whatwg.org/#port-blocking), and databases, caches and the managers of machines.
 */
const closedPorts = new Set([
  0, 7, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103,
  104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190,
  4369, 5060, 5061, 5432, 5433, 5672, 6000, 6379, 6432, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
  6697, 9042, 9092, 9200, 9300, 10080, 10250, 11211, 27017,
]);
/** Names of what clouds tell their machines. */
const metadataNames = new Set(['metadata', 'metadata.google.internal', 'metadata.goog']);
const maxLength = 2000;
/** As the domain name system has it (RFC 1035). */
const maxHostLength = 253;

/**
 * A URL that may be called, as far as it shows by itself, without a look at its address.
 * @throws OutboundError
 */
export function parseTarget(text: string): URL {
  if (text.length > maxLength)
    throw new OutboundError(`A URL has at most ${maxLength} characters.`);
  // The parser would drop line ends and trim: what is stored and shown would not be what is called.
  if (/[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text))
    throw new OutboundError('It is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundError('Only http and https are supported.');
  if (/^[^/]*\/*[^/?#]*@/.test(text) || url.username || url.password)
    throw new OutboundError('URLs with a user name or password are not called.');
  // Letters of other scripts look like ours, and other digits become ours: the name is to be seen as it is asked for.
  if (/^[^/]*\/*[^/?#]*[^\0-\x7f]/.test(text))
    throw new OutboundError(`Write the host name in ASCII: ${url.hostname}.`);
  if (url.hostname.length > maxHostLength) throw new OutboundError('The host name is too long.');
  if (url.port !== '' && closedPorts.has(Number(url.port)))
    throw new OutboundError(`Calls to port ${url.port} are not allowed.`);
  if (metadataNames.has(hostOf(url))) throw new OutboundError(`${hostOf(url)} is never called.`);
  return url;
}

/** The host as it is looked up: without the brackets of IPv6 and the dot of the root. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.+$/g, '').toLowerCase();

export const portOf = (url: URL): number =>
  Number(url.port) || (/^(https|wss):$/.test(url.protocol) ? 443 : 80);

/** Names that never leave a machine (RFC 6761), which every resolver has to answer with loopback. */
export const isLocalhost = (host: string): boolean => /(^|\.)(localhost|localdomain)$/.test(host);

/** Names that only exist inside a network. */
export const isInternalName = (host: string): boolean =>
  isIP(host) === 0 && /\.(local|internal|intranet|lan|home|corp|home\.arpa)$/.test(host);
