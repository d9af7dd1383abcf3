import { claims, usualSlots, weeklySlotsOf } from '#content/claims.ts'
import { createStore, useStore } from './store.ts'

const inPage = () => Number(document.getElementById('root')?.dataset.slots ?? usualSlots)

/** Calls per week: the server's number in the page, then that of the calendar. */
export const slots = createStore(import.meta.env.SSR ? usualSlots : inPage())

export const useSlots = (text: string): string =>
  text.replace(claims.weeklySlots, weeklySlotsOf(useStore(slots)))
