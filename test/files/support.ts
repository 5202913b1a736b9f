import type { Client } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';

/** Uploads a file. @returns its record */
export async function upload(
  api: Client,
  content: string | Uint8Array,
  filename = 'file.txt',
  fields: Record<string, string> = {},
  type = '',
) {
  // A copy, for a Blob takes no view of memory that may be shared.
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  const body = fileForm(bytes, filename, fields, type);
  const answer = await api.send('POST', '/v1/files/upload', { body });
  if (!answer.body.success) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

export const contentOf = ({ id }: { id: string }): string => `/v1/files/${id}/content`;
