import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const email: Group = {
  name: 'email',
  description: 'The log of mails and text messages.',
  routes,
  events: { email: 'sent delivered bounced failed', sms: 'sent failed' },
  parameters: {
    email_id: 'The id of a mail or text message',
  },
};
