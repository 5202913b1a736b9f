create or replace function app.form_defaults()
returns jsonb
language sql immutable as $$
  select '{"submit_label": "Submit", "success_message": "Thank you. Your answers have been received.",
    "redirect_url": null, "notify_emails": [], "captcha": false, "honeypot": "_hp",
    "allowed_origins": [], "max_submissions": null, "opens_at": null, "closes_at": null,
    "create_object": true, "dedupe_on": null, "prefill": false, "locale": null}'::jsonb
$$;
comment on function app.form_defaults is 'The settings of a form of which nothing has been said';
