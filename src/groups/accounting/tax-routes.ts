import { z } from 'zod';
import { deleted } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { TaxRate, taxRateBody, taxRateChange } from './tax-shapes.ts';

const list = '/v1/accounting/tax-rates';
const one = `${list}/:tax_rate_id`;
const reading = { scope: 'read', permission: 'accounting:read' } as const;
const managing = { scope: 'write', permission: 'accounting_settings:manage' } as const;

export const taxRoutes: Route[] = notImpersonated([
  {
    id: 'tax_rate.list',
    method: 'GET',
    path: list,
    ...reading,
    summary: 'List the tax rates, in order of their codes',
    carriesHeaders: true,
    returns: z.array(TaxRate),
  },
  {
    id: 'tax_rate.create',
    method: 'POST',
    path: list,
    ...managing,
    status: 201,
    summary: 'Create a tax rate',
    body: taxRateBody,
    isVersioned: true,
    returns: TaxRate,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
    example: {
      body: {
        code: 'VAT20',
        name: 'VAT 20 %',
        rate: '20',
        category: 'standard',
        account_id: '2100',
      },
    },
  },
  {
    id: 'tax_rate.get',
    method: 'GET',
    path: one,
    ...reading,
    summary: 'Get a tax rate',
    isVersioned: true,
    returns: TaxRate,
  },
  {
    id: 'tax_rate.update',
    method: 'PATCH',
    path: one,
    ...managing,
    summary: 'Change a tax rate',
    body: taxRateChange,
    isVersioned: true,
    returns: TaxRate,
    errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
    example: { body: { is_active: false } },
  },
  {
    id: 'tax_rate.delete',
    method: 'DELETE',
    path: one,
    ...managing,
    summary: 'Delete a tax rate',
    isConditional: true,
    returns: deleted,
  },
]);
