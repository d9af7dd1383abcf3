/** A random UUID: `crypto.randomUUID` is missing in pages that were loaded by plain http. */
export function randomId(): string {
  const random = crypto.getRandomValues(new Uint8Array(36))
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, (_, at: number) =>
    ((random[at] ?? 0) & 15).toString(16),
  )
}
