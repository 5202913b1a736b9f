create or replace function app.record_tag(p_updated_at timestamptz)
returns text
language sql stable as $$
  select coalesce(to_jsonb(p_updated_at) #>> '{}', '0')
$$;
comment on function app.record_tag is
  'The tag of a record that has no version number: its updated_at as the API shows it';
