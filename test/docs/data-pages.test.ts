import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();

it.each(['objects', 'views', 'relations'])(
  'docs/data/%s.md shows what its lines answer, one after the other',
  async (name) => {
    await walk(`docs/data/${name}.md`, server);
  },
);
