import { documents } from '#content/documents.ts'
import { samples } from '#content/samples.ts'
import { consider, type Found, good, mend, text, unknown } from './found.ts'
import { lookAway } from './look-away.ts'
import type { Look } from './types.ts'

export const checkName = (): Found =>
  samples.isName
    ? mend(
        'sample',
        text`The site still speaks for ${samples.name}, the name that it came with.`,
        'Put yours into src/content/brand.ts, and build anew.',
      )
    : good(text`The site speaks for ${samples.name}.`)

export const checkMailbox = (): Found =>
  samples.isMailbox
    ? mend(
        'sample',
        text`The site shows ${samples.mailbox}, which nobody can have.`,
        'Put yours into src/content/brand.ts and SECURITY.md, and build anew.',
      )
    : good(text`The site shows ${samples.mailbox}.`)

export const checkLinks = (): Found =>
  samples.links.length > 0
    ? mend(
        'sample',
        text`These lead nowhere: ${samples.links.join(', ')}.`,
        'Put their addresses into src/content/brand.ts, and build anew.',
      )
    : good('Every channel on the site has an address.')

export const checkTestimonials = (): Found =>
  samples.testimonials > 0
    ? mend(
        'sample',
        text`${samples.testimonials} of the quotes are samples that nobody has said.`,
        'Put real ones, approved by who said them, into src/content/success-kit.ts, each without isSample, and build anew.',
      )
    : good('None of them is a sample.')

export const checkFigures = (): Found =>
  samples.claims > 0
    ? mend(
        'sample',
        text`${samples.claims} figures and promises on the site are sample copy.`,
        'Put your own into src/content/claims.ts, remove each from sampleClaims, and build again.',
      )
    : good('None of them is sample copy.')

export const checkPeople = (): Found =>
  samples.people > 0
    ? mend(
        'sample',
        text`${samples.people} of the people on the site are made up.`,
        'Put yours, who have agreed, into src/content/people.ts, each without isSample, their portraits into public/people, and build anew.',
      )
    : good('None of the people on the site is a sample.')

export const checkCase = (): Found =>
  samples.isCase
    ? consider(
        'sample',
        'The case on the site is an example, and says so.',
        'Put a real one, approved by the partner, into src/content/case.ts, without isSample, and build anew.',
      )
    : good('The case on the site is a real one.')

export const checkLegal = (): Found =>
  samples.legal.length > 0
    ? mend(
        'sample',
        text`Privacy notice, terms and imprint still have samples and gaps: ${samples.legal.join('; ')}.`,
        'Put yours into src/content/legal-entity.ts, each without isSample, have a lawyer read the documents, and build anew.',
      )
    : good('None of them is a sample.')

/** A place that the operator still has to fill in: words in brackets, or the usual placeholder words. */
const placeholder = /\[[^\]\n]{2,80}\]|lorem ipsum|\b(TODO|TBD)\b/i

/** Whether the documents are reachable from outside: a proxy before this server may serve them. */
export async function checkDocuments(look: Look): Promise<Found> {
  const paths = Object.keys(documents).map((id) => `/${id}`)
  const seen = await Promise.all(paths.map(async (path) => [path, await stateOf(look, path)] as const))
  const those = (wanted: string) =>
    seen.flatMap(([path, state]) => (state === wanted ? [path] : [])).join(', ')
  const [silent, missing, gaps] = [those('no_answer'), those('missing'), those('placeholders')]
  if (silent) {
    return unknown(
      'no_answer',
      text`Nobody knows: there was no answer at ${silent}.`,
      'See above, at Reached from outside.',
    )
  }
  if (missing) {
    return mend(
      'missing',
      text`There is nothing at ${missing}.`,
      'This server has them: let the proxy pass these addresses on, or serve yours there.',
    )
  }
  if (!gaps) return good('They are there.')
  return mend(
    'placeholders',
    text`Somebody still has to write: there are brackets or fillers in ${gaps}.`,
    'Fill them in, and have a lawyer read them.',
  )
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

const wordsOf = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
