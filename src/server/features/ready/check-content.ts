import { documents } from '#content/documents.ts'
import { samples } from '#content/samples.ts'
import { lookAway } from './look-away.ts'
import type { Found, Look } from './types.ts'

export const checkName = (): Found<'name'> => [samples.isName ? 'sample' : 'good', { name: samples.name }]

export const checkMailbox = (): Found<'mailbox'> => [
  samples.isMailbox ? 'sample' : 'good',
  { mailbox: samples.mailbox },
]

export const checkLinks = (): Found<'links'> =>
  samples.links.length > 0 ? ['sample', { links: samples.links.join(', ') }] : ['good']

export const checkTestimonials = (): Found<'testimonials'> =>
  samples.testimonials > 0 ? ['sample', { count: samples.testimonials }] : ['good']

export const checkFigures = (): Found<'figures'> =>
  samples.figures > 0 ? ['sample', { count: samples.figures }] : ['good']

export const checkPeople = (): Found<'people'> =>
  samples.people > 0 ? ['sample', { count: samples.people }] : ['good']

export const checkExample = (): Found<'example'> => [samples.isCase ? 'sample' : 'good']

export const checkLegal = (): Found<'legal'> =>
  samples.legal.length > 0 ? ['sample', { fields: samples.legal.join('; ') }] : ['good']

/** What a text has where somebody still has to write: brackets around words, and the usual fillers. */
const placeholder = /\[[^\]\n]{2,80}\]|lorem ipsum|\b(TODO|TBD)\b/i

/** Whether the documents are there, asked from outside: whatever stands before this server may serve them. */
export async function checkDocuments(look: Look): Promise<Found<'documents'>> {
  const paths = Object.keys(documents).map((id) => `/${id}`)
  const seen = await Promise.all(paths.map(async (path) => [path, await stateOf(look, path)] as const))
  const those = (wanted: string) =>
    seen.flatMap(([path, state]) => (state === wanted ? [path] : [])).join(', ')
  for (const state of ['no_answer', 'missing', 'placeholders'] as const) {
    const found = those(state)
    if (found) return [state, { paths: found }]
  }
  return ['good']
}

async function stateOf(look: Look, path: string) {
  try {
    const { ok, text } = await lookAway(look, look.publicUrl() + path, 'follow')
    if (!ok) return 'missing'
    return placeholder.test(wordsOf(text)) ? 'placeholders' : 'good'
  } catch {
    return 'no_answer'
  }
}

/** The text of a page without its code. */
const wordsOf = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
