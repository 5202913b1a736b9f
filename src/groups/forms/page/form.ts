/** A field, as api.form_page answers it. */
export interface Field {
  name: string;
  label: string;
  type: string;
  required: boolean;
  placeholder: string | null;
  help_text: string | null;
  default: unknown;
  options: { value: string; label: string }[];
  validation: {
    min?: number | string;
    max?: number | string;
    min_length?: number;
    max_length?: number;
  };
  show_if: unknown[];
  width: string;
}

/** A form as its page needs it, from api.form_page. */
export interface PublicForm {
  id: string;
  name: string;
  fields: Field[];
  settings: {
    submit_label: string;
    success_message: string;
    honeypot: string;
    allowed_origins: string[];
    prefill: boolean | Record<string, string>;
    /** The language of its texts; null: English. */
    locale: string | null;
    captcha_config: { provider: string | null; site_key: string | null } | null;
  };
  branding: {
    brand_name: string | null;
    logo_url: string | null;
    favicon_url: string | null;
    primary_color: string | null;
    footer_text: string | null;
    custom_css: string | null;
  };
  /** Why it takes no answers now. */
  closed?: string;
}

/** The values of the fields, and their errors. */
export interface Filled {
  values: Record<string, unknown>;
  /** By the names of fields. */
  faults: Record<string, string>;
  /** The error of the form as a whole. */
  fault?: string;
  /** The host that the visitor came from, and when. */
  source: string;
  started: string;
}
