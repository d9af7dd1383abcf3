import { useSyncExternalStore } from 'react'
import type { RoiField } from '#shared/lib/roi.ts'
import { track } from '#site/lib/track.ts'
import { type Calculator, type CalculatorAction, calculatorReducer, exampleCalculator } from './state.ts'

/** Outside the components, so that numbers outlive the view; in memory alone, so that they end with the page. */
let calculator = exampleCalculator
const listeners = new Set<() => void>()
/** Told once for each field: which one, never what was typed. */
const touched = new Set<RoiField>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function changeCalculator(action: CalculatorAction) {
  calculator = calculatorReducer(calculator, action)
  if (action.type === 'edit' && !touched.has(action.field)) {
    touched.add(action.field)
    track('engagement', { action: 'calculator', field: action.field })
  }
  for (const listener of listeners) listener()
}

export function useCalculator(): Calculator {
  return useSyncExternalStore(
    subscribe,
    () => calculator,
    () => exampleCalculator,
  )
}

const never = () => () => {}

/** False while the prerendered page is taken over: what only a browser knows is drawn after that. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
