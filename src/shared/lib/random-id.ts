/** Returns a random UUID. `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export function randomId(): string {
  const random = crypto.getRandomValues(new Uint8Array(36))
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, (_, at: number) => ((random[at] ?? 0) & 15).toString(16))
}
