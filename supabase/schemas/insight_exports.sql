-- Logs the export of a report. For owners and agents.

-- The desk has already loaded the figures and writes the file itself, so this function only logs the export.
create function public.record_insights_export(report text, from_day date, to_day date, visitor text, lines integer) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  perform private.require_insight_range(from_day, to_day, visitor);
  if report is null or report not in ('figures', 'days', 'origins', 'views', 'faults', 'outcomes') then
    raise exception 'There is no such report' using errcode = '22023';
  end if;
  perform private.record('insights_exported', 'insights', null, jsonb_build_object(
    'rows', lines, 'from', from_day, 'to', to_day, 'report', report, 'visitor', visitor
  ));
end
$$;
grant execute on function public.record_insights_export(text, date, date, text, integer) to authenticated;
