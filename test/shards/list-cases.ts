import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = { 'shard.list': {} };
