import { expect, it } from 'vitest';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

it('a reference brings no name of a file that a request by itself may not give', async () => {
  await defineType(api, {}, { name: 'notes' });
  const slot = (filename: string) => ({
    method: 'POST',
    path: '/v1/files/upload-url',
    body: { filename, mime_type: 'text/plain', size_bytes: 3 },
  });
  const named = (name: string) =>
    api.post('/v1/transaction', {
      requests: [
        { id: 'note', method: 'POST', path: '/v1/objects/notes', body: { properties: { name } } },
        slot('{{note.data.properties.name}}'),
      ],
    });
  for (const name of [
    '../../.profile',
    'a\r\nb.txt',
    'a\\b',
    'a\u202etxt',
    '..',
    'x'.repeat(300),
  ]) {
    const { path, body } = slot(name);
    expect([name, (await api.post(path, body)).status]).toEqual([name, 400]);
    const { status, body: together } = await named(name);
    expect([name, status, together.error?.details[0].index]).toEqual([name, 400, 1]);
  }
  expect((await named('grüße 1.txt')).status).toBe(200);
});
