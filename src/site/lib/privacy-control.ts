/** Global Privacy Control, where the browser has one and the visitor has turned it on. */
export function isPrivacyControlOn(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}
