import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @returns undefined where the text is neither a folder nor a bucket */
export function parsePlace(text: string): { folder: string } | Location | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.search || url.hash || url.username || url.port) return undefined;
  if (url.protocol === 'file:' && url.host === '') {
    const folder = fileURLToPath(url);
    return isAbsolute(folder) && folder !== '/'
      ? { folder: folder.replace(/\/+$/, '') }
      : undefined;
  }
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return url.protocol === 's3:' && url.host ? { bucket: url.host, prefix } : undefined;
}

interface Location {
  bucket: string;
  prefix: string;
}
