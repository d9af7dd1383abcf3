const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Isolates typed text inside a sentence: right-to-left words would otherwise reorder the figures, commas and brackets
 * beside them.
 * @see https://www.w3.org/International/articles/inline-bidi-markup/
 */
export const isolate = (typed: string): string => (rightToLeft.test(typed) ? `\u2068${typed}\u2069` : typed)
