import { z } from 'zod';
import { deleted, flag } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import {
  accountBody,
  accountChange,
  accountType,
  LedgerAccount,
  LedgerBalance,
} from './account-shapes.ts';
import { AccountingSettings, settingsBody } from './settings-shapes.ts';
import { accountName, day } from './shapes.ts';

const list = '/v1/accounting/accounts';
const one = `${list}/:account_id`;
const reading = { scope: 'read', permission: 'accounting:read' } as const;
const managing = { scope: 'write', permission: 'accounting_settings:manage' } as const;

export const accountRoutes: Route[] = notImpersonated([
  {
    id: 'accounting_settings.get',
    method: 'GET',
    path: '/v1/accounting/settings',
    ...reading,
    summary: 'Get the settings of accounting',
    isVersioned: true,
    returns: AccountingSettings,
  },
  {
    id: 'accounting_settings.update',
    method: 'PATCH',
    path: '/v1/accounting/settings',
    scope: '*',
    permission: managing.permission,
    summary: 'Change the settings of accounting',
    description:
      'Merged at every depth. Base currency and start of the fiscal year stay once anything is posted.',
    body: settingsBody,
    isVersioned: true,
    returns: AccountingSettings,
    errors: ['INVALID_STATE', 'NOT_FOUND'],
    example: { body: { base_currency: 'EUR', accounts: { bank: '1000' } } },
  },
  {
    id: 'ledger_account.list',
    method: 'GET',
    path: list,
    ...reading,
    summary: 'List the accounts, in order of their codes',
    query: z.object({
      type: accountType.optional(),
      is_active: flag.optional(),
      parent_id: accountName.optional(),
      search: z.string().min(1).max(200).optional().meta({ description: 'In code and name' }),
    }),
    carriesHeaders: true,
    returns: z.array(LedgerAccount),
  },
  {
    id: 'ledger_account.create',
    method: 'POST',
    path: list,
    ...managing,
    status: 201,
    summary: 'Create an account',
    body: accountBody,
    isVersioned: true,
    returns: LedgerAccount,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
    example: { body: { code: '1000', name: 'Bank', type: 'asset', cash_flow: 'cash' } },
  },
  {
    id: 'ledger_account.get',
    method: 'GET',
    path: one,
    ...reading,
    summary: 'Get an account',
    isVersioned: true,
    returns: LedgerAccount,
  },
  {
    id: 'ledger_account.update',
    method: 'PATCH',
    path: one,
    ...managing,
    summary: 'Change an account',
    description: 'Its type, normal side and currency stay once it has lines.',
    body: accountChange,
    isVersioned: true,
    returns: LedgerAccount,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'INVARIANT_VIOLATED'],
    example: { body: { name: 'Bank, current account' } },
  },
  {
    id: 'ledger_account.delete',
    method: 'DELETE',
    path: one,
    ...managing,
    summary: 'Delete an account that nothing uses',
    description: 'One with lines, children or a place in the settings can only be deactivated.',
    isConditional: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
  },
  {
    id: 'ledger_account.balance',
    method: 'GET',
    path: `${one}/balance`,
    ...reading,
    summary: 'Get the balance of an account',
    description: 'Of posted lines. The balance of a parent is that of all accounts below it.',
    query: z.object({
      at: day.optional().meta({ description: 'Up to and with this day', example: '2026-12-31' }),
    }),
    returns: LedgerBalance,
  },
]);
