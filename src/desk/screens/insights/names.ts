import { isViewId, views } from '#content/views.ts'
import { sourceWords } from '#desk/lib/words.ts'
import { isolate } from '#shared/lib/isolate.ts'

/** Whether it is the sum of all that has no line of its own, as the database calls it. */
export const isRest = (name: string): boolean => name === '(other)'

const orRest = (name: string, words: (name: string) => string) => (isRest(name) ? 'All others' : words(name))

export const sourceName = (source: string): string => orRest(source, sourceWords)

export const campaignName = (campaign: string): string => orRest(campaign, isolate)

/** The title of a view. Unknown views are shown as they were sent, and missing ones as unknown. */
export const viewName = (view: string): string =>
  orRest(view, (id) => (isViewId(id) ? views[id].name : id || 'Not known'))
