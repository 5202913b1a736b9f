import type { Group } from '../../tools/manifest/group.ts';
import { domainRoutes } from './domain-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { routes } from './routes.ts';
import { templateRoutes } from './template-routes.ts';

export const email: Group = {
  name: 'email',
  description:
    'Emails that your application sends, their templates, the suppression list, and the log of mails and text messages. See docs/work/email.md.',
  routes: [...routes, ...templateRoutes, ...domainRoutes, ...publicRoutes],
  events: {
    email: 'queued sent delivered bounced complained failed cancelled suppressed',
    email_template: 'created updated deleted',
    email_suppression: 'created deleted',
    email_domain: 'created checked deleted',
    email_report_secret: 'rotated',
    sms: 'sent failed',
  },
  parameters: {
    email_id: 'The id of a mail or text message',
    template_id: 'The id of an email template; GET also takes its name',
    address: 'An email address',
    domain: 'A sender domain',
    token: 'The token in the link of an email',
  },
  exports: {
    messages: 'The log of emails and text messages to you',
  },
};
