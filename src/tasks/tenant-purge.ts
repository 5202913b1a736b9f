import { repeatUntilDone } from './repeat.ts';

/** Removes the rows of a deleted tenant, 5,000 at a time. */
export const tenantPurge = repeatUntilDone('tenant_purge');
