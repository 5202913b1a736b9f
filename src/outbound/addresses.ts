import ipaddr from 'ipaddr.js';

/**
 * Never reached, whatever OUTBOUND_ALLOW_CIDRS allows: the metadata that clouds offer their machines, secrets
 * included.
 */
const metadata = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  // Azure and Oracle have theirs in public ranges.
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fe80::/10',
] as const;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const rangeOf = (text: string): Range => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};
const metadataRanges = metadata.map(rangeOf);
/** All IPv6 that is routed on the internet; the rest is private, reserved, or leads somewhere else. */
const global6 = rangeOf('2000::/3');

/** Which addresses calls to the outside may reach. */
export class AddressPolicy {
  private readonly opened: Range[];

  /** @param allowCidrs private ranges that the operator has opened: OUTBOUND_ALLOW_CIDRS */
  constructor(allowCidrs: string[]) {
    this.opened = allowCidrs.map(rangeOf);
  }

  /** Whether the operator has opened anything at all. */
  get hasOpened(): boolean {
    return this.opened.length > 0;
  }

  /** Public addresses, and those that were opened. An IPv6 address that hides an IPv4 one is judged by the latter. */
  isAllowed(text: string): boolean {
    const address = addressOf(text);
    if (metadataRanges.some((range) => isIn(address, range))) return false;
    return isPublic(address) || this.opened.some((range) => isIn(address, range));
  }

  /** Whether the operator has opened an address: there http is as good as https. */
  isOpened(text: string): boolean {
    const address = addressOf(text);
    return this.opened.some((range) => isIn(address, range));
  }
}

/** An address as the one spelling that it has here: without a zone, an IPv4 address as one. */
export const canonical = (text: string): string => addressOf(text).toString();

const addressOf = (text: string): Address => embedded(ipaddr.parse(text.replace(/%.*$/, '')));

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(address, global6));

const isIn = (address: Address, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);

/** Where an IPv4 address stands in an IPv6 one: ::ffff:a.b.c.d, 64:ff9b::/96 (NAT64), ::a.b.c.d, 2002::/16 (6to4). */
const embeddings: Array<[Range, number]> = [
  [rangeOf('::ffff:0:0/96'), 12],
  [rangeOf('64:ff9b::/96'), 12],
  [rangeOf('::/96'), 12],
  [rangeOf('2002::/16'), 2],
];

/** The IPv4 address inside an IPv6 one, else the address itself. Teredo (2001::/32) has two; it is never public. */
function embedded(address: Address): Address {
  const text = address.toString();
  if (address.kind() === 'ipv4' || text === '::' || text === '::1') return address;
  const at = embeddings.find(([range]) => isIn(address, range))?.[1];
  return at === undefined ? address : new ipaddr.IPv4(address.toByteArray().slice(at, at + 4));
}
