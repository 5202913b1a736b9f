/** Names by their noun, as the journal writes them: `object.created`. */
const verbs = {
  object: 'created updated deleted restored purged',
  object_type: 'created updated deleted',
  property: 'created updated deleted',
  association: 'created updated deleted',
  association_type: 'created updated deleted',
  view: 'created updated deleted',
  file: 'created uploaded updated deleted restored purged tagged untagged version_created',
  collection: 'created updated deleted',
  file_tag: 'created updated deleted',
  user: 'created updated deleted banned unbanned signed_in signed_out password_changed email_verified phone_verified linked link_generated',
  session: 'revoked',
  mfa: 'enrolled removed',
  passkey: 'created updated deleted',
  role: 'created updated deleted assigned unassigned',
  saml_provider: 'created updated deleted',
  key: 'created updated rotated revoked',
  policy: 'created updated deleted',
  form: 'created updated deleted submitted',
  comment: 'created updated deleted',
  workflow: 'started transitioned completed failed cancelled',
  automation: 'created updated deleted triggered completed failed retried cancelled',
  job: 'created updated deleted executed completed failed',
  function: 'created updated deleted executed failed',
  integration: 'synced failed',
  report: 'completed',
  import: 'completed failed undone',
  export: 'created completed failed deleted',
  transaction: 'undone',
  email: 'sent delivered bounced failed',
  sms: 'sent failed',
  notification: 'created updated deleted',
  notification_preference: 'updated deleted',
  short_url: 'created clicked',
  dashboard: 'shared',
  invoice: 'created paid voided',
  journal_entry: 'posted reversed',
  subscription: 'updated deleted',
  usage: 'limit_reached',
  error: 'reported',
  webhook: 'created updated deleted disabled secret_rotated recovered',
  delivery: 'retried',
  dead_letter: 'retried discarded',
  auth_config: 'updated',
  governance: 'updated',
  branding: 'updated',
  tenant: 'created updated suspended activated deleted',
};

/** Every event of the system. What callers post themselves is `custom.<name>`. */
export const eventTypes: readonly string[] = Object.entries(verbs).flatMap(([noun, list]) =>
  list.split(' ').map((verb) => `${noun}.${verb}`),
);

/** What a caller may name an event of its own, with or without `custom.` before it. */
export const customEventName = /^(?!custom\.$)(?:custom\.)?[A-Za-z0-9_][A-Za-z0-9_.:-]{0,99}$/;

/** Whether a filter may hold it: the name of an event, `custom.<name>`, `<noun>.*` or `*`. */
export function isEventPattern(text: string): boolean {
  if (text === '*' || eventTypes.includes(text)) return true;
  const [noun = '', rest] = text.split(/\.(.*)/s);
  if (noun === 'custom') return rest === '*' || customEventName.test(text);
  return rest === '*' && Object.hasOwn(verbs, noun);
}

/** The event that an automation hears under a name: of what is no known event, that of the caller's own of this name. */
export const triggeringEvent = (name: string): string =>
  isEventPattern(name) ? name : `custom.${name}`;

/** What may trigger an automation: `schedule`, `manual`, a name that a filter may hold, or the bare name of a custom event. */
export function isAutomationTrigger(text: string): boolean {
  if (text === 'schedule' || text === 'manual' || isEventPattern(text)) return true;
  const noun = text.split('.', 1)[0] as string;
  // A name such as object.creatd would wait for ever.
  return (
    customEventName.test(text) &&
    noun !== 'custom' &&
    !(text.includes('.') && Object.hasOwn(verbs, noun))
  );
}
