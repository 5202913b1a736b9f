const set = { type: 'set_variable', config: { name: 'a', value: 1 } };

/** One action. */
export const action = (type: string, config: unknown, more: object = {}) => ({
  actions: [{ type, config, ...more }],
});
/** The fault, its fields, and the path that the refusal names. */
export const refusals: Array<[string, object, string]> = [
  ['an unknown event', { trigger_event: 'object.creatd' }, 'trigger_event'],
  ['a schedule without a time', { trigger_event: 'schedule' }, 'cron_expression'],
  [
    'a cron expression with seconds',
    { trigger_event: 'schedule', cron_expression: '* * * * * *' },
    'cron_expression',
  ],
  [
    'run_as trigger_user without a user',
    { trigger_event: 'schedule', cron_expression: '0 0 * * *', run_as: 'trigger_user' },
    'run_as',
  ],
  ['an unknown type of action', action('dance', {}), 'actions[0].type'],
  ['no type of action', { actions: [{ config: {} }] }, 'actions[0].type'],
  [
    'an action without what it needs',
    action('update_object', { object_type_id: 'notes' }),
    'actions[0].config.object_id',
  ],
  ['a private target', action('webhook', { url: 'http://10.0.0.1/' }), 'actions[0].config.url'],
  [
    'a connection header',
    action('webhook', { url: 'https://example.com', headers: { Host: 'x' } }),
    'actions[0].config.headers',
  ],
  [
    'a template of a later step',
    action('set_variable', { name: 'a', value: '{{steps.b.output}}' }),
    'actions[0].config',
  ],
  [
    'an invalid template',
    action('set_variable', { name: 'a', value: ['{{ trigger | shout }}'] }),
    '',
  ],
  [
    'a template without an end',
    action('set_variable', { name: 'a', value: 'x {{trigger.id' }),
    'actions[0].config',
  ],
  [
    'an invalid condition',
    { conditions: [{ property: 'data.x', operator: 'like', value: 1 }] },
    'conditions[0].operator',
  ],
  [
    'a condition over nothing',
    { conditions: [{ property: 'nothing', operator: 'eq', value: 1 }] },
    'conditions[0].property',
  ],
  [
    'an if over nothing',
    action(
      'set_variable',
      { name: 'a', value: 1 },
      { if: [{ property: 'x', operator: 'eq', value: 1 }] },
    ),
    'actions[0].if[0].property',
  ],
  [
    'a key that is taken',
    {
      actions: [
        { ...set, key: 'a' },
        { ...set, key: 'a' },
      ],
    },
    'actions[1].key',
  ],
  ['two kinds of delay', action('delay', { seconds: 1, minutes: 1 }), 'actions[0].config.seconds'],
  ['a delay of months', action('delay', { minutes: 100_000 }), 'actions[0].config.minutes'],
  [
    'an email without content',
    action('send_email', { to: 'a@b.c', subject: 'x' }),
    'actions[0].config.text',
  ],
];
