create or replace function private.erase_address(asked text, who jsonb default '{}') returns jsonb
  language plpgsql
  set search_path = ''
  as $$
declare
  newest uuid;
  visit record;
  here int;
  bookings int;
  messages int;
  interactions int := 0;
  account text := 'none';
  mentions jsonb;
begin
  select sent.id into newest from (
    select b.id, b.created_at from public.strategy_call_bookings b where lower(b.email) = asked
    union all
    select m.id, m.created_at from public.contact_messages m where lower(m.email) = asked
  ) sent order by sent.created_at desc limit 1;

  -- The visits first, while something still tells whose they were.
  for visit in select * from private.visit_times(asked) loop
    delete from public.user_interactions i
      where i.session_id = visit.session_id and i.created_at >= visit.from_time and i.created_at < visit.to_time;
    get diagnostics here = row_count;
    interactions := interactions + here;
  end loop;
  delete from public.strategy_call_bookings b where lower(b.email) = asked;
  get diagnostics bookings = row_count;
  delete from public.contact_messages m where lower(m.email) = asked;
  get diagnostics messages = row_count;

  select case when m.id is null then 'erased' else 'kept' end into account
    from auth.users u left join public.staff_members m on m.id = u.id and m.disabled_at is null
    where lower(u.email) = asked
    order by m.id nulls last limit 1;
  delete from auth.users u where lower(u.email) = asked
    and not exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null);

  -- Links to what is gone say so for a month.
  update private.data_links l set address = null, until = now() + interval '30 days' where l.address = asked;

  -- In every column but the sender's own address, which may end with the asked one, and what is searched, which has it too.
  select coalesce(jsonb_agg(distinct jsonb_build_object('subject', found.subject, 'id', found.id)), '[]')
    into mentions from (
      select 'strategy_call_bookings' as subject, b.id from public.strategy_call_bookings b
        where strpos(lower(
          (select string_agg(v.value, ' ') from jsonb_each_text(to_jsonb(b) - '{email,search}'::text[]) v)
        ), asked) > 0
      union all
      select 'contact_messages', m.id from public.contact_messages m
        where strpos(lower(
          (select string_agg(v.value, ' ') from jsonb_each_text(to_jsonb(m) - '{email,search}'::text[]) v)
        ), asked) > 0
      union all
      select
        case when n.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
        coalesce(n.booking_id, n.message_id)
      from public.notes n where strpos(lower(n.body), asked) > 0
      limit 50
    ) found;

  perform private.record('person_erased', 'person', newest, jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none')
  ) || case when who = '{}' then who else who || jsonb_build_object('mentions', (
    select coalesce(jsonb_agg(m -> 'id'), '[]') from jsonb_array_elements(mentions) m
  )) end);
  return jsonb_build_object(
    'bookings', bookings, 'messages', messages, 'interactions', interactions,
    'account', coalesce(account, 'none'), 'mentions', mentions
  );
end
$$;
