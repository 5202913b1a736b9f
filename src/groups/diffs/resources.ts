/** The kinds of configuration that the resources of a restore stand for. */
export const kindsOfResource: Record<string, string[]> = {
  'object-types': ['object_types', 'properties', 'association_types'],
  roles: ['roles'],
  policies: ['policies'],
  webhooks: ['webhooks'],
  automations: ['automations'],
  functions: ['functions'],
  forms: ['forms'],
  dashboards: ['dashboards', 'widgets'],
  workflows: ['workflows'],
  settings: ['auth_config', 'governance', 'branding'],
  templates: ['email_templates'],
  'user-announcements': ['user_announcements'],
  'saml-providers': ['saml_providers'],
  'email-domains': ['email_domains'],
};
