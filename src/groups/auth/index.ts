import { uncompressed } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { accounts } from './routes/accounts.ts';
import { linkRoutes } from './routes/links.ts';
import { messageRoutes } from './routes/messages.ts';
import { passwordRoutes } from './routes/passwords.ts';
import { sessions } from './routes/sessions.ts';
import { signinRoutes } from './routes/signin.ts';

export const auth: Group = {
  name: 'auth',
  description: 'Users of your application: sign-up, sign-in, sessions. See docs/auth/README.md.',
  routes: uncompressed([
    ...signinRoutes,
    ...messageRoutes,
    ...linkRoutes,
    ...passwordRoutes,
    ...sessions,
    ...accounts,
  ]),
  events: { session: 'revoked' },
  parameters: { session_id: 'The id of a session, or `current` for that of this call' },
};
