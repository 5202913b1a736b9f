import { copyRows } from '../support/copy-rows.ts';
import type { Growth, ListCases } from '../support/list-cases.ts';

/** Only of the calling user: no one sees those of others. */
const grow: Growth = async (db, { tenant, user_id }, from, to) => {
  const set = { owner: `'user:${user_id}'` };
  await copyRows(db, tenant, { table: 'ai_conversations', set }, from, to);
};

export const listCases: ListCases = {
  'ai_provider.list': { rows: [{ table: 'ai_providers', set: { is_default: 'false' } }] },
  'ai_conversation.list': { rows: grow, isOfUser: true },
};
