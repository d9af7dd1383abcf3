/** Rows as a visitor sends them, which tests change. */
export const booking = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines',
  phone: '+44 20 7946 0000',
  current_challenges: 'slow-proposals',
  team_size: '2-5',
  preferred_time: new Date(Date.now() + 86_400_000).toISOString(),
  time_zone: 'Europe/London',
  message: 'Please call.',
  monthly_revenue: '',
  ...change,
})

export const message = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: 'Analytical Engines',
  message: 'Please write.',
  inquiry_type: 'services',
  ...change,
})

/** An insert of exactly the keys given, as the REST surface makes it. */
export function insertion(table: string, row: Record<string, unknown>): [sql: string, values: unknown[]] {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return [`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(row)]
}
