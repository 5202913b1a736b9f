import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { namesEtag } from '../../ground/shapes/etag.ts';
import type { RouteGroup } from '../../operations/route.ts';
import { openApiDocumentInTurns } from '../http/openapi.ts';

interface Kept {
  etag: string;
  plain: Buffer;
  /** By the name of the encoding, once a client has asked for it. */
  packed: Map<Encoding, Promise<Buffer>>;
}

type Encoding = 'br' | 'gzip';

const encodings: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** The smaller one first, whatever order a client names them in. */
const preferred: Encoding[] = ['br', 'gzip'];

const documents = new Map<string, Promise<Kept>>();

/**
 * Sends the OpenAPI document. It is made once, and packed once for each encoding: either takes longer than serving a
 * hundred requests.
 */
export async function sendOpenApi(
  req: Request,
  res: Response,
  groups: RouteGroup[],
  baseUrl: string,
): Promise<void> {
  const { etag, plain, packed } = await kept(groups, baseUrl);
  // Weak: the same of each encoding. Asked for again each time, and sent again only after an upgrade.
  res.set({ ETag: `W/${etag}`, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
  if (namesEtag(req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  const encoding = preferred.find((one) => req.acceptsEncodings(one));
  if (!encoding) {
    res.type('json').send(plain);
    return;
  }
  const bytes = packed.get(encoding) ?? encodings[encoding](plain);
  packed.set(encoding, bytes);
  res
    .type('json')
    .set('Content-Encoding', encoding)
    .send(await bytes);
}

function kept(groups: RouteGroup[], baseUrl: string): Promise<Kept> {
  const known = documents.get(baseUrl) ?? make(groups, baseUrl);
  documents.set(baseUrl, known);
  return known;
}

async function make(groups: RouteGroup[], baseUrl: string): Promise<Kept> {
  const text = JSON.stringify(await openApiDocumentInTurns(groups, baseUrl));
  const etag = `"${hash('sha256', text).slice(0, 16)}"`;
  return { etag, plain: Buffer.from(text), packed: new Map() };
}
