/** The order matters: most user agents name several browsers, and the first match applies. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'a Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Describes a device, such as 'Firefox on Windows', so that users can recognize their own devices. */
export function describeDevice(agent: string | null): string {
  const nameIn = (signs: typeof programs) => signs.find(([sign]) => sign.test(agent ?? ''))?.[1]
  const [program, system] = [nameIn(programs), nameIn(systems)]
  if (program && system) return `${program} on ${system}`
  if (program || system) return program ?? `An unknown browser on ${system}`
  return agent ? 'An unknown browser' : 'An unidentified browser'
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Isolates user input within a sentence; otherwise, right-to-left words would reorder the digits and punctuation next
 * to them. @see https://www.w3.org/International/articles/inline-bidi-markup/
 */
export const isolateBidi = (typed: string): string => (rightToLeft.test(typed) ? `\u2068${typed}\u2069` : typed)

/** The short reference of a booking or message: the beginning of its id, which the desk can search for. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()
