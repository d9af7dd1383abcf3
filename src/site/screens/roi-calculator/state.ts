import { formatNumber } from '#content/number-words.ts'
import { type Currency, currencies, roiCalculator, roiFieldErrors, roiWords } from '#content/roi-calculator.ts'
import type { RoiCalculation } from '#content/roi-lines.ts'
import { calculateRoi, type RoiField, type RoiInput, roiBounds, roiFields } from '#shared/lib/roi.ts'
import {
  formatPortableNumber,
  type NumberBounds,
  parseTypedNumber,
  type TypedNumber,
} from '#shared/lib/typed-number.ts'
import { createStore, useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'

type FieldTexts = Readonly<Record<RoiField, string>>
export type FieldErrors = Partial<Record<RoiField, string>>
/** The possible numbers for ambiguous input, or the number for input in another format. */
type PossibleNumbers = Partial<Record<RoiField, readonly string[]>>

/** The fields' input, their errors, and the last valid numbers. */
export interface CalculatorState {
  readonly texts: FieldTexts
  readonly currency: Currency
  readonly faults: FieldErrors
  readonly readings: PossibleNumbers
  readonly sound: RoiCalculation
  /** Changes when a link or a reset fills the fields, so that React renders the fields again. */
  readonly filling: number
}

export type CalculatorAction =
  | { readonly type: 'edit'; readonly field: RoiField; readonly text: string }
  | { readonly type: 'currency'; readonly currency: Currency }
  | { readonly type: 'fill'; readonly texts: Partial<FieldTexts>; readonly currency: Currency }

/** Longer text is invalid, so that a handmade link cannot fill the page with text. */
export const maxTextLength = 20
const unreadable = { kind: 'unreadable' } as const
const isTooLong = (text: string) => text.length > maxTextLength

export const examples = Object.fromEntries(roiFields.map((field) => [field, exampleOf(field)])) as unknown as FieldTexts

/** The owner's example or, if it is not a number in the field's range, the least number. */
function exampleOf(field: RoiField): string {
  const { example } = roiWords[field]
  const { kind } = parseTypedNumber(example, roiBounds[field], 'en')
  return kind === 'number' || kind === 'empty' ? example : String(roiBounds[field].least)
}

const exampleInput = readFields(examples).input
if (!exampleInput) throw new Error('cannot read the calculator example')

export const exampleCalculator: CalculatorState = {
  texts: examples,
  currency: 'USD',
  faults: {},
  readings: {},
  sound: caseOf(exampleInput, 'USD', examples),
  filling: 0,
}

export function calculatorReducer(state: CalculatorState, action: CalculatorAction): CalculatorState {
  switch (action.type) {
    case 'edit':
      return deriveState({ ...state, texts: { ...state.texts, [action.field]: action.text } })
    case 'currency':
      return deriveState({ ...state, currency: action.currency })
    case 'fill':
      return deriveState({
        ...state,
        texts: { ...examples, ...action.texts },
        currency: action.currency,
        filling: state.filling + 1,
      })
  }
}

/** Derives errors and results from the input; while a field has an error, the last valid numbers stay. */
function deriveState(state: CalculatorState): CalculatorState {
  const { input, faults, readings } = readFields(state.texts)
  const { currency, texts } = state
  return {
    ...state,
    faults,
    readings,
    sound: input ? caseOf(input, currency, texts) : { ...state.sound, currency },
  }
}

function caseOf(input: RoiInput, currency: Currency, texts: FieldTexts): RoiCalculation {
  const untouched = roiFields.filter((field) => texts[field] === examples[field])
  return { input, roi: calculateRoi(input), currency, examples: new Set(untouched) }
}

function readField(field: RoiField, text: string): TypedNumber {
  if (isTooLong(text)) return unreadable
  // The examples are part of the site and always use the English number format.
  return parseTypedNumber(text, roiBounds[field], text === examples[field] ? 'en' : undefined)
}

function readFields(texts: FieldTexts): {
  input: RoiInput | null
  faults: FieldErrors
  readings: PossibleNumbers
} {
  const faults: FieldErrors = {}
  const readings: PossibleNumbers = {}
  const numbers: Partial<Record<RoiField, number | null>> = {}
  for (const field of roiFields) {
    const bounds: NumberBounds = roiBounds[field]
    const text = texts[field]
    const typed = readField(field, text)
    if (typed.kind === 'number') {
      numbers[field] = typed.value
      const written = formatPortableNumber(typed.value)
      if (![written, `${typed.value}`, examples[field]].includes(text.trim())) readings[field] = [written]
    } else if (typed.kind === 'ambiguous') {
      faults[field] = roiCalculator.which
      readings[field] = typed.values.map(formatPortableNumber)
    } else if (typed.kind === 'empty') numbers[field] = null
    else faults[field] = roiFieldErrors[typed.kind](formatNumber(bounds.least), formatNumber(bounds.most))
  }
  const { win, gain } = numbers
  if (typeof win === 'number' && typeof gain === 'number' && win + gain > 100)
    faults.gain = roiCalculator.gainTooHigh(formatNumber(100 - win))
  return {
    input: Object.keys(faults).length === 0 ? (numbers as unknown as RoiInput) : null,
    faults,
    readings,
  }
}

/**
 * Returns the fragment for a link: the changed fields as locale-independent numbers. Browsers never send URL fragments
 * to the server.
 */
export function toFragment({ texts, currency }: Pick<CalculatorState, 'texts' | 'currency'>): string {
  const changed = roiFields.filter((field) => texts[field] !== examples[field])
  const pairs = changed.map((field) => {
    const typed = readField(field, texts[field])
    return [field, typed.kind === 'number' ? formatPortableNumber(typed.value).replaceAll('\u00a0', '') : texts[field]]
  })
  return `#${new URLSearchParams([...pairs, ['currency', currency]])}`
}

/** Parses a link's fragment. Ignores unknown names; returns null if no name is known. */
export function fromFragment(fragment: string): { texts: Partial<FieldTexts>; currency: Currency } | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const texts = Object.fromEntries(
    roiFields.flatMap((field) => {
      const text = given.get(field)
      return text === null || isTooLong(text) ? [] : [[field, text]]
    }),
  ) as Partial<FieldTexts>
  const currency = given.get('currency')
  const known = currency !== null && Object.hasOwn(currencies, currency)
  if (!known && Object.keys(texts).length === 0) return null
  return { texts, currency: known ? (currency as Currency) : 'USD' }
}

/**
 * Stored outside the components, so that the numbers survive a view change. The numbers are lost when the visitor
 * leaves the page.
 */
const calculator = createStore(exampleCalculator)
/** Each field is tracked once, by name; its input is never tracked. */
const touched = new Set<RoiField>()

export function changeCalculator(action: CalculatorAction) {
  calculator.set(calculatorReducer(calculator.get(), action))
  if (action.type !== 'edit' || touched.has(action.field)) return
  touched.add(action.field)
  track('engagement', { action: 'calculator', field: action.field })
}

export const useCalculator = (): CalculatorState => useStore(calculator)
