import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';

/** A name server of TXT records, which this process asks until it is closed. */
export interface NameServer {
  /** TXT records by name; a name that is not there does not exist. */
  records: Map<string, string[]>;
  /** Names that cannot be answered for. */
  broken: Set<string>;
  close(): void;
}

/** RFC 1035, as much of it as a TXT record needs. */
export async function startNameServer(): Promise<NameServer> {
  const records = new Map<string, string[]>();
  const broken = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query);
    const texts = records.get(name) ?? [];
    const code = broken.has(name) ? 2 : records.has(name) ? 0 : 3;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(texts.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = texts.map((text) => {
      const bytes = Buffer.from(text);
      // A pointer to the name in the question, TXT, IN, no time to live, then the text with its length.
      const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, bytes.length + 1]);
      return Buffer.concat([record, Buffer.from([bytes.length]), bytes]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const before = dns.getServers();
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    records,
    broken,
    close() {
      dns.setServers(before);
      socket.close();
    },
  };
}

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
