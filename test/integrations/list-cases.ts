import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = {
  'integration.list': { rows: [{ table: 'integrations' }] },
  'integration.logs': { rows: [{ table: 'integration_logs' }] },
};
