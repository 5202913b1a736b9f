import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is signed with this secret, in its headers or its address (AWS Signature Version 4 for S3): method,
 * path, query and every header that is said to be signed are as they were then, and a signed address is not too old.
 */
export function isSigned({ method, url = '', headers }: IncomingMessage, secret: string): boolean {
  const { pathname, searchParams: query } = new URL(url, 'http://s3');
  const given = query.has('X-Amz-Signature') ? inQuery(query) : inHeader(headers.authorization);
  if (!given) return false;
  const { credential, names, signature } = given;
  const date = query.get('X-Amz-Date') ?? String(headers['x-amz-date']);
  if (query.has('X-Amz-Expires') && endOf(date, query.get('X-Amz-Expires')) < Date.now())
    return false;
  query.delete('X-Amz-Signature');
  const request = [
    method,
    pathname,
    [...query]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
  ].join('\n');
  const [, ...scope] = credential.split('/');
  const hash = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), hash].join('\n');
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(signingKey, text).toString('hex') === signature;
}

interface Given {
  credential: string;
  names: string[];
  signature: string;
}

const inQuery = (query: URLSearchParams): Given => ({
  credential: query.get('X-Amz-Credential') ?? '',
  names: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
  signature: query.get('X-Amz-Signature') ?? '',
});

function inHeader(header = ''): Given | undefined {
  const match = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(header);
  if (!match) return undefined;
  const [, credential = '', names = '', signature = ''] = match;
  return { credential, names: names.split(';'), signature };
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** `20260131T120000Z` and seconds. */
function endOf(date: string, seconds: string | null): number {
  const iso = date.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:');
  return Date.parse(iso) + Number(seconds) * 1000;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
