import { expect, it } from 'vitest';
import { checkOpenTypes } from '../../src/cli/doctor/open-types.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

it('the doctor finds types that anonymous users can reach, on whichever node they are', async () => {
  await api.post('/v1/object-types', { name: 'notes', user_access: 'open' });
  const { status, found } = await checkOpenTypes(server.config.databaseUrl as string);
  expect(status).toBe('warning');
  expect(found).not.toContain('could not be read');
});
