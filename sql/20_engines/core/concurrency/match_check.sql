create or replace function app.match_check(
  p_tag text, args jsonb, p_details jsonb default null, p_version integer default null)
returns void
language plpgsql immutable as $$
begin
  -- Behind the semicolon stands what else an answer showed: see etagOf in the doorway.
  if jsonb_typeof(args->'if_match') is distinct from 'array' then return; end if;
  if not exists (
    select 1 from jsonb_array_elements_text(args->'if_match') t(tag)
    where split_part(t.tag, ';', 1) in (p_tag, p_version::text)) then
    perform app.fail(412, 'PRECONDITION_FAILED',
      format('If-Match does not match the current version of the record, "%s". Read the record '
        'again and repeat the change.', p_tag),
      coalesce(p_details, '{}') || jsonb_build_object('etag', '"' || p_tag || '"'));
  end if;
end $$;
comment on function app.match_check is
  'Compares If-Match (args.if_match: a list of tags, or * for whatever is there) with the tag of '
  'a locked record, or its version number; 412 when they differ';
