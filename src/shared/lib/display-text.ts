/** Browsers by the first matching sign in the user agent: most claim to be several browsers. */
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

/** A device in words, such as 'Firefox on Windows'. It only helps users to recognise their own devices. */
export function deviceInWords(agent: string | null): string {
  const nameIn = (signs: typeof programs) => signs.find(([sign]) => sign.test(agent ?? ''))?.[1]
  const [program, system] = [nameIn(programs), nameIn(systems)]
  if (program && system) return `${program} on ${system}`
  if (program || system) return program ?? `A program on ${system}`
  return agent ? 'A program that is no known browser' : 'A program that did not say its name'
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Isolates typed text inside a sentence: right-to-left words would otherwise reorder the figures, commas and brackets
 * beside them.
 * @see https://www.w3.org/International/articles/inline-bidi-markup/
 */
export const isolate = (typed: string): string => (rightToLeft.test(typed) ? `\u2068${typed}\u2069` : typed)

/** How people name a booking or message to one another: the beginning of its id. A search of the desk finds it. */
export const referenceOf = (id: string): string => id.slice(0, 8).toUpperCase()
