import { useSyncExternalStore } from 'react'
import type { RoiField } from '#shared/lib/roi.ts'
import { createStore, useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'
import { type Calculator, type CalculatorAction, calculatorReducer, exampleCalculator } from './state.ts'

/** Outside the components, so that numbers outlive the view; in memory alone, so that they end with the page. */
const calculator = createStore(exampleCalculator)
/** Told once for each field: which one, never what was typed. */
const touched = new Set<RoiField>()

export function changeCalculator(action: CalculatorAction) {
  calculator.set(calculatorReducer(calculator.get(), action))
  if (action.type !== 'edit' || touched.has(action.field)) return
  touched.add(action.field)
  track('engagement', { action: 'calculator', field: action.field })
}

export const useCalculator = (): Calculator => useStore(calculator)

const never = () => () => {}

/** False while the prerendered page is taken over: what only a browser knows is drawn after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
