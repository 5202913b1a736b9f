import type { ListCases } from '../support/list-cases.ts';

export const listCases: ListCases = { 'saved_report.list': { rows: [{ table: 'saved_reports' }] } };
