/**
 * The reference for files: node:http and fs, without names, tenants, checks or checksums. POST writes the body as it
 * comes to a new file that survives a crash (fsync, rename, fsync of the folder), GET reads one. Started with DIR;
 * reports its port to the parent.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.env.DIR as string;

const server = createServer(async (req, res) => {
  if (req.method === 'POST') {
    const name = randomUUID();
    const path = join(folder, name);
    await pipeline(req, createWriteStream(`${path}.tmp`, { flush: true }));
    await rename(`${path}.tmp`, path);
    // Without it a crash of the machine may take the name back.
    const parent = await open(folder);
    await parent.sync().finally(() => parent.close());
    res.writeHead(201).end(name);
    return;
  }
  const file = await open(join(folder, (req.url ?? '').slice(1)));
  try {
    const { size } = await file.stat();
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
    await pipeline(file.createReadStream({ autoClose: false }), res).catch(() => res.destroy());
  } finally {
    await file.close();
  }
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.on('disconnect', () => process.exit(0));
