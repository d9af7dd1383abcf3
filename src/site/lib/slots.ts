import { claims, usualSlots, weeklySlotsOf } from '#content/claims.ts'
import { createStore, useStore } from './store.ts'

const inPage = () => Number(document.getElementById('root')?.dataset.slots ?? usualSlots)

/** How many calls are held in a week: as our server has written it into the page, then as the calendar tells. */
export const slots = createStore(import.meta.env.SSR ? usualSlots : inPage())

/** The text with this number in its claim. */
export const useSlots = (text: string): string =>
  text.replace(claims.weeklySlots, weeklySlotsOf(useStore(slots)))
