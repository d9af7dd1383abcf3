-- Whoever loses their second step by somebody else's hand hears of it. The letter holds no key, so that it needs no
-- seal: the row says that there is something to say, and it is written when it leaves. One function for both ways, the
-- owner's at the desk and the operator's command. Definer: neither may write anything else into the outbox.
create function private.post_reset_letter(member uuid, reset_by uuid) returns void
  language sql security definer
  set search_path = ''
  as $$
    insert into public.outbox (channel, kind, user_id, facts)
    values ('letter', 'second-step-reset', member, jsonb_build_object('by', reset_by))
  $$;
grant execute on function private.post_reset_letter(uuid, uuid) to supabase_auth_admin;

create or replace function public.reset_second_factor(member uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  removed int;
begin
  perform private.require_staff('owner');
  if member = auth.uid() then
    raise exception 'your own second step is yours to change while you have it' using errcode = '42501';
  end if;
  if not exists (select from public.staff_members m where m.id = member) then
    raise exception 'Nobody like this works here' using errcode = 'PT404';
  end if;
  delete from auth.mfa_factors f where f.user_id = member;
  get diagnostics removed = row_count;
  delete from private.recovery_code_sets c where c.user_id = member;
  delete from auth.sessions s where s.user_id = member;
  if removed > 0 then
    perform private.post_reset_letter(member, auth.uid());
  end if;
  perform private.record(
    'second_factor_reset', 'staff_members', member, jsonb_build_object('factors', removed)
  );
end
$$;
