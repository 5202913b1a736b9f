create or replace function app.reference_too_long(p_reference jsonb)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(413, 'PAYLOAD_TOO_LARGE', format('With the value of %s, this request is larger '
    'than 5 MB. Refer to fewer or to shorter values.',
    array_to_string(array(select jsonb_array_elements_text(p_reference->'at')), '.')));
end $$;
comment on function app.reference_too_long is
  'Fails a step of a transaction whose references would make it longer than a request may be: each '
  'step could multiply the one before it';
