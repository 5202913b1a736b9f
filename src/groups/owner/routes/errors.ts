import { z } from 'zod';
import type { Route } from '../../../http/route.ts';
import { offsetQuery, total } from '../../../http/schemas.ts';
import { OwnerError } from '../shapes.ts';

export const errorRoutes: Route[] = [
  {
    id: 'owner_error.list',
    method: 'GET',
    path: '/owner/errors',
    scope: 'platform',
    summary: 'List the errors of all tenants, most recent first',
    query: offsetQuery.extend({ tenant_id: z.string().max(100).optional() }),
    returns: z.object({ errors: z.array(OwnerError), ...total }),
  },
];
