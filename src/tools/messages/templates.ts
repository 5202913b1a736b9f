/** The texts of a template that a tenant may set in auth-config: `templates.<name>`. */
export interface Texts {
  subject?: string;
  text?: string;
  html?: string;
  /** For a text message made from a template that is otherwise a mail. */
  sms?: string;
}

/** The default of a template: a mail is laid out from its parts and the values of its message. */
export interface Template {
  subject: string;
  /** Paragraphs. */
  lines: string[];
  /** The label of the button. */
  action?: string;
  /** The last paragraph, in small. */
  note?: string;
  /** The whole text message. */
  sms?: string;
}

const ignore = 'If you did not request this, you can safely ignore this message.';
const code = '{{otp}} is your code for {{brand_name}}.';
const wasIt = 'If this was not you, set a new password now and sign out everywhere.';
const notYou = 'If this was you, there is nothing to do. If not, undo the change now.';
const undoNote =
  'The link works for 7 days and signs everyone else out. If there is no link here, or it has expired, contact the team at {{brand_name}}.';

/** Every message that Insula sends by itself, by the name under which a tenant may override it. */
export const templates = {
  signup: {
    subject: 'Confirm your email address for {{brand_name}}',
    lines: ['Welcome to {{brand_name}}! Please confirm that {{email}} is your email address.'],
    action: 'Confirm email',
    note: ignore,
    sms: code,
  },
  magiclink: {
    subject: 'Sign in to {{brand_name}}',
    lines: ['Use this link to sign in to {{brand_name}}. It works once.'],
    action: 'Sign in',
    note: ignore,
    sms: code,
  },
  email: {
    subject: 'Your code for {{brand_name}}',
    lines: ['Use this code to sign in to {{brand_name}}. It works once.'],
    action: 'Sign in',
    note: ignore,
    sms: code,
  },
  recovery: {
    subject: 'Set a new password for {{brand_name}}',
    lines: ['Someone, probably you, asked to reset the password for {{brand_name}}.'],
    action: 'Set a new password',
    note: ignore,
    sms: code,
  },
  invite: {
    subject: 'You have been invited to {{brand_name}}',
    lines: ['You have been invited to {{brand_name}}.'],
    action: 'Accept the invitation',
    note: 'If you do not know {{brand_name}}, you can safely ignore this message.',
    sms: code,
  },
  email_change: {
    subject: 'Confirm the new email address for {{brand_name}}',
    lines: [
      'Please confirm that {{new_address}} is the new email address of your account at {{brand_name}}.',
    ],
    action: 'Confirm the change',
    note: ignore,
  },
  reauthentication: {
    subject: 'Confirm that it is you',
    lines: ['{{brand_name}} needs to make sure that it is you. Enter this code.'],
    note: 'Never share this code with anyone.',
    sms: code,
  },
  sms: { subject: 'Your code for {{brand_name}}', lines: [code], sms: code },
  phone_change: { subject: 'Your code for {{brand_name}}', lines: [code], sms: code },
  password_changed: {
    subject: 'Your password for {{brand_name}} was changed',
    lines: ['The password for {{email}} at {{brand_name}} was changed.', wasIt],
  },
  email_changed: {
    subject: 'Your email address at {{brand_name}} was changed',
    lines: ['The email address of your account at {{brand_name}} is now {{new_email}}.', notYou],
    action: 'Undo the change',
    note: undoNote,
    sms: 'The email address of your account at {{brand_name}} is now {{new_email}}. Not you? {{link}}',
  },
  phone_changed: {
    subject: 'Your phone number at {{brand_name}} was changed',
    lines: ['The phone number of your account at {{brand_name}} is now {{new_phone}}.', notYou],
    action: 'Undo the change',
    note: undoNote,
    sms: 'The phone number of your account at {{brand_name}} is now {{new_phone}}. Not you? {{link}}',
  },
  impersonation_started: {
    subject: 'Support has signed in as you at {{brand_name}}',
    lines: [
      'The operator of {{brand_name}} acts as you for 15 minutes at most, to help you. Your password and other settings of your account cannot be changed meanwhile.',
      'You can see and end this session among your sessions. If you did not ask for help, tell {{brand_name}}.',
    ],
    sms: 'The operator of {{brand_name}} acts as you for 15 minutes at most. You can end this session among your sessions.',
  },
  portal: {
    subject: 'Your link to {{brand_name}}',
    lines: ['Use this link to open your pages at {{brand_name}}. It works once, for 15 minutes.'],
    action: 'Open',
    note: ignore,
  },
  notification: {
    subject: '{{title}}',
    lines: ['{{title}}', '{{body}}'],
    note: 'Sent by {{brand_name}}.',
    sms: '{{title}}\n{{body}}',
  },
} satisfies Record<string, Template>;

export const templateNames = Object.keys(templates) as [
  keyof typeof templates,
  ...(keyof typeof templates)[],
];

/** Limits of a tenant's own template; auth-config refuses longer ones. */
export const maxTemplateLength = { subject: 300, text: 50_000, html: 100_000, sms: 1000 };
