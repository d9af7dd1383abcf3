/** Origins that a policy can hold: a semicolon, which a host may have, would end the directive. */
const origin = /^https?:\/\/[a-z0-9.[\]:-]+$/

/** Schemes of apps, such as `com.example.desk:`; the short ones have meanings of their own. */
const appScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/

/**
 * The policy of a page whose form is answered with a redirect to `target`. Chromium holds such a redirect against
 * `form-action`, so an address that is not ours has to be in it.
 */
export function allowFormTarget(policy: string, target: string, publicUrl: string): string {
  if (!URL.canParse(target)) return policy
  const url = new URL(target)
  const source = url.origin === 'null' ? url.protocol : url.origin
  if (source === publicUrl || !(origin.test(source) || appScheme.test(source))) return policy
  return policy.replace("form-action 'self'", (self) => `${self} ${source}`)
}
