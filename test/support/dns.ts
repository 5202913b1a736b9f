import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name server which this process asks until it is closed. */
export interface NameServer {
  /** TXT records by name; a name that is not there does not exist. */
  records: Map<string, string[]>;
  /** A and AAAA records by name: one list for each time that they are asked for, the last one for ever. */
  addresses: Map<string, string[][]>;
  /** Names that cannot be answered for. */
  broken: Set<string>;
  /** Names that are never answered for. */
  silent: Set<string>;
  close(): void;
}

const types = { A: 1, TXT: 16, AAAA: 28 };

/** RFC 1035, as much of it as these records need. */
export async function startNameServer(): Promise<NameServer> {
  const records: NameServer['records'] = new Map();
  const addresses: NameServer['addresses'] = new Map();
  const [broken, silent] = [new Set<string>(), new Set<string>()];
  const asked = new Map<string, number>();
  /** The content of a record of the requested type. */
  const answersFor = (name: string, type: number): Buffer[] => {
    if (type === types.TXT) return (records.get(name) ?? []).map(text);
    const turns = addresses.get(name) ?? [];
    const turn = asked.get(`${name} ${type}`) ?? 0;
    asked.set(`${name} ${type}`, turn + 1);
    return (turns[Math.min(turn, turns.length - 1)] ?? [])
      .filter((address) => type === (isIPv4(address) ? types.A : types.AAAA))
      .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()));
  };
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    if (silent.has(name)) return;
    const type = query.readUInt16BE(end);
    const answers = answersFor(name, type);
    const isKnown = records.has(name) || addresses.has(name);
    const code = broken.has(name) ? 2 : isKnown ? 0 : 3;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 6);
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(answers.length, 6);
    const found = answers.map((data) => record(type, data));
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...found]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    records,
    addresses,
    broken,
    silent,
    close() {
      dns.setServers(before);
      socket.close();
    },
  };
}

/** In strings of at most 255 bytes, which is all that one can have. */
const text = (value: string): Buffer =>
  Buffer.concat(
    (value.match(/.{1,255}/gs) ?? ['']).map((part) =>
      Buffer.concat([Buffer.from([Buffer.byteLength(part)]), Buffer.from(part)]),
    ),
  );

/** A pointer to the name in the question, the type, IN, no time to live, then the data with its length. */
const record = (type: number, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]),
    data,
  ]);

/** The name of a question, in lower case, and where it ends. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
