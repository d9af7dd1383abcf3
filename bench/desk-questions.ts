/** What a person at the desk asks for: a page of fifty, and how many rows there are in all. */
export const questions = (staff: string, rows: number): Record<string, string> => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const noSpam = 'status=not.in.(spam,spam?)'
  const newest = 'order=created_at.desc,id.desc'
  const plain = `${noSpam}&${newest}`
  const sorts = ['call_at', 'name', 'company', 'status', 'source'].flatMap((column) =>
    ['asc', 'desc'].map((way) => [column, way, `${noSpam}&order=${column}.${way},id.${way}`] as const),
  )
  return {
    'one row by its id': `id=eq.${staff}`,
    'the newest': plain,
    'the oldest': `${noSpam}&order=created_at,id`,
    'the newest, in the middle': `${plain}&offset=${rows / 2}`,
    'the newest, almost the end': `${plain}&offset=${rows * 0.89}`,
    'state: new': `status=eq.new&${newest}`,
    'the most urgent': `${noSpam}&order=due_at,created_at.desc,id`,
    'state: held, most of all': `status=eq.held&${newest}`,
    open: `or=(status.eq.new,due_at.not.is.null)&${noSpam}&${newest}`,
    overdue: `due_at=lt.${day(0)}&${newest}`,
    'given to me': `assigned_to=eq.${staff}&${plain}`,
    'given to nobody': `assigned_to=is.null&${plain}`,
    'from one source': `source=eq.google0&${plain}`,
    'from a source that is rare': `source=eq.google3&${plain}`,
    'a week of calls': `call_at=gte.${day(-30)}&call_at=lt.${day(-23)}&${plain}`,
    'search: in every row': `search=like.*example*&${plain}`,
    'search: in some': `search=like.*lovelace*&${plain}`,
    'search: two words': `search=like.*lovelace*&search=like.*ada*&${plain}`,
    'search: in ten': `search=like.*4711@*&${plain}`,
    'search: in none': `search=like.*nobody at all*&${plain}`,
    'search: in none, by name': `search=like.*nobody at all*&${noSpam}&order=name,id`,
    'search in a state': `search=like.*lovelace*&status=eq.confirmed&${newest}`,
    'state, source and mine': `status=eq.held&source=eq.google0&assigned_to=eq.${staff}&${newest}`,
    ...Object.fromEntries(sorts.map(([column, way, query]) => [`by ${column} ${way}`, query])),
    ...Object.fromEntries(
      sorts.map(([column, way, query]) => [`by ${column} ${way}, far on`, `${query}&offset=${rows * 0.8}`]),
    ),
  }
}
