-- Its lists are short or long; the plan is the same, and to make it anew costs more than the letters of a row.
alter function private.enqueue_arrivals(uuid[], uuid[], text[], text, text) set plan_cache_mode = force_generic_plan;
