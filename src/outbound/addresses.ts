import ipaddr from 'ipaddr.js';

/** Never reached, whatever OUTBOUND_ALLOW_CIDRS says: what clouds tell their machines, secrets included. */
const metadata = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  'fd00:ec2::254/128',
  'fe80::/10',
] as const;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const rangeOf = (text: string): Range => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};
const metadataRanges = metadata.map(rangeOf);

/** Which addresses calls to the outside may reach. */
export class AddressPolicy {
  private readonly allowed: Range[];

  /** @param allowCidrs private ranges that the operator has opened: OUTBOUND_ALLOW_CIDRS */
  constructor(allowCidrs: string[]) {
    this.allowed = allowCidrs.map(rangeOf);
  }

  /** Public addresses, and those that were opened. What hides an IPv4 address in an IPv6 one is judged by it. */
  isAllowed(text: string): boolean {
    const address = embedded(ipaddr.parse(text.replace(/%.*$/, '')));
    if (metadataRanges.some((range) => isIn(address, range))) return false;
    return address.range() === 'unicast' || this.isOpened(text);
  }

  /** Whether the operator has opened an address: there http is as good as https. */
  isOpened(text: string): boolean {
    const address = embedded(ipaddr.parse(text.replace(/%.*$/, '')));
    return this.allowed.some((range) => isIn(address, range));
  }
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);

/** The IPv4 address inside ::ffff:a.b.c.d, ::a.b.c.d, 6to4 (2002::/16) and NAT64 (64:ff9b::/96), else the address itself. */
function embedded(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address;
  const bytes = address.toByteArray();
  const v4 = (from: number) => new ipaddr.IPv4(bytes.slice(from, from + 4));
  const isZero = (from: number, to: number) => bytes.slice(from, to).every((byte) => byte === 0);
  if ((address as ipaddr.IPv6).isIPv4MappedAddress()) return v4(12);
  if (bytes[0] === 0x20 && bytes[1] === 0x02) return v4(2);
  if (bytes[0] === 0 && bytes[1] === 0x64 && bytes[2] === 0xff && bytes[3] === 0x9b) return v4(12);
  // ::1 and :: are ranges of their own.
  if (isZero(0, 12) && !isZero(12, 15)) return v4(12);
  return address;
}
