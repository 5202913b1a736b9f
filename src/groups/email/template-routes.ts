import { z } from 'zod';
import { deleted } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { EmailPreview, EmailTemplate, templateBody, variables } from './shapes.ts';

const list = '/v1/email/templates';
const one = `${list}/:template_id`;
const permission = 'email:manage';

/** Routes of email templates with {{variables}}. */
export const templateRoutes: Route[] = notImpersonated([
  {
    id: 'email_template.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List email templates, newest first',
    description: 'A tenant has up to 1,000.',
    carriesHeaders: true,
    returns: z.array(EmailTemplate),
  },
  {
    id: 'email_template.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create an email template',
    description: 'With text, html or both.',
    body: z.object(templateBody),
    isVersioned: true,
    returns: EmailTemplate,
    errors: ['ALREADY_EXISTS', 'CONFLICT'],
    example: {
      body: { name: 'welcome', subject: 'Welcome, {{name}}', text: 'Good morning, {{name}}.' },
    },
  },
  {
    id: 'email_template.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get an email template',
    isVersioned: true,
    returns: EmailTemplate,
  },
  {
    id: 'email_template.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change an email template',
    body: z.object({
      ...templateBody,
      name: templateBody.name.optional(),
      subject: templateBody.subject.optional(),
    }),
    isVersioned: true,
    returns: EmailTemplate,
    errors: ['ALREADY_EXISTS'],
    example: { body: { subject: 'Good morning, {{name}}' } },
  },
  {
    id: 'email_template.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete an email template',
    description: 'Queued emails are not affected.',
    isConditional: true,
    returns: deleted,
  },
  {
    id: 'email_template.preview',
    method: 'POST',
    path: `${one}/preview`,
    scope: 'read',
    permission,
    summary: 'Preview an email template',
    body: z.object({ variables: variables.optional() }),
    returns: EmailPreview,
    example: { body: { variables: { name: 'Ada' } } },
  },
]);
