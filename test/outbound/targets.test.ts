import { describe, expect, test } from 'vitest';
import { AddressPolicy } from '../../src/outbound/addresses.ts';
import { Outbound, OutboundError } from '../../src/outbound/safe-fetch.ts';

const closed = new AddressPolicy([]);
const publicOnly = new Outbound([]);
const opened = new Outbound(['127.0.0.0/8', '10.0.0.0/8', '::1', 'fd00::/8', '169.254.0.0/16']);

describe('an address', () => {
  // Addresses that svix-webhooks refuses (is_allowed_test), and others that lead to them.
  const refused =
    `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
    169.254.0.1 169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
    192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1
    255.255.255.255 100.100.100.200 168.63.129.16
    :: ::1 ::5 ::127.0.0.1 ::10.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:0:7f00:1
    64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b:1::1 64:ff9b:1::808:808 2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe::
    2001:0:7f00:1:: 2001::5ef5:79fd:0:8a2e 2001:0:808:808::f7f7:f7f7 2001:db8::1 2001:10::1 3fff::1 100::1 5f00::1 fc00::1 fd00::1
    fd00:ec2::254 fd20:ce::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1`.split(/\s+/);
  test.each(refused)('%s is refused', (address) => {
    expect(closed.isAllowed(address)).toBe(false);
  });

  test.each([
    ...['1.1.1.1', '8.8.8.8', '93.184.215.14', '100.63.255.255', '100.128.0.1', '172.32.0.1'],
    ...['192.167.255.255', '223.255.255.254', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'],
    ...['::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'],
  ])('%s is allowed', (address) => {
    expect(closed.isAllowed(address)).toBe(true);
  });

  test('in an opened range is allowed however it is written, except cloud metadata addresses', () => {
    const policy = new AddressPolicy(['127.0.0.0/8', '0.0.0.0/0', '::/0']);
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '2002:7f00:1::', 'fd00::1', '::1'])
      expect([address, policy.isAllowed(address)]).toEqual([address, true]);
    for (const address of [
      ...['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::'],
      ...['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', 'fe80::1%eth0'],
    ])
      expect([address, policy.isAllowed(address)]).toEqual([address, false]);
  });
});

describe('a URL', () => {
  const local =
    `127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0 0x0 localhost localhost.
    LOCALHOST LocalHost.. a.localhost localhost.localdomain [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]
    [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::] [fd00::1] [fe80::1] 10.0.0.1 192.168.1.1 172.16.0.1
    169.254.169.254 [fd00:ec2::254] metadata.google.internal METADATA.google.internal. db.internal printer.local
    nas.lan`.split(/\s+/);
  test.each(local)('with the host %s is refused', (host) => {
    for (const url of [`http://${host}`, `https://${host}:8443/x`])
      expect(() => publicOnly.check(url)).toThrow(OutboundError);
  });

  test.each([
    ...[
      'http://169.254.169.254/latest',
      'http://[::ffff:a9fe:a9fe]/',
      'http://metadata.google.internal/',
    ],
    ...[
      'http://metadata/',
      'http://metadata.goog./',
      'http://[fd00:ec2::254]/',
      'http://100.100.100.200',
    ],
    ...['http://0.0.0.0:8000/', 'http://192.168.0.1/'],
  ])('%s is refused, whatever else was opened', (url) => {
    expect(() => opened.check(url)).toThrow(OutboundError);
  });

  const odd = {
    'file:///etc/passwd': 'Only http and https',
    'gopher://example.com/': 'Only http and https',
    'ftp://example.com/': 'Only http and https',
    'data:text/plain,hello': 'Only http and https',
    'ws://example.com/': 'Only http and https',
    'javascript:alert(1)': 'Only http and https',
    'http://u:p@example.com/': 'user name',
    'http://u@example.com/': 'user name',
    'http://:p@example.com/': 'user name',
    'http://@example.com/': 'user name',
    'http:@127.0.0.1/': 'user name',
    'http://example.com:0/': 'port 0 are not allowed',
    'http://example.com:22/': 'port 22 are not allowed',
    'https://example.com:25/': 'port 25 are not allowed',
    'https://example.com:5432/': 'port 5432 are not allowed',
    'https://example.com:6379/': 'port 6379 are not allowed',
    'https://example.com:06379/': 'port 6379 are not allowed',
    'https://example.com:65536/': 'not a URL',
    'https://example.com/a\r\nHost: b': 'not a URL',
    'https://example.com/a\tb': 'not a URL',
    'https://exa\nmple.com/': 'not a URL',
    ' https://example.com/': 'not a URL',
    'https://example.com/ ': 'not a URL',
    'https://example.com/\0': 'not a URL',
    'https:\\\\example.com\\@127.0.0.1': 'not a URL',
    'https://example.com/a b': 'not a URL',
    'https://[fe80::1%25eth0]/': 'not a URL',
    'https://[::1': 'not a URL',
    'https://': 'not a URL',
    '//example.com/': 'not a URL',
    '': 'not a URL',
    'https://①②⑦.0.0.1/': 'ASCII: 127.0.0.1',
    'https://ｌocalhost/': 'ASCII: localhost',
    'https://аpple.com/': 'ASCII: xn--pple-43d.com',
    'https:аpple.com/': 'ASCII: xn--pple-43d.com',
    [`https://example.com/${'a'.repeat(5000)}`]: 'at most 2000 characters',
    [`https://${'a.'.repeat(130)}com/`]: 'too long',
  };
  test.each(Object.entries(odd))('%j is refused: %s', (url, why) => {
    expect(() => publicOnly.check(url)).toThrow(why);
  });

  test.each([
    ...[
      'https://example.com',
      'http://example.com:8080/a?b=c#d',
      'HTTPS://Example.COM./',
      'https://8.8.8.8:8443/',
    ],
    ...[
      'https://xn--pple-43d.com/ä/@x?q=ü@y',
      'https://[2606:4700::1]/',
      'https://example.com/%0d%0aHost:%20b',
    ],
    ...['https://mylocalhost.com/', 'https://local.example/'],
  ])('%s is allowed', (url) => {
    expect(publicOnly.check(url)).toBeInstanceOf(URL);
  });

  test('of this server or its PostgreSQL is refused even where their range is open', () => {
    const urls = ['http://localhost:3000', 'http://localhost:55432', 'https://api.insula.test'];
    const outbound = new Outbound(['127.0.0.0/8', '::1'], { own: () => urls });
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST.', '127.1', '127.9.9.9', '[::1]'])
      for (const port of [3000, 55_432])
        expect(() => outbound.check(`http://${host}:${port}/v1`)).toThrow('leads back');
    for (const url of ['https://api.insula.test/v1', 'https://API.insula.test.:443/'])
      expect(() => outbound.check(url)).toThrow('leads back');
    for (const url of [
      'http://127.0.0.1:3001/',
      'https://www.insula.test',
      'http://api.insula.test',
    ])
      expect(outbound.check(url)).toBeInstanceOf(URL);
  });
});
