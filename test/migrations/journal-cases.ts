import type { Case, JournalCases, Scene } from '../support/journal-cases.ts';

const list = '/admin/migrations';

/** One case for each operation on migrations that changes something. */
export const journalCases: JournalCases = (server) => {
  let id: string;
  /** A migration in a state, and no other that is open. */
  async function inState(status: string): Promise<string> {
    await server.db.query(
      `update app.migrations set status = 'cancelled' where status in ('pending', 'running', 'paused')`,
    );
    const { rows } = await server.db.query(
      `insert into app.migrations (id, type, status, created_by, created_at)
       values (app.new_id('mig'), 'reseal', $1, 'platform', now()) returning id`,
      [status],
    );
    id = rows[0].id;
    return `${list}/${id}`;
  }
  const move = (word: string, from: string, event: string): Case => ({
    call: async ({ platform }: Scene, h) =>
      platform.post(`${await inState(from)}/${word}`, undefined, h),
    rows: () => [[`migration.${event}`, 'migration', id]],
    refused: ({ platform }, h) => platform.post(`${list}/mig_x/${word}`, undefined, h),
  });
  return {
    'migration.create': {
      call: async ({ platform }, h) => {
        await inState('cancelled');
        return platform.post(list, { type: 'reseal' }, h);
      },
      rows: (_, data) => [['migration.created', 'migration', data.id]],
      refused: ({ platform }, h) => platform.post(list, { type: 'schema' }, h),
    },
    'migration.fleet': {
      call: async ({ platform }, h) => {
        await inState('cancelled');
        return platform.post(`${list}/fleet`, { type: 'reindex' }, h);
      },
      rows: (_, data) => [
        ['migration.created', 'migration', data.id],
        ['migration.begun', 'migration', data.id],
      ],
      refused: ({ platform }, h) => platform.post(`${list}/fleet`, { type: 'reseal' }, h),
    },
    'migration.run': move('run', 'pending', 'begun'),
    'migration.pause': move('pause', 'running', 'paused'),
    'migration.resume': move('resume', 'paused', 'resumed'),
    'migration.retry': move('retry', 'failed', 'retried'),
    'migration.cancel': move('cancel', 'paused', 'cancelled'),
    'migration.rollback': { ...move('rollback', 'completed', 'none'), isRefusedHere: true },
  };
};
