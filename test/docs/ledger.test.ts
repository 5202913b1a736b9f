import { it } from 'vitest';
import { useServer } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useServer();

it.each(['docs/ledger/README.md', 'docs/ledger/entries.md', 'docs/ledger/reports.md'])(
  '%s shows what its lines answer, one after the other',
  async (path) => {
    await walk(path, server);
  },
);
