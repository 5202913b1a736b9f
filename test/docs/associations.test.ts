import { describe, expect, it } from 'vitest';
import { paste } from '../support/curl.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';

const server = useServer();
const api = useTenant(server);

async function create(type: string): Promise<string> {
  return (await api.post(`/v1/objects/${type}`, {})).body.data.id;
}

describe('docs/data/associations.md', () => {
  it('has lines that work when pasted', async () => {
    for (const name of ['deals', 'people']) await api.post('/v1/object-types', { name });
    const values: Record<string, string> = {
      'http://localhost:3000': server.url,
      $KEY: api.token,
      $DEAL: await create('deals'),
      $ADA: await create('people'),
      $BOB: await create('people'),
    };
    const answers: string[] = [];
    for (const block of blocks(page('docs/data/associations.md'), 'sh')) {
      const filled = Object.entries(values).reduce((text, [a, b]) => text.replaceAll(a, b), block);
      answers.push(...(await paste(filled, await temporaryFolder())).split('{"success":').slice(1));
    }
    expect(answers.map((answer) => answer.slice(0, 5))).toEqual([
      ...Array(5).fill('true,'),
      'false',
    ]);
    expect(answers[1]).toContain('"direction":"incoming"');
    expect(answers.at(-1)).toContain('existing_id');
  });
});
