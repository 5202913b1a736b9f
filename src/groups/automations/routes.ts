import { z } from 'zod';
import { deleted, offsetQuery, openMap, total } from '../../ground/shapes/schemas.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { prepareAutomation, prepareChange, readsOf } from './handlers.ts';
import { Automation, AutomationRun, automationFields, runStatus } from './shapes.ts';

const automation = '/v1/automations/:automation_id';
const run = `${automation}/runs/:run_id`;
const permission = 'automations:manage';
const optional = z.object(automationFields).partial();

export const routes: Route[] = notImpersonated(
  [
    {
      id: 'automation.list',
      method: 'GET',
      path: '/v1/automations',
      scope: 'read',
      permission,
      summary: 'List automations, newest first',
      carriesHeaders: true,
      returns: z.array(Automation),
    },
    handled({
      id: 'automation.create',
      method: 'POST',
      path: '/v1/automations',
      scope: 'write',
      permission,
      status: 201,
      summary: 'Create an automation',
      description:
        'Strings in a `config` may contain templates: `{{trigger.data.properties.email}}`, `{{steps.<key>.output.id}}`, ' +
        '`{{variables.name | default: "x"}}`. See docs/events/automations.md.',
      body: optional.extend({
        name: automationFields.name,
        trigger_event: automationFields.trigger_event,
      }),
      before: prepareAutomation,
      reads: readsOf,
      isVersioned: true,
      returns: Automation,
      errors: [
        'NOT_FOUND',
        'INVALID_STATE',
        'INVALID_FILTER',
        'FILTER_TOO_EXPENSIVE',
        'UNKNOWN_PROPERTY',
        'INSUFFICIENT_SCOPE',
      ],
      example: {
        body: {
          name: 'Greet',
          trigger_event: 'object.created',
          actions: [
            {
              key: 'mail',
              type: 'send_email',
              config: {
                to: '{{trigger.data.properties.email}}',
                subject: 'Welcome',
                text: 'Hello!',
              },
            },
          ],
        },
      },
    }),
    {
      id: 'automation.get',
      method: 'GET',
      path: automation,
      scope: 'read',
      permission,
      summary: 'Get an automation',
      isVersioned: true,
      returns: Automation,
    },
    handled({
      id: 'automation.update',
      method: 'PATCH',
      path: automation,
      scope: 'write',
      permission,
      summary: 'Change an automation',
      description: 'Runs that have begun continue with the actions they began with.',
      body: optional,
      before: prepareChange,
      reads: readsOf,
      looks: ['automation_sealed'],
      isVersioned: true,
      returns: Automation,
      errors: [
        'INVALID_STATE',
        'INVALID_FILTER',
        'FILTER_TOO_EXPENSIVE',
        'UNKNOWN_PROPERTY',
        'CONFLICT',
        'INSUFFICIENT_SCOPE',
      ],
      example: { body: { enabled: false } },
    }),
    {
      id: 'automation.delete',
      method: 'DELETE',
      path: automation,
      scope: 'write',
      permission,
      summary: 'Delete an automation and its runs',
      isConditional: true,
      returns: deleted,
    },
    {
      id: 'automation.runs',
      method: 'GET',
      path: `${automation}/runs`,
      scope: 'read',
      permission,
      summary: 'List the runs of an automation, newest first',
      description: 'Runs are kept for 30 days.',
      query: offsetQuery.extend({ status: runStatus.optional() }),
      returns: z.object({ runs: z.array(AutomationRun), ...total }),
    },
    {
      id: 'automation.trigger',
      method: 'POST',
      path: `${automation}/trigger`,
      scope: 'write',
      permission,
      summary: 'Run an automation now',
      description: 'Works with any trigger; the conditions are not evaluated.',
      body: z.object({
        data: openMap
          .refine(
            (data) => Buffer.byteLength(JSON.stringify(data)) <= 65_536,
            'must not be larger than 64 KB',
          )
          .optional()
          .meta({ description: 'The value of `trigger.data` in templates' }),
      }),
      returns: z.object({ run_id: z.string(), status: runStatus }),
      errors: ['INVALID_STATE'],
      example: { body: { data: { email: 'ada@example.com' } } },
    },
    {
      id: 'automation.run_get',
      method: 'GET',
      path: run,
      scope: 'read',
      permission,
      summary: 'Get a run and its steps',
      returns: AutomationRun,
    },
    {
      id: 'automation.run_retry',
      method: 'POST',
      path: `${run}/retry`,
      scope: 'write',
      permission,
      summary: 'Resume a failed or cancelled run',
      description: 'It continues at the step that failed.',
      returns: AutomationRun,
      errors: ['INVALID_STATE'],
    },
    {
      id: 'automation.run_cancel',
      method: 'POST',
      path: `${run}/cancel`,
      scope: 'write',
      permission,
      summary: 'Cancel a run',
      description: 'The run may be queued, waiting or running. Its completed actions are kept.',
      returns: AutomationRun,
      errors: ['INVALID_STATE'],
    },
  ],
  ['automation.trigger', 'automation.run_cancel'],
);
